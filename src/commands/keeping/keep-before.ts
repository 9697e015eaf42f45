import type {Loose, Source} from '../../api/describe/schema.js';
import type {Context} from '../command.js';
import {listedRecords} from '../verbs/listed.js';
import {quotedName} from '../verbs/sentences.js';
import type {Kept} from './keeping.js';
import {kindOf} from './keeping.js';

type Id = string | number;

/** What is about to be deleted, and how to read its list, if possible. */
type Doomed = {readonly of: Source; readonly listInput: Loose | undefined; readonly ids: readonly Id[]};

/** The copy, the names of the records, and which of the ids are in the list, if all of it was read. */
type KeptBefore = {readonly kept?: Kept | undefined; readonly names?: Names; readonly listed?: Pick<Names, 'has'>};

type Names = ReadonlyMap<string, string | undefined>;

/**
 * Copies records to a private file before they are deleted, together with what the service deletes with them. It writes
 * while reading, so the length of the list does not matter. If reading or writing fails, nothing may be deleted.
 */
export async function keepBefore(context: Context, {of, listInput, ids}: Doomed): Promise<KeptBefore> {
  const kind = kindOf(of);
  if (kind === undefined || listInput === undefined || context.globals.dryRun) return {};
  const keeping = await context.keepDeleted();
  if (!keeping) return {};
  const {detailsOf, belowOf} = await import('./whole-records.js');
  const details = detailsOf(kind, ids.length);
  const names = new Map<string, string | undefined>();
  const found: Loose[] = [];
  try {
    const keep = (records: readonly Loose[]): void => {
      keeping.add(kind, records);
      for (const record of records) names.set(String(record[of.key]), quotedName(of, record));
      if (belowOf(kind)) found.push(...records);
    };
    if (details) {
      for (const id of ids) keep(await details(context, id));
    } else {
      const wanted = new Set(ids.map(String));
      for await (const batch of listedRecords(context, of, listInput)) {
        keep(batch.filter(record => wanted.has(String(record[of.key])) && !record['deleted_at']));
      }
    }
    if (found.length > 0) await belowOf(kind)?.(context, found, (below, records) => keeping.add(below, records));
    return {kept: keeping.finish(), names, ...(details ? {} : {listed: names})};
  } catch (error) {
    keeping.drop();
    throw error;
  }
}
