import type {Context} from '../commands/command.js';
import {unsubscribing} from '../effect/effect.js';
import type {Done} from '../output/results/result.js';
import {addMissing} from '../resources/shared/add-addresses.js';
import {leavingBook} from '../resources/shared/leaving-book.js';
import type {Copied} from './read-copy.js';

/** Puts addresses back on the list of people who get no mail, or none of a group. */
export async function addressesBack(context: Context, {recordsOf}: Copied): Promise<readonly Done[]> {
  const left = new Map<number | null, string[]>();
  for (const record of [...recordsOf('unsubscribers'), ...recordsOf('unsubscribe-groups recipients')]) {
    const group = (record['unsubscribe_groups_id'] as number | null | undefined) ?? null;
    const addresses = left.get(group) ?? [];
    left.set(group, addresses);
    addresses.push(String(record['email_address']));
  }
  const reports: Done[] = [];
  for (const [group, addresses] of left)
    reports.push(
      await addMissing(
        context,
        {addresses, bad: []},
        leavingBook(context, group, fresh => context.agree(unsubscribing(fresh.length))),
      ),
    );
  return reports;
}
