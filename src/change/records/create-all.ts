import {allRecords, forEachRecord} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/operation.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import {
  DeclinedError,
  EmkError,
  InterruptedError,
  orUnknown,
  PartialError,
  UnknownOutcomeError,
} from '../../core/errors.js';
import {andList, counted} from '../../core/words/sentence.js';
import {trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {Context} from '../context.js';
import type {Id, Item, Journal} from '../work/journal.js';
import {afterChange} from './after-change.js';
import {listedRecords} from './read.js';

/** A record to create by one request, which the journal announces. */
type WantedRecord = {
  /** What the service will call it: several may be wanted with one name. */
  readonly name: string;
  /** What the journal and people call it, if not by its name. */
  readonly item?: Item;
  readonly print?: string;
  /** Sends the request, and returns its answer, which may say the new code. */
  send(): Promise<unknown>;
};

/** Where records are created, and how they are found there. */
type Creations = {
  readonly of: Collection;
  /** The input of their list, if they are below another record. */
  readonly within?: Loose;
  /** The name of a row, in the form of that of a wanted record; undefined for a row that is certainly none of them. */
  nameOf(row: Loose): string | undefined;
  /** What is made, before the first request and after each, on disk; omitted for what is looked up at once. */
  readonly journal?: Pick<Journal, 'begin' | 'answer'>;
};

type AllCreations<W extends WantedRecord> = Creations & {
  /** Whether a row was there when somebody decided what to create. */
  isKnown(row: Loose): boolean;
  /** Whether a row that others have made meanwhile is as good as an own one; else it is an error. */
  readonly adopts: boolean;
  /** Called with each that is there now, made or adopted. */
  made(wanted: W, id: Id): void | Promise<void>;
};

/**
 * Creates records of one list: reads it once, announces and sends each, and reads it again for those whose answer says no
 * id, at once after a lost answer. Nothing is created twice, and runs on one machine take turns by name.
 */
export async function createAll<W extends WantedRecord>(
  context: Context,
  creations: AllCreations<W>,
  wanted: readonly W[],
): Promise<void> {
  const [first] = wanted;
  if (!first) return;
  const {made, of, within = {}} = creations;
  if (context.globals.dryRun) {
    for (const one of wanted) {
      await one.send();
      await made(one, '');
    }
    return;
  }
  const {noun} = of;
  const parents = Object.values(within).map(String);
  const names = [...new Set(wanted.map(({name}) => name))];
  const what =
    wanted.length === 1 ? `the ${noun.one} "${calledBy(first)}"` : counted(wanted.length, noun.one, noun.many);
  const turns = parents.length > 0 ? [turnFor({noun}, ...parents)] : names.map(name => turnFor({noun}, name));
  await context.takeTurns(turns, what, async () => {
    const {left, highest} = await adopt(context, creations, wanted);
    const created = await createSince(context, creations, left, highest, made);
    for (const {error} of created.values()) if (error) throw error;
  });
}

/** The id of a new record, its row if it was read, and an error if it is only the first of several that look the same. */
type Created = {readonly id: Id; readonly row?: Loose; readonly error?: PartialError};

/** Creates records in a list that was read before: new ones have a higher row. Gives the id of each, and its row if it was read. */
export async function createSince<W extends WantedRecord>(
  context: Context,
  {of, within = {}, nameOf, journal = noJournal}: Creations,
  wanted: readonly W[],
  highest: number,
  made: (one: W, id: Id) => void | Promise<void> = () => {},
): Promise<ReadonlyMap<W, Created>> {
  const found = new Map<W, Created>();
  const note = async (one: W, step: number, id: Id, row?: Loose): Promise<void> => {
    journal.answer(step, 'acknowledged', {made: [[calledBy(one), id]]});
    found.set(one, {id, ...(row && {row})});
    await made(one, id);
  };
  const pending: Array<{readonly one: W; readonly step: number}> = [];
  const findPending = async (lostAnswer?: UnknownOutcomeError): Promise<void> => {
    const [first] = pending;
    if (!first) return;
    const happened = `The ${titleOf(of, calledBy(first.one))} was created`;
    const change = {happened, lostAnswer, hint: AGAIN};
    const isNew = (row: Loose): boolean => Number(row['id']) > highest && isNotDeleted(row);
    const look = () => allRecords(listedRecords(context, of, within), isNew);
    const rows = (await afterChange(context, change, look)).sort(
      (row, other) => Number(row['id']) - Number(other['id']),
    );
    for (const {one, step} of pending.splice(0)) {
      const taken = new Set([...found.values()].map(({id}) => id));
      const alike = rows.filter(row => nameOf(row) === one.name && !taken.has(row[of.key] as Id));
      // Several may be wanted with one name: they appear in the order in which they were created.
      const open = wanted.filter(other => other.name === one.name && !found.has(other));
      const [row] = alike;
      const isOne = alike.length <= open.length;
      if (!row || (lostAnswer && !isOne)) throw lostAnswer ?? notOne(of, calledBy(one), []);
      const id = row[of.key] as Id;
      if (isOne) await note(one, step, id, row);
      else found.set(one, {id, row, error: notOne(of, calledBy(one), alike)});
    }
  };
  try {
    for (const one of wanted) {
      const since = {lastRow: highest, startedAt: context.host.now().getTime()};
      const more = {since, ...(one.print !== undefined && {print: one.print})};
      const {item = {kind: of.noun.many, key: one.name}} = one;
      const step = journal.begin('creates', {items: [item]}, more);
      const answer = await one.send().catch(lostOrThrown(journal, step));
      const utr = of.key === 'utr' ? utrIn(answer) : undefined;
      if (utr !== undefined) {
        await note(one, step, utr);
        continue;
      }
      pending.push({one, step});
      if (answer instanceof UnknownOutcomeError) await findPending(answer);
    }
  } catch (error) {
    // The earlier ones were created: read their ids now, or they are lost.
    const isSeen = error instanceof UnknownOutcomeError || error instanceof InterruptedError;
    if (error instanceof EmkError && !isSeen) await findPending();
    throw error;
  }
  await findPending();
  return found;
}

/** Reads the list before, and takes what others have made meanwhile for what is wanted, or refuses to go on. */
async function adopt<W extends WantedRecord>(
  context: Context,
  {of, within, nameOf, isKnown, adopts, made}: AllCreations<W>,
  wanted: readonly W[],
): Promise<{readonly left: readonly W[]; readonly highest: number}> {
  const left = [...wanted];
  const adopted: [W, Id][] = [];
  const likeness = (row: Loose) => {
    const at = isKnown(row) ? -1 : left.findIndex(({name}) => name === nameOf(row));
    if (at < 0) return undefined;
    if (!adopts) return 'same';
    for (const one of left.splice(at, 1)) adopted.push([one, row[of.key] as Id]);
    return undefined;
  };
  const {highest, duplicate} = await surveyList(context, {of, ...(within && {within}), likeness});
  if (duplicate) {
    const called = wanted.find(({name}) => name === nameOf(duplicate));
    throw new PartialError(
      `There is a new ${of.noun.one} "${called && calledBy(called)}", which was not there when emk compared.`,
      {
        hint: AGAIN,
      },
    );
  }
  for (const [one, id] of adopted) await made(one, id);
  return {left, highest};
}

const noJournal: Pick<Journal, 'begin' | 'answer'> = {begin: () => 0, answer() {}};

const calledBy = ({item, name}: WantedRecord): string => item?.key ?? name;

/** The utr of a new record, if the service returned it. */
export const utrIn = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'utr' in answer ? String(answer.utr) : undefined;

const AGAIN = 'Look at the newest ones before you run the same line again.';

/** The error if not exactly one new record can be the one that was created. */
function notOne(of: Collection, name: string, alike: readonly Loose[]): PartialError {
  const title = titleOf(of, name);
  if (alike.length === 0)
    return new PartialError(`The ${title} was created, but the service does not list it yet.`, {hint: AGAIN});
  const ids = alike.map(row => String(row[of.key]));
  return new PartialError(`There are ${ids.length} times a new ${title}, and emk made only one: ${andList(ids)}.`, {
    hint: 'Look at them, and delete what is too much.',
  });
}

const titleOf = ({noun}: Collection, name: string): string => (name === '' ? noun.one : `${noun.one} "${name}"`);

/** Takes a failed request for a lost answer, or throws. If it was certainly not applied, the journal says so. */
const lostOrThrown =
  (journal: Pick<Journal, 'answer'>, step: number) =>
  (error: unknown): UnknownOutcomeError => {
    const isOpen = OPEN.some(kind => error instanceof kind) && !(error instanceof DeclinedError);
    if (error instanceof EmkError && !isOpen) journal.answer(step, 'not_applied');
    return orUnknown(error);
  };

/** After these nobody knows whether it was applied; a person who says no has stopped it. */
const OPEN = [UnknownOutcomeError, InterruptedError, PartialError];

/** What runs take turns for: a name of a kind, or what is within a record, such as the people of a list. */
export const turnFor = ({noun}: Pick<Collection, 'noun'>, ...names: readonly string[]): readonly string[] => [
  noun.many,
  ...names.map(name => trim(name).toLowerCase()),
];

/** What runs take turns for that read one record and write it back: each would write over what the other changed. */
export const turnForOne = ({noun}: Pick<Collection, 'noun'>, id: unknown): readonly string[] => [
  `${noun.one} by id`,
  String(id),
];

/** Where a new record will appear, and the input of that list. */
type Surveying = {
  readonly of: Source;
  readonly within?: Loose;
  /** How much a record is like the new one: the first `same` counts, or else the first `alike`. */
  likeness?(record: Loose): 'same' | 'alike' | undefined;
};

/** A list before a creation: its highest id, which a new record exceeds, and a record of the same name if asked for. */
export async function surveyList(
  context: Pick<Context, 'stream'>,
  {of, within, likeness}: Surveying,
): Promise<{readonly highest: number; readonly duplicate: Loose | undefined}> {
  let highest = 0;
  const found: {same?: Loose; alike?: Loose} = {};
  await forEachRecord(listedRecords(context, of, within), record => {
    highest = Math.max(highest, Number(record['id']));
    const like = found.same === undefined && isNotDeleted(record) ? likeness?.(record) : undefined;
    if (like) found[like] ??= record;
  });
  return {highest, duplicate: found.same ?? found.alike};
}
