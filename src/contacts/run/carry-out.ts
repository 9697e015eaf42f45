import type {Permit} from '../../api/describe/permit.js';
import type {State} from '../../change/work/state.js';
import {stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {EmkError, PartialError} from '../../core/errors.js';
import {fileTrouble} from '../../core/system/files.js';
import type {GoodRow} from '../file/contract.js';
import {state} from '../file/rows.js';
import type {ImportJournal} from '../journal/runs.js';
import {createChunkSize, createChunks} from '../send/chunks.js';
import {afterGrace} from '../send/interruption.js';
import {listOnService, uploaderFor} from '../send/list.js';
import {type Sending, sendAll} from '../send/send.js';
import {openChanges, type Worked} from '../sync/change.js';
import {type Removed, removeGone} from '../sync/remove.js';
import {end, type Finished} from './end.js';
import {type Before, type Looked, lookLast} from './last-look.js';
import {type Does, goneIn, type Plan} from './plan.js';

/** A plan that was agreed to, with the list that it fills. */
export type ReadyPlan = Plan & {readonly list: {readonly id: number}; readonly permit: Permit<Does>};

/** What earlier runs of the same import have left in its journal. */
export type Earlier = Pick<State, 'refused' | 'step'> & Before & {readonly written: ReadonlySet<number>};

/**
 * Protects people first: who is gone is deleted or unsubscribed, then contacts that differ are changed, and new people are added.
 * One last look verifies all of it. A part that fails does not stop the others, unless its reason would stop them too.
 */
export async function carryOut(plan: ReadyPlan, journal: ImportJournal, earlier?: Earlier): Promise<Finished> {
  const {counts} = plan;
  const before: Before = earlier ?? {lastId: plan.listing.lastId, sent: []};
  const reasons = new Map(earlier?.refused);
  try {
    const gone: Removed = goneIn(plan) > 0 ? await removeGone(plan, journal) : {done: 0, failed: []};
    const changes = openChanges(plan, journal);
    let changed: Worked = {failed: []};
    if (counts.change > 0 && !endsAll(gone)) changed = await changes.make();
    const stop = endsAll(gone) ? gone.stopped : endsAll(changed) ? changed.stopped : undefined;
    const done = stop ? {stopped: stop} : await addAndLook(plan, journal, before, earlier?.step ?? 0, reasons);
    changes.tell();
    const stopped = gone.stopped ?? changed.stopped ?? done.stopped;
    return await end(plan, journal, {
      ...{...done, stopped, gone, failed: changed.failed},
      ...{reasons, written: earlier?.written ?? new Set<number>()},
    });
  } finally {
    journal.close();
  }
}

const endsAll = ({stopped}: Worked): boolean => stopped !== undefined && stopsEverything(stopped);

type Added = {readonly stopped?: EmkError | undefined; readonly looked?: Looked; readonly isSent?: boolean};

/** Sends the new rows and looks at all that was done. An error that stopped this is part of the result. */
async function addAndLook(
  plan: ReadyPlan,
  journal: ImportJournal,
  before: Before,
  step: number,
  reasons: Map<number, string>,
): Promise<Added> {
  const {context, checked, permit, admit, list} = plan;
  const grace = afterGrace(context.host, GRACE, () =>
    context.notice(
      'Stopping. emk adds nobody else, and waits up to 30 s for the current request. Ctrl-C again stops at once; to ' +
        `continue later: emk contacts import resume ${journal.id}`,
    ),
  );
  const uploader = uploaderFor(context.until(grace.signal), admit(permit), list.id);
  const total = checked.states.count(state.add);
  const size = createChunkSize();
  const sending: Sending = {
    service: {...listOnService(context, list.id), ...uploader},
    ...{host: context.host, tell: context, journal, states: checked.states, reasons, total, size},
    source: plan.source.name,
    header: checked.header,
    settle: plan.settings.settle,
    maxWait: context.globals.maxWait ?? MAX_WAIT,
    chunk: step,
    step: 0,
    only: total <= size.rows ? ([] as GoodRow[]) : undefined,
    firstChecked: false,
    refusedInARow: 0,
  };
  let isSent = false;
  try {
    if (total > 0) await sendAll(sending, createChunks(checked.rowsIn(state.add), checked.header));
    isSent = true;
    return {looked: await lookLast(plan, journal, before, total > 0 ? sending : undefined)};
  } catch (error) {
    return {stopped: foreseen(error, plan), isSent};
  } finally {
    grace.done();
    context.progress.clear();
  }
}

/** The error that stopped a running import. A result file that cannot be written must not prevent the report. */
function foreseen(error: unknown, {context}: ReadyPlan): EmkError {
  if (error instanceof EmkError) return error;
  const trouble = fileTrouble(error);
  return trouble ? new PartialError(trouble.message, {cause: error}) : toEmkError(error, context.host);
}

/** How long the current request may continue after the first Ctrl-C. */
const GRACE = 30_000;

/** How long to retry a request that was certainly not applied, unless `EMK_MAX_WAIT` is given. */
const MAX_WAIT = 30 * 60_000;
