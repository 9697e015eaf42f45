import {command} from '../../commands/command.js';
import {listFilter, operations} from '../../endpoints/contacts.js';
import {listOptions} from '../../records/view/select.js';
import {row} from './findings.js';

export const check = command({
  summary: 'Find double, mistyped and dead addresses in your lists',
  details:
    'Finds people who are on a list twice, and addresses that cannot exist, look mistyped or never get mail.\n\nAt a ' +
    'terminal it shows numbers and a few examples. Other formats, and any option that narrows the findings, give a row ' +
    'for each: the address, the list, the finding, and the address that is probably meant.\n\nemk sends nothing, so ' +
    'it cannot tell whether a mailbox exists, nor who bounced: the service only counts bounces. Findings are not ' +
    'errors: the exit code is 0. -o id needs one kind of finding.',
  takes: {contact_type_id: {...listFilter, help: 'Only the contacts of this list'}, ...listOptions},
  calls: [operations.list],
  examples: [
    'emk contacts check',
    'emk contacts check --list Newsletter --out findings.csv',
    'emk contacts check --where finding=dead-domain -o id | emk contacts delete -',
    'emk contacts delete --doubles --list Newsletter',
  ],
  gives: {list: row},
  run: async (context, input) => (await import('./check-contacts.js')).checkContacts(context, input),
});
