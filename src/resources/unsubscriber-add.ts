import {unlessNotFound} from '../api/record-sources.js';
import {type Command, command} from '../commands/command.js';
import {noSuch} from '../commands/named.js';
import {isListed} from '../commands/verbs/listed.js';
import {addressOptions} from './address-options.js';
import type {operations as groupOperations, recipientOperations} from './unsubscribe-groups.js';
import type {operations} from './unsubscribers.js';

/** `emk unsubscribers add`. It is given the operations, since the resource that holds them also holds this command. */
export const addUnsubscribers = ({list, add}: typeof operations): Command =>
  command({
    summary: 'Put addresses on the list of those who get no mail at all',
    details: 'Addresses that are on it already are left out, and those added are looked for in the list afterwards.',
    takes: addressOptions,
    calls: [list, add],
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
          for await (const batch of context.stream(list)) {
            yield* batch.filter(({unsubscribe_groups_id: group}) => group === null);
          }
        },
        add: addresses => context.call(add, {email_address: addresses}),
      }),
  });

/** `emk unsubscribe-groups recipients add`. It is given the operations for the same reason. */
export const addGroupRecipients = (groups: typeof groupOperations, {list, add}: typeof recipientOperations): Command =>
  command({
    summary: 'Add addresses that get no more mail of a group',
    details: 'Addresses that left it already are left out, and those added are looked for in the list afterwards.',
    takes: {
      group: {
        type: 'integer',
        required: true,
        value: 'group',
        help: 'The unsubscribe group',
        from: () => import('./unsubscribe-groups.js'),
      },
      ...addressOptions,
    },
    calls: [groups.list, list, add],
    examples: [
      'emk unsubscribe-groups recipients add --group 4 --email ada@example.com',
      'emk unsubscribe-groups recipients add --group "Weekly news" --file left.txt',
    ],
    async run(context, {group, ...input}) {
      const exists = async () => {
        if (!(await isListed(context, {list: groups.list, key: 'id'}, group))) throw noSuch(NOUN, group);
      };
      await exists();
      const {addAddresses} = await import('./add-addresses.js');
      return addAddresses(context, input, {
        called: 'out of the group',
        async *entries() {
          for await (const batch of unlessNotFound(context.stream(list, {groupId: group}), exists)) yield* batch;
        },
        add: addresses => context.call(add, {unsubscribe_groups_id: group, email_address: addresses}),
      });
    },
  });

const NOUN = {one: 'unsubscribe group', many: 'unsubscribe groups'};
