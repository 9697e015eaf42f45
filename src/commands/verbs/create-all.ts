import type {Collection} from '../../api/describe/collection.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Id, Item, Journal} from '../../change/work/journal.js';
import {
  DeclinedError,
  EmkError,
  InterruptedError,
  orUnknown,
  PartialError,
  UnknownOutcomeError,
} from '../../core/errors.js';
import {counted} from '../../core/words/sentence.js';
import {isNotDeleted} from '../../records/fields/path.js';
import type {Context} from '../command.js';
import {afterChange} from './after-change.js';
import {turnFor} from './create.js';
import {newSince, surveyList} from './find-created.js';

/** A record to create by one request, which the journal announces. */
export type WantedRecord = {
  /** What the service will call it: several may be wanted with one name. */
  readonly name: string;
  readonly item: Item;
  readonly print?: string;
  /** Sends the request, and returns the new id if the answer says it. */
  send(): Promise<Id | undefined>;
};

/** Where records are created, and how they are found there. */
type Creations<W extends WantedRecord> = {
  readonly of: Collection;
  /** The input of their list, if they are below another record. */
  readonly within?: Loose;
  /** The name of a row, in the form of that of a wanted record. */
  nameOf(row: Loose): string;
  /** Whether a row was there when somebody decided what to create. */
  isKnown(row: Loose): boolean;
  /** Whether a row that others have made meanwhile is as good as an own one; else it is an error. */
  readonly adopts: boolean;
  /** What is made, before the first request and after each, on disk. */
  readonly journal: Pick<Journal, 'begin' | 'answer'>;
  /** Called with each that is there now, made or adopted. */
  made(wanted: W, id: Id): void | Promise<void>;
};

/**
 * Creates records of one list: reads it once, announces and sends each, and reads it again for those whose answer says no
 * id, at once after a lost answer. Nothing is created twice, and runs on one machine take turns by name.
 */
export async function createAll<W extends WantedRecord>(
  context: Context,
  creations: Creations<W>,
  wanted: readonly W[],
): Promise<void> {
  const [first] = wanted;
  if (!first) return;
  if (context.globals.dryRun) {
    for (const one of wanted) {
      await one.send();
      await creations.made(one, '');
    }
    return;
  }
  const {noun} = creations.of;
  const parents = Object.values(creations.within ?? {}).map(String);
  const names = [...new Set(wanted.map(({name}) => name))];
  const what =
    wanted.length === 1 ? `the ${noun.one} "${first.item.key}"` : counted(wanted.length, noun.one, noun.many);
  const turns = parents.length > 0 ? [turnFor({noun}, ...parents)] : names.map(name => turnFor({noun}, name));
  await context.takeTurns(turns, what, () => lookAndCreate(context, creations, wanted));
}

async function lookAndCreate<W extends WantedRecord>(
  context: Context,
  creations: Creations<W>,
  wanted: readonly W[],
): Promise<void> {
  const {of, within = {}, nameOf, journal, made} = creations;
  const {left, highest} = await adopt(context, creations, wanted);
  const ids = new Map<W, Id>();
  const note = async (one: W, step: number, id: Id): Promise<void> => {
    journal.answer(step, 'acknowledged', {made: [[one.item.key, id]]});
    ids.set(one, id);
    await made(one, id);
  };
  const pending: Array<{readonly one: W; readonly step: number}> = [];
  const findPending = async (lostAnswer?: UnknownOutcomeError): Promise<void> => {
    if (pending.length === 0) return;
    const change = {happened: 'Something was created', lostAnswer, hint: AGAIN};
    const list = {of, input: within, isIt: isNotDeleted};
    const rows = await afterChange(context, change, () => newSince(context, list, highest));
    rows.sort((row, other) => Number(row['id']) - Number(other['id']));
    for (const {one, step} of pending.splice(0)) {
      const taken = new Set(ids.values());
      const alike = rows.filter(row => nameOf(row) === one.name && !taken.has(row[of.key] as Id));
      // Several may be wanted with one name: they appear in the order in which they were created.
      const open = left.filter(other => other.name === one.name && !ids.has(other));
      if (alike.length > open.length) throw several(of, one.item);
      const [row] = alike;
      if (!row) throw lostAnswer ?? unlisted(of, one.item);
      await note(one, step, row[of.key] as Id);
    }
  };
  try {
    for (const one of left) {
      const since = {lastRow: highest, startedAt: context.host.now().getTime()};
      const more = {since, ...(one.print !== undefined && {print: one.print})};
      const step = journal.begin('creates', {items: [one.item]}, more);
      const answer = await answeredIfFailed(journal, () => step, one.send).catch(orUnknown);
      if (typeof answer === 'string' || typeof answer === 'number') {
        await note(one, step, answer);
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
}

/** Reads the list before, and takes what others have made meanwhile for what is wanted, or refuses to go on. */
async function adopt<W extends WantedRecord>(
  context: Context,
  {of, within = {}, nameOf, isKnown, adopts, made}: Creations<W>,
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
  const {highest, duplicate} = await surveyList(context, {of, input: within}, {likeness});
  if (duplicate) {
    const called = wanted.find(({name}) => name === nameOf(duplicate))?.item.key;
    throw new PartialError(`There is a new ${of.noun.one} "${called}", which was not there when emk compared.`, {
      hint: AGAIN,
    });
  }
  for (const [one, id] of adopted) await made(one, id);
  return {left, highest};
}

const AGAIN = 'Run the same line again: emk looks first.';

const several = ({noun}: Collection, {key}: Item): PartialError =>
  new PartialError(`There are several new ${noun.many} called "${key}", and emk made only one.`, {
    hint: 'Delete the wrong one, then run the same line again.',
  });

const unlisted = ({noun}: Collection, {key}: Item): PartialError =>
  new PartialError(`The ${noun.one} "${key}" was created, but the service does not list it yet.`, {hint: AGAIN});

/** Sends a request that the journal has announced. If it was certainly not applied, the journal says so. */
export async function answeredIfFailed<T>(
  journal: Pick<Journal, 'answer'>,
  step: () => number | undefined,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isOpen = OPEN.some(kind => error instanceof kind) && !(error instanceof DeclinedError);
    const number = step();
    if (error instanceof EmkError && !isOpen && number !== undefined) journal.answer(number, 'not_applied');
    throw error;
  }
}

/** After these nobody knows whether it was applied; a person who says no has stopped it. */
const OPEN = [UnknownOutcomeError, InterruptedError, PartialError];
