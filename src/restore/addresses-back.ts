import {readKeptDeletion} from '../accounts/read-kept-deletion.js';
import {allRecords} from '../api/answers/record-sources.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {listedRecords} from '../commands/verbs/listed.js';
import groupRecipients, {operations as groups} from '../endpoints/unsubscribe-group-recipients.js';
import {operations as unsubscribers} from '../endpoints/unsubscribers.js';
import type {Done} from '../output/results/result.js';
import {addMissing} from '../resources/shared/add-addresses.js';

/** Puts addresses back on the list of people who get no mail, or none of a group. */
export async function addressesBack(context: Context, path: string): Promise<readonly Done[]> {
  const left = new Map<number | null, string[]>();
  for await (const {kind, record} of readKeptDeletion(context, path)) {
    if (kind !== 'unsubscribers' && kind !== 'unsubscribe-groups recipients') continue;
    const group = (record['unsubscribe_groups_id'] as number | null | undefined) ?? null;
    left.set(group, [...(left.get(group) ?? []), String(record['email_address'])]);
  }
  const {call, stream} = context;
  const reports: Done[] = [];
  for (const [group, addresses] of left) {
    reports.push(
      await addMissing(
        context,
        {addresses, bad: []},
        {
          membership: group === null ? 'unsubscribed' : 'in the group',
          async *entries() {
            const all =
              group === null ? stream(unsubscribers.list) : listedRecords(context, groupRecipients, {groupId: group});
            const here = (one: Loose): boolean => (one['unsubscribe_groups_id'] ?? null) === group;
            const found = await allRecords<Loose>(all, here);
            yield* found.map(({id, email_address}) => ({id: Number(id), email_address: String(email_address)}));
          },
          add: email_address =>
            group === null
              ? call(unsubscribers.add, {email_address})
              : call(groups.add, {unsubscribe_groups_id: group, email_address}),
        },
      ),
    );
  }
  return reports;
}
