import {unlessNotFound} from '../api/record-sources.js';
import {params} from '../api/schema.js';
import {command} from '../commands/command.js';
import {noSuch} from '../commands/not-found.js';
import {isListed} from '../commands/verbs/listed.js';
import {operations as recipients} from '../endpoints/unsubscribe-group-recipients.js';
import groups, {operations as groupOperations} from '../endpoints/unsubscribe-groups.js';
import {operations} from '../endpoints/unsubscribers.js';

/** The options of commands that add addresses to a list: each, or a file of them, or both. */
const addressOptions = params({
  email: {type: 'text', many: true, value: 'address', help: 'Address to add; commas may stand between several'},
  file: {type: 'text', value: 'file', help: 'A file of addresses, one a line or a CSV file; - is standard input'},
  column: {type: 'text', value: 'header', help: 'The column of the CSV file that holds them'},
});

/** `emk unsubscribers add`. */
export const addUnsubscribers = command({
  summary: 'Put addresses on the list of those who get no mail at all',
  details: 'Addresses that are on it already are left out, and those added are looked for in the list afterwards.',
  takes: addressOptions,
  calls: [operations.list, operations.add],
  examples: [
    'emk unsubscribers add --email ada@example.com --email eve@example.com',
    'emk unsubscribers add --file bounced.csv --column "E-mail"',
    'sort complaints.txt | emk unsubscribers add --file -',
  ],
  run: async (context, input) =>
    (await import('./add-addresses.js')).addAddresses(context, input, {
      called: 'unsubscribed',
      async *entries() {
        // Who left one group only is listed too, and still gets other mail.
        for await (const batch of context.stream(operations.list)) {
          yield* batch.filter(({unsubscribe_groups_id: group}) => group === null);
        }
      },
      add: addresses => context.call(operations.add, {email_address: addresses}),
    }),
});

/** `emk unsubscribe-groups recipients add`. */
export const addGroupRecipients = command({
  summary: 'Add addresses that get no more mail of a group',
  details: 'Addresses that left it already are left out, and those added are looked for in the list afterwards.',
  takes: {
    group: {
      type: 'integer',
      required: true,
      value: 'group',
      help: 'The unsubscribe group',
      from: () => import('../endpoints/unsubscribe-groups.js'),
    },
    ...addressOptions,
  },
  calls: [groupOperations.list, recipients.list, recipients.add],
  examples: [
    'emk unsubscribe-groups recipients add --group 4 --email ada@example.com',
    'emk unsubscribe-groups recipients add --group "Weekly news" --file left.txt',
  ],
  async run(context, {group, ...input}) {
    const exists = async () => {
      if (!(await isListed(context, {list: groupOperations.list, key: 'id'}, group))) throw noSuch(groups.noun, group);
    };
    await exists();
    const {addAddresses} = await import('./add-addresses.js');
    return addAddresses(context, input, {
      called: 'out of the group',
      async *entries() {
        for await (const batch of unlessNotFound(context.stream(recipients.list, {groupId: group}), exists))
          yield* batch;
      },
      add: addresses => context.call(recipients.add, {unsubscribe_groups_id: group, email_address: addresses}),
    });
  },
});
