import {join} from 'node:path';
import {madeIn} from '../account-files/apply/apply-journal.js';
import type {Made} from '../account-files/folder/made-records.js';
import {restoredFolder} from '../accounts/kept-deletions.js';
import {readEveryCopy} from '../accounts/read-kept-deletion.js';
import {targetOf} from '../accounts/target.js';
import type {Context} from '../commands/command.js';

/** A record of the account by its kind and its id or code. */
export const recordKey = (kind: string, id: unknown): string => `${kind} ${String(id)}`;

/**
 * What restores of other copies have made: it is theirs, however much it looks like a record of this copy. What had
 * come back from this copy, was deleted once more and came back from there is still of this copy.
 */
export async function madeByOthers(context: Context, name: string, made: Made): Promise<ReadonlySet<string>> {
  const {host} = context;
  const target = targetOf(await context.account());
  const [ours, others] = [new Set(keysIn(made)), new Set<string>()];
  for (const [copy, deleted] of await deletedByCopy(context)) {
    if (copy === name) continue;
    const there = keysIn(await madeIn(join(restoredFolder(host), copy), target));
    const whose = deleted.some(key => ours.has(key)) ? ours : others;
    for (const key of there) whose.add(key);
  }
  return others;
}

/** The records in every copy of this account, the oldest copy first. */
async function deletedByCopy(context: Context): Promise<ReadonlyMap<string, readonly string[]>> {
  const copies = new Map<string, string[]>();
  for await (const {copy, kind, record} of readEveryCopy(context)) {
    const keys = copies.get(copy) ?? [];
    copies.set(copy, keys);
    keys.push(recordKey(kind, record['id']), recordKey(kind, record['utr']));
  }
  return copies;
}

const keysIn = ({records, members}: Made): readonly string[] => [
  ...[...records].flatMap(([kind, byName]) => [...byName.values()].map(({id}) => recordKey(kind, id))),
  ...[...(members.get('automations')?.values() ?? [])].flatMap(emails =>
    [...emails.values()].map(utr => recordKey('automations emails', utr)),
  ),
];
