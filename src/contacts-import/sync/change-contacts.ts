import {type EmkError, PartialError, ThrottledError, UnknownOutcomeError, UnreachableError} from '../../errors.js';
import type {Failure} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type MovePermit, type Moves, openMoves, sayWhoMoved} from '../../resources/shared/move-people.js';
import {concurrently} from '../../work/concurrently.js';
import {rangesOfNumbers} from '../../work/ranges.js';
import {stopsEverything, toEmkError} from '../../work/stop-errors.js';
import type {ImportJournal} from '../journal/runs.js';
import {stopIfInterrupted} from '../send/interruption.js';
import {type ChangedRow, type Changing, changeContact} from './change-contact.js';
import type {Conflict} from './compare-list.js';
import type {SyncPlan} from './plan-sync.js';
import {keyOf} from './read-rows.js';
import {differs, same, toChange} from './row-table.js';

/** What became of some contacts: how many are correct, which are not, and the error that stopped the work, if any. */
export type Worked = {
  readonly done: number;
  readonly failed: readonly Failure[];
  readonly stopped?: EmkError | undefined;
};

type Changeable = SyncPlan & {readonly permit: MovePermit};

/** The changes of a sync, which may be made in two parts of the night: what the first has done is not done again. */
type Changes = {
  /** Changes contacts, and a few times more those whose answers were lost. */
  make(): Promise<Worked>;
  /** Changes those again whose answers were lost, until `EMK_MAX_WAIT` has passed. Returns the results of both. */
  makeOwed(): Promise<Worked>;
  /** Says who moved in the end, and who did not. */
  tell(): Promise<void>;
};

/** Updates contacts in batches, whose ids are in the journal before. The first contact goes alone, as a test. */
export function openChanges(plan: Changeable, typeId: number, journal: ImportJournal): Changes {
  const {job, permit} = plan;
  const {context, settings} = job;
  const atDoor = {include_unsubscribed: settings.includeUnsubscribed};
  // Nobody is asked in the middle of the work: the plan skips new addresses of people who left.
  const silent = {...context, ask: {...context.ask, possible: false}};
  let moves: Promise<Moves> | undefined;
  const arrived = new Set<string>();
  const changing: Changing = {
    context,
    permit,
    typeId,
    terms: plan.terms,
    findCountry: plan.findCountry,
    settle: settings.settle,
    moves: () => (moves ??= context.persist(() => openMoves(silent, atDoor, permit))),
    arrived: address => arrived.add(foldAddress(address)),
    patient: true,
  };
  const so: Round = {done: 0, failed: [], unanswered: [], open: []};
  const notYet = new UnreachableError('Answers were lost, and the list shows that some contacts were not changed');
  const inRounds = async (most: number): Promise<Worked> => {
    let stopped: EmkError | undefined;
    let round = 0;
    let isSure = true;
    try {
      await context.persist(async () => {
        isSure &&= so.unanswered.length === 0;
        so.unanswered = [];
        await changeOnce(plan, changing, journal, so);
        if (so.unanswered.length > 0 && ++round < most) throw notYet;
      });
    } catch (error) {
      if (error !== notYet) stopped = toEmkError(error, context.host);
      // A request that the service turned away has an answer: the next run has nothing to wait for, unless another one was lost.
      isSure &&= so.unanswered.length === 0;
      const isAnswered = isSure && stopped instanceof ThrottledError && !context.host.interrupted.aborted;
      if (isAnswered) for (const step of so.open.splice(0)) journal.answer(step, 'acknowledged');
    } finally {
      context.progress.clear();
    }
    return {done: so.done, failed: [...so.failed, ...so.unanswered], stopped};
  };
  return {
    make: () => inRounds(FEW_ROUNDS),
    makeOwed: () => inRounds(Number.POSITIVE_INFINITY),
    async tell() {
      const {carried = []} = (await moves?.catch(() => undefined)) ?? {};
      sayWhoMoved(context, carried, atDoor, ({to}) => arrived.has(foldAddress(to)));
    },
  };
}

/** Whether the answer about a contact was lost, so that it can be changed yet. */
export const isLost = ({error}: Failure): boolean => error instanceof UnknownOutcomeError;

/** The results so far, the contacts of this round whose answers were lost, and the steps of the journal that are not over. */
type Round = {done: number; failed: Failure[]; unanswered: Failure[]; readonly open: number[]};

