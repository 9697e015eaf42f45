import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import contactTypes from '../../endpoints/contact-types.js';

/** How many contacts each contact type has, by id: deleting a type deletes them. */
export async function contactCounts(context: Context): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  await forEachRecord(listedRecords(context, contactTypes), ({id, contacts_count}) => {
    counts.set(String(id), Number(contacts_count));
  });
  return counts;
}
