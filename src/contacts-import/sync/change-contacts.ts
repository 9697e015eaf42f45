import {type EmkError, PartialError, ThrottledError, UnknownOutcomeError, UnreachableError} from '../../errors.js';
import type {Failure} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type MovePermit, type Moves, openMoves, sayWhoMoved} from '../../resources/move-people.js';
import {rangesOfNumbers} from '../../work/ranges.js';
import {stopsEverything, toEmkError} from '../../work/stop-errors.js';
import type {ImportJournal} from '../journal/runs.js';
import {stopIfInterrupted} from '../send/interruption.js';
import type {Reader} from '../send/listing.js';
import {type ChangedRow, type Changing, changeContact, shownOtherwise} from './change-contact.js';
import {fieldsThatDiffer} from './compare-list.js';
import type {SyncPlan} from './plan-sync.js';
import {differs, same, toChange} from './row-table.js';

/** What became of some contacts: how many are correct, which are not, and the error that stopped the work, if any. */
export type Worked = {
  readonly done: number;
  readonly failed: readonly Failure[];
  readonly stopped?: EmkError | undefined;
};

type Changeable = SyncPlan & {readonly permit: MovePermit};

/** The changes of a sync. What the first pass has done, the second does not do again. */
type Changes = {
  /** Goes once over the contacts to change. */
  make(): Promise<void>;
  /** Changes those again whose answers were lost, until `EMK_MAX_WAIT` has passed. */
  makeOwed(): Promise<void>;
  /** Looks at the list whether it shows what was changed. */
  look(): Reader<boolean>;
  /** Whether a look has come after the last change. */
  isLooked(): boolean;
  worked(): Worked;
  /** Says who moved in the end, and who did not. */
  tell(): void;
};

/** Updates contacts in batches, whose ids are in the journal before. */
export function openChanges(plan: Changeable, journal: ImportJournal): Changes {
  const {job, permit, terms, wanted, rows} = plan;
  const {context, settings} = job;
  const atDoor = {include_unsubscribed: settings.includeUnsubscribed};
  // Nobody is asked in the middle of the work: the plan skips new addresses of people who left.
  const silent = {...context, ask: {...context.ask, possible: false}};
  let moves: Moves | undefined;
  const changing: Changing = {
    ...{context, permit, terms, listId: job.list.id, findCountry: plan.findCountry, settle: settings.settle},
    fields: [...wanted].flatMap(at => terms.fields[at] ?? []),
    moves: async () => (moves ??= await context.persist(() => openMoves(silent, atDoor, permit))),
    isProven: false,
  };
  const changed = new Map<number, {readonly row: number; readonly address: string}>();
  const failed: Failure[] = [];
  let lost: Failure[] = [];
  let unseen: Failure[] = [];
  let stopped: EmkError | undefined;
  let isLooked = true;

  /** Changes one contact, and notes what became of it. Returns whether its answer was lost. */
  const changeOne = async (row: ChangedRow & {readonly at: number}): Promise<boolean> => {
    const error = await changeContact(changing, row).catch(thrown => orFailed(thrown, context));
    const failure = error && {id: row.id, name: row.address, error};
    if (failure && isLost(failure)) {
      lost.push(failure);
      return true;
    }
    rows.states[row.at] = failure ? differs : same;
    if (failure) failed.push(failure);
    else changed.set(row.id, {row: row.at, address: row.address});
    isLooked &&= failure !== undefined;
    const done = changed.size + failed.length;
    context.progress.show({label: 'Changing contacts', done, total: plan.counts.toChange});
    return false;
  };

  let lostInARow = 0;

  /** Changes some contacts. Returns whether the service is there at all. */
  const changeBatch = async (batch: ReadonlyArray<ChangedRow & {readonly at: number}>): Promise<boolean> => {
    for (const row of batch) {
      lostInARow = (await changeOne(row)) ? lostInARow + 1 : 0;
      if (lostInARow === MOST_LOST) return false;
    }
    return true;
  };

  /** Goes once over all contacts that are still to be changed. A service that answers nobody ends that early. */
  const once = async (): Promise<void> => {
    lost = [];
    lostInARow = 0;
    for await (const batch of batchesToChange(plan)) {
      stopIfInterrupted(context.host);
      const before = failed.length;
      const step = journal.begin('updates', {ids: rangesOfNumbers(batch.map(({id}) => id))});
      const isThere = await changeBatch(batch).catch(error => {
        // A request that the service turned away has an answer: the next run has nothing to wait for.
        const isAnswered = toEmkError(error, context.host) instanceof ThrottledError && lost.length === 0;
        if (isAnswered && !context.host.interrupted.aborted) journal.answer(step, 'acknowledged');
        throw error;
      });
      journal.answer(step, 'acknowledged');
      const refused = failed.length - before;
      if (refused === batch.length && refused >= GIVE_UP) throw refusedAll(failed);
      if (!isThere) return;
    }
  };

  const orStopped = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      if (error !== notYet) stopped = toEmkError(error, context.host);
    } finally {
      context.progress.clear();
    }
  };

  return {
    make: () => orStopped(() => context.persist(once)),
    makeOwed: () =>
      lost.length === 0 || stopped
        ? Promise.resolve()
        : orStopped(() =>
            context.persist(async () => {
              await once();
              if (lost.length > 0) throw notYet;
            }),
          ),
    look() {
      unseen = [];
      return {
        see(contact) {
          const one = changed.get(contact.id);
          const missing = one ? fieldsThatDiffer(plan, one.row, contact).filter(at => wanted.has(at)) : [];
          if (!one || missing.length === 0) return;
          const fields = missing.flatMap(at => terms.fields[at] ?? []);
          unseen.push({id: contact.id, name: one.address, error: shownOtherwise(one.address, fields)});
        },
        result() {
          isLooked = true;
          return unseen.length === 0;
        },
      };
    },
    isLooked: () => isLooked,
    worked: () => ({done: changed.size - unseen.length, failed: [...failed, ...lost, ...unseen], stopped}),
    tell() {
      const arrived = new Set([...changed.values()].map(({address}) => foldAddress(address)));
      sayWhoMoved(context, moves?.carried ?? [], atDoor, ({to}) => arrived.has(foldAddress(to)));
    },
  };
}

/** Ends a pass after which some answers are still lost, so that another one follows. */
const notYet = new UnreachableError('Answers were lost, and the list shows that some contacts were not changed');

/** Whether the answer about a contact was lost, so that it can be changed yet. */
const isLost = ({error}: Failure): boolean => error instanceof UnknownOutcomeError;

/** The rows to change, in the file's order: first one alone, then batches. */
async function* batchesToChange({
  compared,
  rows,
  list,
  edited,
}: SyncPlan): AsyncGenerator<ReadonlyArray<ChangedRow & {readonly at: number}>> {
  let next = 0;
  let most = 1;
  let batch: Array<ChangedRow & {readonly at: number}> = [];
  for await (const read of compared.goodValues()) {
    for (const {address, values: cells} of read) {
      const at = next++;
      if (rows.states[at] !== toChange) continue;
      const from = list.moving.get(at) ?? address;
      batch.push({at, id: rows.idOf(at), address, from, cells, isAsBefore: one => edited?.isAsBefore(at, one) ?? true});
      if (batch.length < most) continue;
      yield batch;
      [batch, most] = [[], BATCH];
    }
  }
  if (batch.length > 0) yield batch;
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

/** After this many lost answers in a row, the service is down for the others too. */
const MOST_LOST = 5;

/** After this many failures without a success, the others would fail too. */
const GIVE_UP = 20;
