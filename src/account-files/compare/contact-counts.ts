import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import lists from '../../endpoints/lists.js';

/** How many contacts each list has, by id: deleting a type deletes them. */
export async function contactCounts(context: Context): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  await forEachRecord(listedRecords(context, lists), ({id, contacts_count}) => {
    counts.set(String(id), Number(contacts_count));
  });
  return counts;
}
