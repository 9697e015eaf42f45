import {concurrently} from '../../commands/concurrently.js';
import {stopsEverything, toEmkError} from '../../commands/stop-errors.js';
import {type EmkError, PartialError} from '../../errors.js';
import type {Failure} from '../../output/results/result.js';
import {carriedInWords, type MovePermit, openMoves} from '../../resources/shared/move-people.js';
import {rangesOfNumbers} from '../../work/ranges.js';
import type {ImportJournal} from '../journal/runs.js';
import {stopIfInterrupted} from '../send/interruption.js';
import {type ChangedRow, type Changing, changeContact} from './change-contact.js';
import type {Conflict} from './compare-list.js';
import type {SyncPlan} from './plan-sync.js';
import {keyOf} from './read-rows.js';
import {toChange} from './row-table.js';

/** What became of some contacts: how many are correct, which are not, and the error that stopped the work, if any. */
export type Worked = {
  readonly done: number;
  readonly failed: readonly Failure[];
  readonly stopped?: EmkError | undefined;
};

/** Updates contacts in batches, whose ids are in the journal before. The first contact goes alone, as a test. */
export async function changeContacts(
  plan: SyncPlan & {readonly permit: MovePermit},
  typeId: number,
  journal: ImportJournal,
): Promise<Worked> {
  const {job, permit, terms, sync, counts, findCountry} = plan;
  const {context, settings} = job;
  const atDoor = {include_unsubscribed: settings.includeUnsubscribed};
  // Nobody is asked in the middle of the work: the plan skips new addresses of people who left.
  const silent = {...context, ask: {...context.ask, possible: false}};
  let moves: ReturnType<typeof openMoves> | undefined;
  const changing: Changing = {
    context,
    permit,
    typeId,
    terms,
    findCountry,
    settle: settings.settle,
    moves: () => (moves ??= openMoves(silent, atDoor, permit)),
    patient: true,
  };
  const failed: Failure[] = [];
  let done = 0;
  try {
    for await (const batch of batchesToChange(plan)) {
      stopIfInterrupted(context.host);
      const step = journal.begin('updates', {ids: rangesOfNumbers(batch.map(({id}) => id))});
      const before = failed.length;
      const limit = done === 0 ? 1 : sync.concurrency;
      await concurrently(limit, batch, async row => {
        const error = await changeContact(changing, row).catch(thrown => orFailed(thrown, context));
        if (error) failed.push({id: row.id, error});
        else done++;
        context.progress.show({label: 'Changing contacts', done: done + failed.length, total: counts.toChange});
      });
      const failedInBatch = failed.length - before;
      journal.answer(step, 'acknowledged');
      if (failedInBatch === batch.length && failedInBatch >= GIVE_UP) throw refusedAll(failed);
    }
    return {done, failed};
  } catch (error) {
    const stopped = toEmkError(error, context.host);
    return {done, failed, stopped};
  } finally {
    context.progress.clear();
    const told = carriedInWords((await moves)?.carried ?? [], atDoor);
    if (told !== undefined) context.notice(told);
  }
}

/** The rows to change, in the file's order: first one alone, then batches. */
async function* batchesToChange(plan: SyncPlan): AsyncGenerator<readonly ChangedRow[]> {
  const {compared, rows, terms, list} = plan;
  const cellsOf = cellsToChange(plan);
  let at = 0;
  let most = 1;
  let batch: ChangedRow[] = [];
  for await (const read of compared.goodValues()) {
    for (const good of read) {
      const row = at++;
      if (rows.states[row] !== toChange) continue;
      const {address, values: cells} = good;
      const key = list.back.addresses.get(row) ?? keyOf(good, terms.key);
      batch.push({id: rows.ids[row] ?? 0, address, key, cells, ...cellsOf(row)});
      if (batch.length < most) continue;
      yield batch;
      [batch, most] = [[], BATCH];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The fields that a row may change: of an edited file, those that the person changed and nobody else. */
export function cellsToChange({
  rows,
  terms,
  wanted,
  comeBack,
}: SyncPlan): (row: number) => Pick<ChangedRow, 'fields' | 'mayOverwrite'> {
  const all = terms.fields.filter((_, at) => wanted.has(at));
  if (!comeBack) return () => ({fields: all});
  const {before, conflicts, mine} = comeBack;
  const placeOf = ({row, field}: Pick<Conflict, 'row' | 'field'>): number => row * terms.fields.length + field;
  const chosen = new Set([...mine].map(placeOf));
  const left = new Set(conflicts.filter(each => !mine.has(each)).map(placeOf));
  return row => ({
    fields: terms.fields.filter(
      (_, field) => wanted.has(field) && rows.says(row, field) && !left.has(placeOf({row, field})),
    ),
    mayOverwrite(compared, now) {
      const field = terms.fields.indexOf(compared);
      return chosen.has(placeOf({row, field})) || before.isUntouched(row, field, now);
    },
  });
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

/** After this many failures without a success, the others would fail too. */
const GIVE_UP = 20;
