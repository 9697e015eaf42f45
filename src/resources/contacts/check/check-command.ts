import {command} from '../../../commands/command.js';
import {operations} from '../../../endpoints/contacts.js';
import {row} from './kinds.js';
import {checkTakes} from './options.js';

/** `contacts check`: what is wrong in the lists. */
export const check = command({
  summary: 'Find doubles, dead addresses and gaps in your lists',
  details:
    'Finds people who are in a list twice, in several lists, or under two addresses with the same name and place; ' +
    'addresses that cannot exist, look mistyped, never get mail, are made to be thrown away, or belong to an office and ' +
    'not a person; people without an address; fields that a template uses and somebody lacks; and people in no segment. ' +
    'At a terminal it shows numbers and a few examples of each. Every other format, and any option that narrows the ' +
    'findings, gives a row for each: the address, the list, the finding, the value, and what to do. Nothing is sent ' +
    'to anybody, so it cannot tell whether a mailbox exists. It cannot tell who bounced either, since the service only ' +
    'counts bounces and does not name them. A finding is no error: the exit code is 0. --fix changes only addresses with ' +
    'a mistyped domain, and leaves those alone whose corrected address is in the list already (exit code 8).',
  takes: checkTakes,
  calls: async () => {
    const [{operations: segments}, {operations: recipients}, {operations: types}, {greetingReads}] = await Promise.all([
      import('../../../endpoints/segments.js'),
      import('../../../endpoints/segment-recipients.js'),
      import('../../../endpoints/contact-types.js'),
      import('./greetings.js'),
    ]);
    const {list, details, update} = operations;
    return [list, segments.list, recipients.list, types.list, ...greetingReads, details, update];
  },
  examples: [
    'emk contacts check',
    'emk contacts check --type Newsletter --out findings.csv',
    'emk contacts check --where finding=role-address',
    'emk contacts check --fix',
    'emk contacts check --where finding=twice-in-list --out twice.csv && emk contacts dedupe twice.csv',
  ],
  gives: [{list: row}, 'done'],
  async run(context, {fix, ...input}) {
    if (fix) return (await import('./fix-addresses.js')).fixAddresses(context, input);
    return (await import('./check-contacts.js')).checkContacts(context, input);
  },
});
