import type {Loose, Source} from '../../api/describe/schema.js';
import type {Context} from '../command.js';
import {listedRecords} from '../verbs/listed.js';
import type {Kept} from './keeping.js';
import {kindOf} from './keeping.js';

type Id = string | number;

/** What is about to be deleted, and the input of its list, where that can be read. */
type Doomed = {
  readonly of: Source;
  readonly listInput: Loose | undefined;
  readonly ids: readonly Id[];
};

/** The copy that was kept, and which of the ids the list holds, where all of the list was read for it. */
type KeptBefore = {readonly kept?: Kept | undefined; readonly listed?: ReadonlySet<string>};

/**
Writes records to a private file before they are deleted, with what the service deletes with them. They go there as they are
read, so a list of any length takes no more memory. Where they cannot be read or written, nothing may be deleted.
*/
export async function keepBefore(context: Context, {of, listInput, ids}: Doomed): Promise<KeptBefore> {
  const kind = kindOf(of);
  if (kind === undefined || listInput === undefined || context.globals.dryRun) return {};
  const keeping = await context.keepDeleted();
  if (!keeping) return {};
  const {detailsOf, belowOf} = await import('./whole-records.js');
  const details = detailsOf(kind, ids.length);
  const listed = new Set<string>();
  const found: Loose[] = [];
  try {
    const keep = (records: readonly Loose[]): void => {
      keeping.add(kind, records);
      if (belowOf(kind)) found.push(...records);
    };
    if (details) {
      for (const id of ids) keep(await details(context, id));
    } else {
      const wanted = new Set(ids.map(String));
      for await (const batch of listedRecords(context, of, listInput)) {
        const doomed = batch.filter(record => wanted.has(String(record[of.key])) && !record['deleted_at']);
        for (const record of doomed) listed.add(String(record[of.key]));
        keep(doomed);
      }
    }
    if (found.length > 0) await belowOf(kind)?.(context, found, (below, records) => keeping.add(below, records));
    return {kept: keeping.finish(), ...(details ? {} : {listed})};
  } catch (error) {
    keeping.drop();
    throw error;
  }
}
