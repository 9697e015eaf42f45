import type {Loose, Source} from '../../api/describe/schema.js';
import {PreflightError} from '../../errors.js';
import type {Context} from '../command.js';
import {listedRecords} from '../verbs/listed.js';
import {quotedName} from '../verbs/sentences.js';
import {type Keeping, type Kept, type KeptKind, kindOf} from './keeping.js';

type Id = string | number;

declare const copied: unique symbol;

/** The copy of what is deleted is on the disk, or there is none by choice. Nothing is deleted without this. */
export type Copied = {readonly [copied]: true};

/** What is about to be deleted, and how to read its list, if possible. */
export type Doomed = {
  readonly of: Source;
  readonly listInput: Loose | undefined;
  readonly ids: readonly Id[];
  /** How many people may go with them, where lists are deleted: nobody agreed to more. */
  readonly mostPeople?: number | undefined;
  /** Whether a record is still what somebody agreed to delete: the question may have been open for an hour. */
  readonly isStill?: ((record: Loose) => boolean) | undefined;
};

/** The copy, the names of the records, and which of the ids are in the list, if all of it was read. */
type KeptBefore = {
  readonly copied: Copied;
  readonly kept?: Kept | undefined;
  readonly names?: Names;
  readonly listed?: Pick<Names, 'has'>;
  /** Records that are not what was agreed to any more. They are in no copy, and must stay. */
  readonly changed?: ReadonlySet<string>;
};

type Names = ReadonlyMap<string, string | undefined>;

/**
 * Copies records to a private file before they are deleted, together with what the service deletes with them. It writes
 * while reading, so the length of the list does not matter. If reading or writing fails, nothing may be deleted.
 */
export async function keepBefore(context: Context, doomed: Doomed): Promise<KeptBefore> {
  const {of, listInput, mostPeople, isStill} = doomed;
  const kind = kindOf(of);
  if (kind === undefined || context.globals.dryRun) return {copied: done};
  const {underAll} = await import('./whole-records.js');
  const source = listInput === undefined ? underAll(kind)?.(context) : listedRecords(context, of, listInput);
  const copy = source && (await context.keepDeleted());
  if (!source || !(copy || isStill || mostPeople !== undefined)) return {copied: done};
  const keeping = copy ?? noCopy;
  try {
    return await readAndKeep(context, doomed, {kind, source, keeping});
  } catch (error) {
    keeping.drop();
    throw error;
  }
}

async function readAndKeep(
  context: Context,
  doomed: Doomed,
  {kind, source, keeping}: {kind: KeptKind; source: AsyncIterable<readonly Loose[]>; keeping: Keeping},
): Promise<KeptBefore> {
  const {listInput, ids, mostPeople} = doomed;
  const {below, detailsOf, traceOf} = await import('./whole-records.js');
  const details = detailsOf(kind, ids.length);
  const goesWith = keeping === noCopy && mostPeople === undefined ? undefined : below[kind];
  const add = (some: readonly Loose[]): void => keeping.add(kind, some);
  const {names, changed, found, keep} = takingDown({...doomed, add, trace: goesWith && traceOf});
  if (details) for (const id of ids) keep(await details(context, id));
  else keeping.noteLastRow(kind, await readDoomed(doomed, source, keep));
  if (found.length > 0) await goesWith?.(context, found, addBelow(keeping, mostPeople));
  const before = {kept: keeping.finish(), copied: done, names, changed};
  return details || listInput === undefined ? before : {...before, listed: names};
}

/** Takes nothing down, where the settings say that nothing is kept. */
const noCopy: Keeping = {add() {}, noteLastRow() {}, finish: () => undefined, drop() {}};

/** Reads a list for the records that a deletion names, and gives its highest row. */
async function readDoomed(
  {of, ids}: Doomed,
  source: AsyncIterable<readonly Loose[]>,
  keep: (records: readonly Loose[]) => void,
): Promise<number> {
  const wanted = new Set(ids.map(String));
  let lastRow = 0;
  for await (const batch of source) {
    lastRow = batch.reduce((highest, {id}) => Math.max(highest, Number(id)), lastRow);
    keep(batch.filter(record => wanted.has(String(record[of.key])) && !record['deleted_at']));
  }
  return lastRow;
}

type Taking = Doomed & {
  readonly add: (records: readonly Loose[]) => void;
  /** What must be known of a record to find what goes with it, if anything does. */
  readonly trace?: ((record: Loose) => Loose) | undefined;
};

/** Takes records into the copy, but of those that are not what was agreed to only the ids and names. */
function takingDown({of, isStill = () => true, add, trace}: Taking) {
  const names = new Map<string, string | undefined>();
  const changed = new Set<string>();
  const found: Loose[] = [];
  const keep = (records: readonly Loose[]): void => {
    for (const record of records) names.set(String(record[of.key]), quotedName(of, record));
    const others = records.filter(record => !isStill(record));
    for (const record of others) changed.add(String(record[of.key]));
    const same = others.length === 0 ? records : records.filter(record => !changed.has(String(record[of.key])));
    add(same);
    if (trace) found.push(...same.map(trace));
  };
  return {names, changed, found, keep};
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
