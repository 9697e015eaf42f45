import {changing} from '../../../commands/command.js';
import {operations} from '../../../endpoints/contacts.js';
import {ended, noWork} from '../../../work/ending.js';
import {row} from './kinds.js';
import {checkTakes} from './options.js';

export const check = changing({
  summary: 'Find duplicates, dead addresses and gaps in your lists',
  details:
    'Finds people who are on a list twice, on several lists, or under two addresses with the same name and place; ' +
    'addresses that cannot exist, look mistyped, never get mail, are throwaway, or belong to an office; people ' +
    'without an address or in no segment; and empty fields that a template uses.\n\nAt a terminal it shows numbers ' +
    'and a few examples. Other formats, and any option that narrows the findings, give a row for each: the ' +
    'address, the list, the finding, the value, and what to do.\n\nemk sends nothing, so it cannot tell whether a ' +
    'mailbox exists. It cannot tell who bounced either: the service only counts bounces. Findings are not errors: ' +
    'the exit code is 0.\n\n--fix changes only mistyped domains, and skips a contact if the fixed address is on ' +
    'the list already (exit code 8).',
  takes: checkTakes,
  calls: async () => {
    const [{operations: segments}, {operations: recipients}, {operations: types}, {greetingReads}, {readsOfDoor}] =
      await Promise.all([
        import('../../../endpoints/segments.js'),
        import('../../../endpoints/segment-recipients.js'),
        import('../../../endpoints/lists.js'),
        import('./greetings.js'),
        import('../../../who-left/door-calls.js'),
      ]);
    const {list, details, update} = operations;
    return [list, segments.list, recipients.list, types.list, ...greetingReads, details, update, ...readsOfDoor];
  },
  examples: [
    'emk contacts check',
    'emk contacts check --list Newsletter --out findings.csv',
    'emk contacts check --where finding=role-address',
    'emk contacts check --fix',
    'emk contacts check --where finding=twice-in-list --out twice.csv && emk contacts dedupe twice.csv',
  ],
  gives: [{list: row}, 'done'],
  async run(context, {fix, allow_automations, ...input}) {
    if (fix) return (await import('./fix-addresses.js')).fixAddresses(context, {...input, allow_automations});
    return ended(noWork, await (await import('./check-contacts.js')).checkContacts(context, input));
  },
});
