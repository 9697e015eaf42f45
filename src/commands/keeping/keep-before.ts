import type {Loose, Source} from '../../api/describe/schema.js';
import {PreflightError} from '../../errors.js';
import type {Context} from '../command.js';
import {listedRecords} from '../verbs/listed.js';
import {quotedName} from '../verbs/sentences.js';
import type {Keeping, Kept} from './keeping.js';
import {kindOf} from './keeping.js';

type Id = string | number;

declare const copied: unique symbol;

/** The copy of what is deleted is on the disk, or there is none by choice. Nothing is deleted without this. */
export type Copied = {readonly [copied]: true};

/** What is about to be deleted, and how to read its list, if possible. */
type Doomed = {
  readonly of: Source;
  readonly listInput: Loose | undefined;
  readonly ids: readonly Id[];
  /** How many people may go with them, where lists are deleted: nobody agreed to more. */
  readonly mostPeople?: number | undefined;
};

/** The copy, the names of the records, and which of the ids are in the list, if all of it was read. */
type KeptBefore = {
  readonly copied: Copied;
  readonly kept?: Kept | undefined;
  readonly names?: Names;
  readonly listed?: Pick<Names, 'has'>;
};

type Names = ReadonlyMap<string, string | undefined>;

/**
 * Copies records to a private file before they are deleted, together with what the service deletes with them. It writes
 * while reading, so the length of the list does not matter. If reading or writing fails, nothing may be deleted.
 */
export async function keepBefore(context: Context, {of, listInput, ids, mostPeople}: Doomed): Promise<KeptBefore> {
  const kind = kindOf(of);
  if (kind === undefined || context.globals.dryRun) return {copied: done};
  const {detailsOf, below, traceOf, underAll} = await import('./whole-records.js');
  const source = listInput === undefined ? underAll(kind)?.(context) : listedRecords(context, of, listInput);
  const keeping = source && (await context.keepDeleted());
  if (!keeping) return {copied: done};
  const details = detailsOf(kind, ids.length);
  const names = new Map<string, string | undefined>();
  const found: Loose[] = [];
  try {
    const keep = (records: readonly Loose[]): void => {
      keeping.add(kind, records);
      for (const record of records) names.set(String(record[of.key]), quotedName(of, record));
      if (below[kind]) found.push(...records.map(traceOf));
    };
    if (details) {
      for (const id of ids) keep(await details(context, id));
    } else {
      const wanted = new Set(ids.map(String));
      let lastRow = 0;
      for await (const batch of source) {
        lastRow = batch.reduce((highest, {id}) => Math.max(highest, Number(id)), lastRow);
        keep(batch.filter(record => wanted.has(String(record[of.key])) && !record['deleted_at']));
      }
      keeping.noteLastRow(kind, lastRow);
    }
    if (found.length > 0) await below[kind]?.(context, found, addBelow(keeping, mostPeople));
    return {
      kept: keeping.finish(),
      copied: done,
      names,
      ...(details || listInput === undefined ? {} : {listed: names}),
    };
  } catch (error) {
    keeping.drop();
    throw error;
  }
}

const done = {} as Copied;

/** For an erasure, and for what a test of a mailing has added itself: neither leaves a copy. */
export const withoutCopy = (): Copied => done;

/** Adds what goes with the records, as long as no more people do than somebody agreed to. */
function addBelow(keeping: Keeping, mostPeople = Number.POSITIVE_INFINITY): Keeping['add'] {
  let people = 0;
  return (kind, records) => {
    keeping.add(kind, records);
    if (kind === 'contacts') people += records.length;
    if (people > mostPeople) throw joinedSince(mostPeople);
  };
}

const joinedSince = (agreed: number): PreflightError =>
  new PreflightError(`More people are on the list by now than the ${agreed} that you agreed to delete.`, {
    hint: 'Nothing was deleted. Run the same line again to see who would go.',
  });
