import type {Context} from '../../../commands/command.js';
import {operations} from '../../../endpoints/contacts.js';
import {PartialError} from '../../../errors.js';
import type {Failure} from '../../../output/results/result.js';
import {foldAddress} from '../../../records/fields/fold-address.js';

/** A contact whose address is corrected. */
export type Fix = {readonly id: number; readonly list: string; readonly from: string; readonly to: string};

/**
 * Skips contacts whose new address is already in their list, or comes twice, and tells the lists of the others. This reads
 * all lists once more.
 */
export async function withoutDoubles(
  {stream}: Context,
  wanted: readonly Fix[],
): Promise<{readonly fixes: readonly Fix[]; readonly left: readonly Failure[]; readonly types: readonly number[]}> {
  const lists = new Map<number, number>();
  const held = new Set<string>();
  const [ids, targets] = [new Set(wanted.map(({id}) => id)), new Set(wanted.map(({to}) => foldAddress(to)))];
  for await (const batch of stream(operations.list)) {
    for (const {id, email, contact_type_id: list, deleted_at} of batch) {
      if (deleted_at !== null) continue;
      if (ids.has(id)) lists.set(id, list);
      const address = foldAddress(email ?? '');
      if (targets.has(address)) held.add(`${list} ${address}`);
    }
  }
  const left: Failure[] = [];
  const fixes = wanted.filter(({id, list, from, to}) => {
    const key = `${lists.get(id)} ${foldAddress(to)}`;
    const isHeld = held.has(key);
    if (!isHeld) held.add(key);
    else
      left.push({
        id,
        name: from,
        error: new PartialError(`${from} was skipped: ${to} is on ${list} already.`, {
          hint: `To delete the mistyped one: emk contacts delete ${id}`,
        }),
      });
    return !isHeld;
  });
  return {fixes, left, types: [...new Set(fixes.flatMap(({id}) => lists.get(id) ?? []))]};
}
