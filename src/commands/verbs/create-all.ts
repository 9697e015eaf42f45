import type {Collection} from '../../api/describe/collection.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Journal} from '../../change/work/journal.js';
import type {Id, Item} from '../../change/work/record.js';
import {
  DeclinedError,
  EmkError,
  InterruptedError,
  orUnknown,
  PartialError,
  UnknownOutcomeError,
} from '../../core/errors.js';
import {counted} from '../../core/words/sentence.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import type {Context} from '../command.js';
import {afterChange} from './after-change.js';
import {turnFor} from './create.js';
import {newSince, surveyList} from './find-created.js';

/** A record to create by one request, which the journal announces. */
export type Step = {
  readonly item: Item;
  /** `sends` if the record mails people as soon as it is there. */
  readonly does?: 'creates' | 'sends';
  readonly print?: string;
  /** Sends the request, and returns the new id if the answer says it. */
  send(): Promise<Id | undefined>;
};

/** A record to create, and what the service will call it: several may be wanted with one name. */
export type WantedRecord = Step & {readonly name: string};

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
  readonly journal: StepJournal;
  /** Called with each that is there now, made or adopted. */
  made(wanted: W, id: Id): void | Promise<void>;
};

type StepJournal = Pick<Journal, 'begin' | 'answer'>;

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
  {of, within = {}, nameOf, isKnown, adopts, journal, made}: Creations<W>,
  wanted: readonly W[],
): Promise<void> {
  const {noun, key} = of;
  if (context.globals.dryRun) {
    for (const one of wanted) {
      await one.send();
      await made(one, '');
    }
    return;
  }
  const left = [...wanted];
  const adopted: [W, Id][] = [];
  const likeness = (row: Loose) => {
    const at = isKnown(row) ? -1 : left.findIndex(({name}) => name === nameOf(row));
    if (at < 0) return undefined;
    if (!adopts) return 'same';
    for (const one of left.splice(at, 1)) adopted.push([one, row[key] as Id]);
    return undefined;
  };
  const {highest, duplicate} = await surveyList(context, {of, input: within}, {likeness});
  if (duplicate) {
    const called = wanted.find(({name}) => name === nameOf(duplicate))?.item.key;
    throw new PartialError(`There is a new ${noun.one} "${called}", which was not there when emk compared.`, {
      hint: AGAIN,
    });
  }
  for (const [one, id] of adopted) await made(one, id);
  const found = new Map<W, Id>();
  await createEach(journal, left, {
    lastRow: highest,
    host: context.host,
    async find(lostAnswer) {
      const change = {happened: 'Something was created', lostAnswer, hint: AGAIN};
      const rows = await afterChange(context, change, () =>
        newSince(context, {of, input: within, isIt: isNotDeleted}, highest),
      );
      rows.sort((one, other) => Number(one['id']) - Number(other['id']));
      return ({name}) => {
        const taken = new Set(found.values());
        const alike = rows.filter(row => nameOf(row) === name && !taken.has(row[key] as Id));
        // Several may be wanted with one name: they appear in the order in which they were created.
        const open = left.filter(one => one.name === name && !found.has(one));
        return alike.slice(0, alike.length > open.length ? 2 : 1).map(row => row[key] as Id);
      };
    },
    made(one, id) {
      found.set(one, id);
      return made(one, id);
    },
    unclear: ({item: {key: called}}, some) =>
      some === 'none'
        ? new PartialError(`The ${noun.one} "${called}" was created, but the service does not list it yet.`, {
            hint: AGAIN,
          })
        : new PartialError(`There are several new ${noun.many} called "${called}", and emk made only one.`, {
            hint: 'Delete the wrong one, then run the same line again.',
          }),
  });
}

const AGAIN = 'Run the same line again: emk looks first.';

/** How emk finds what it has created, and what it does with the ids. */
type Finding<S extends Step> = {
  /** The highest row before the first step, and the clock. */
  readonly lastRow: number;
  readonly host: {now(): Date};
  /** Reads the new records, and returns the ids of those that a step may have made. */
  readonly find: (lostAnswer?: UnknownOutcomeError) => Promise<(step: S) => readonly Id[]>;
  /** Called once a record is known and in the journal. */
  readonly made: (step: S, id: Id) => void | Promise<void>;
  /** The error if several new records look like that of a step, or none although the service said yes. */
  readonly unclear: (step: S, found: 'several' | 'none') => EmkError;
};

/**
 * Creates records one by one, each on disk before its request. Those whose answer names no id are looked for together at the
 * end, but at once after a lost answer: nothing is created twice, and nothing that was created is lost.
 */
export async function createEach<S extends Step>(
  journal: StepJournal,
  steps: readonly S[],
  {lastRow, host, find, made, unclear}: Finding<S>,
): Promise<void> {
  const pending: Array<{readonly step: S; readonly number: number}> = [];
  const note = async (step: S, number: number, id: Id): Promise<void> => {
    journal.answer(number, 'acknowledged', {made: [[step.item.key, id]]});
    await made(step, id);
  };
  const findPending = async (lostAnswer?: UnknownOutcomeError): Promise<void> => {
    if (pending.length === 0) return;
    const idsOf = await find(lostAnswer);
    for (const {step, number} of pending.splice(0)) {
      const [id, another] = idsOf(step);
      if (id !== undefined && another !== undefined) throw unclear(step, 'several');
      if (id === undefined) throw lostAnswer ?? unclear(step, 'none');
      await note(step, number, id);
    }
  };
  try {
    for (const step of steps) {
      const since = {lastRow, startedAt: host.now().getTime()};
      const more = {since, ...(step.print !== undefined && {print: step.print})};
      const number = journal.begin(step.does ?? 'creates', {items: [step.item]}, more);
      const answer = await answeredIfFailed(journal, () => number, step.send).catch(orUnknown);
      if (typeof answer === 'string' || typeof answer === 'number') {
        await note(step, number, answer);
        continue;
      }
      pending.push({step, number});
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