/** Goes once over all contacts that are still to be changed. A service that answers nobody ends that early. */
async function changeOnce(plan: SyncPlan, changing: Changing, journal: ImportJournal, so: Round): Promise<void> {
  const {sync, counts, rows, job} = plan;
  const {context} = job;
  let lostInARow = 0;
  for await (const batch of batchesToChange(plan)) {
    stopIfInterrupted(context.host);
    so.open.push(journal.begin('updates', {ids: rangesOfNumbers(batch.map(({id}) => id))}));
    const before = so.failed.length;
    const limit = so.done === 0 ? 1 : sync.concurrency;
    await concurrently(limit, batch, async row => {
      if (lostInARow === MOST_LOST) return;
      const error = await changeContact(changing, row).catch(thrown => orFailed(thrown, context));
      const failure = error && {id: row.id, name: row.address, error};
      if (failure && isLost(failure)) {
        so.unanswered.push(failure);
        lostInARow++;
        return;
      }
      lostInARow = 0;
      rows.states[row.at] = failure ? differs : same;
      if (failure) so.failed.push(failure);
      else so.done++;
      context.progress.show({label: 'Changing contacts', done: so.done + so.failed.length, total: counts.toChange});
    });
    for (const step of so.open.splice(0)) journal.answer(step, 'acknowledged');
    const refused = so.failed.length - before;
    if (refused === batch.length && refused >= GIVE_UP) throw refusedAll(so.failed);
    if (lostInARow === MOST_LOST) return;
  }
}

/** The rows to change, in the file's order: first one alone, then batches. */
async function* batchesToChange(plan: SyncPlan): AsyncGenerator<ReadonlyArray<ChangedRow & {readonly at: number}>> {
  const {compared, rows, terms, list} = plan;
  const cellsOf = cellsToChange(plan);
  let next = 0;
  let most = 1;
  let batch: Array<ChangedRow & {readonly at: number}> = [];
  for await (const read of compared.goodValues()) {
    for (const good of read) {
      const at = next++;
      if (rows.states[at] !== toChange) continue;
      const {address, values: cells} = good;
      const key = list.back.addresses.get(at) ?? keyOf(good, terms.key);
      batch.push({at, id: rows.idOf(at), address, key, cells, ...cellsOf(at)});
      if (batch.length < most) continue;
      yield batch;
      [batch, most] = [[], BATCH];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The fields that a row may change: of a file that comes back, those that the person changed and nobody else. */
export function cellsToChange({rows, terms, wanted, comeBack}: SyncPlan): (row: number) => Pick<
  ChangedRow,
  'fields' | 'mayOverwrite'
> & {
  /** The positions of the fields that the list has as the file does, once the row is the same. */
  readonly settled: readonly number[];
} {
  const all = [...wanted];
  const fieldsAt = (some: readonly number[]) => some.flatMap(at => terms.fields[at] ?? []);
  if (!comeBack) return () => ({fields: fieldsAt(all), settled: all});
  const {before, conflicts, mine} = comeBack;
  const placeOf = ({row, field}: Pick<Conflict, 'row' | 'field'>): number => row * terms.fields.length + field;
  const chosen = new Set([...mine].map(placeOf));
  const left = new Set(conflicts.filter(each => !mine.has(each)).map(placeOf));
  return row => {
    const told = [...terms.fields.keys()].filter(field => rows.says(row, field) && !left.has(placeOf({row, field})));
    return {
      fields: fieldsAt(told.filter(field => wanted.has(field))),
      settled: told.filter(field => !rows.noted(row, field) || (wanted.has(field) && rows.states[row] === same)),
      mayOverwrite(compared, now) {
        const field = terms.fields.indexOf(compared);
        return chosen.has(placeOf({row, field})) || before.isUntouched(row, field, now);
      },
    };
  };
}

/** Notes the failure of one contact; an error that would stop all others is thrown. */
function orFailed(thrown: unknown, {host}: SyncPlan['job']['context']): EmkError {
  const error = toEmkError(thrown, host);
  if (stopsEverything(error) || error instanceof PartialError) throw thrown;
  return error;
}

const refusedAll = (failed: readonly Failure[]): PartialError =>
  new PartialError(`The service refused ${failed.length} changes in a row: ${failed.at(-1)?.error.message ?? ''}`, {
    hint: 'The problem does not seem to be in the contacts. No more were changed.',
  });

/** How many contacts one record of the journal names. */
const BATCH = 100;

/** How often a sync goes over its contacts before it does its other work. */
const FEW_ROUNDS = 3;

/** After this many lost answers in a row, the service is down for the others too. */
const MOST_LOST = 5;

/** After this many failures without a success, the others would fail too. */
const GIVE_UP = 20;
