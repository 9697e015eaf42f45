import {readKeptDeletion} from '../accounts/read-kept-deletion.js';
import type {Context} from '../commands/command.js';
import {unsubscribing} from '../effect/effect.js';
import type {Done} from '../output/results/result.js';
import {addMissing} from '../resources/shared/add-addresses.js';
import {leavingBook} from '../resources/shared/leaving-book.js';

/** Puts addresses back on the list of people who get no mail, or none of a group. */
export async function addressesBack(context: Context, path: string): Promise<readonly Done[]> {
  const left = new Map<number | null, string[]>();
  for await (const {kind, record} of readKeptDeletion(context, path)) {
    if (kind !== 'unsubscribers' && kind !== 'unsubscribe-groups recipients') continue;
    const group = (record['unsubscribe_groups_id'] as number | null | undefined) ?? null;
    left.set(group, [...(left.get(group) ?? []), String(record['email_address'])]);
  }
  const reports: Done[] = [];
  for (const [group, addresses] of left)
    reports.push(
      await addMissing(
        context,
        {addresses, bad: []},
        leavingBook(context, group, fresh => context.agree(unsubscribing(fresh))),
      ),
    );
  return reports;
}
