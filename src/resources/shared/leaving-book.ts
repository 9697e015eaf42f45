import type {Context} from '../../commands/command.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import groupRecipients, {operations as groupRecipient} from '../../endpoints/unsubscribe-group-recipients.js';
import {operations as unsubscribers} from '../../endpoints/unsubscribers.js';
import type {AddressBook} from './add-addresses.js';

/** The list of people who left everything, or one group. */
export const leavingBook = ({call, stream}: Context, group: number | null): AddressBook =>
  group === null
    ? {
        membership: 'unsubscribed',
        persists: true,
        async *entries() {
          // People who left only one group are listed too, and still get other mail.
          for await (const batch of stream(unsubscribers.list))
            yield* batch.filter(({unsubscribe_groups_id: left}) => left === null);
        },
        add: email_address => call(unsubscribers.add, {email_address}),
      }
    : {
        membership: 'out of the group',
        persists: true,
        async *entries() {
          for await (const batch of listedRecords({stream}, groupRecipients, {groupId: group}))
            yield* batch.map(({id, email_address}) => ({id: Number(id), email_address: String(email_address)}));
        },
        add: email_address => call(groupRecipient.add, {unsubscribe_groups_id: group, email_address}),
      };
