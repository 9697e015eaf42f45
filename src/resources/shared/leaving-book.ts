import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {turnFor} from '../../commands/verbs/create.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import {unsubscribing} from '../../effect/effect.js';
import groupRecipients, {operations as groupRecipient} from '../../endpoints/group-recipients.js';
import unsubscribes, {operations as unsubscribe} from '../../endpoints/unsubscribes.js';
import {counted} from '../../words/sentence.js';
import type {Ended} from '../../work/ending.js';
import {endedEach} from '../../work/ending-each.js';
import {type AddressBook, addAddresses} from './add-addresses.js';
import type {AddressInput} from './address-options.js';

/** Unsubscribes addresses from one group, or from everything. */
export async function unsubscribeAddresses(context: Context, input: AddressInput): Promise<Ended> {
  const {group = null} = input;
  const book = leavingBook(context, group, fresh =>
    context.agree(unsubscribing(fresh.length), askingIn(context, group, fresh)),
  );
  return endedEach(await addAddresses(context, input, book));
}

/** Several at once are asked about at a terminal. A script has named them, and needs no yes. */
function askingIn(context: Context, group: number | null, fresh: readonly string[]) {
  const from = group === null ? 'all mail' : `the group "${context.called('group', group)}"`;
  const [only = '', ...others] = fresh;
  const who = others.length === 0 ? only : counted(fresh.length, 'address', 'addresses');
  const what = `Unsubscribe ${who} from ${from}`;
  return {what, ...(context.ask.possible && others.length > 0 && {always: true as const})};
}

/** The list of people who left everything, or one group. `agreed` gets the permit when it is known how many are new. */
export function leavingBook(
  {send, stream}: Pick<Context, 'send' | 'stream'>,
  group: number | null,
  agreed: (fresh: readonly string[]) => Promise<Permit<'creates'>>,
): AddressBook {
  let permit: Permit<'creates'>;
  const asking = {
    persists: true,
    async before(fresh: readonly string[]) {
      permit = await agreed(fresh);
      return fresh;
    },
  };
  return group === null
    ? {
        ...asking,
        membership: 'unsubscribed',
        turns: () => [turnFor(unsubscribes, '')],
        async *entries() {
          // People who left only one group are listed too, and still get other mail.
          for await (const batch of stream(unsubscribe.list))
            yield* batch.filter(({unsubscribe_groups_id: left}) => left === null);
        },
        add: email_address => send(permit, unsubscribe.add, {email_address}),
      }
    : {
        ...asking,
        membership: 'out of the group',
        turns: () => [turnFor(groupRecipients, String(group))],
        async *entries() {
          for await (const batch of listedRecords({stream}, groupRecipients, {groupId: group}))
            yield* batch.map(({id, email_address}) => ({id: Number(id), email_address: String(email_address)}));
        },
        add: email_address => send(permit, groupRecipient.add, {unsubscribe_groups_id: group, email_address}),
      };
}
