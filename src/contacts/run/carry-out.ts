import type {Permit} from '../../api/describe/permit.js';
import {stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {EmkError, InterruptedError, PartialError} from '../../core/errors.js';
import {fileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {state} from '../file/rows.js';
import type {ImportJournal} from '../journal/runs.js';
import {listOnService, uploaderFor} from '../send/list.js';
import {createChunkSize, type Sending, sendAll} from '../send/send.js';
import {changeContacts, type Worked} from '../sync/change.js';
import {type Removed, removeGone} from '../sync/remove.js';
import {end, type Finished, type Work} from './end.js';
import {lookLast} from './last-look.js';
import {type Does, goneIn, type Plan} from './plan.js';

/** A plan that was agreed to, with the list that it fills. */
export type ReadyPlan = Plan & {readonly list: {readonly id: number}; readonly permit: Permit<Does>};

/**
 * Protects people first: who is gone is deleted or unsubscribed, then contacts that differ are changed, and new people are added.
 * One last look verifies all of it. A part that fails does not stop the others, unless its reason would stop them too.
 */
export async function carryOut(plan: ReadyPlan, journal: ImportJournal): Promise<Finished> {
  const {counts, earlier} = plan;
  const reasons = new Map(earlier?.refused);
  try {
    const gone: Removed = goneIn(plan) > 0 ? await removeGone(plan, journal) : {done: 0, failed: []};
    const isChanging = counts.change > 0 && !endsAll(gone);
    const changed: Worked = isChanging ? await changeContacts(plan, journal) : {failed: []};
    const isOver = endsAll(gone) || endsAll(changed);
    const done = isOver ? {} : await addAndLook(plan, journal, reasons);
    const stopped = gone.stopped ?? changed.stopped ?? done.stopped;
    return await end(plan, journal, {...done, stopped, gone, failed: changed.failed, reasons});
  } finally {
    journal.close();
  }
}

const endsAll = ({stopped}: Worked): boolean => stopped !== undefined && stopsEverything(stopped);

/** Sends the new rows and looks at all that was done. An error that stopped this is part of the result. */
async function addAndLook(
  plan: ReadyPlan,
  journal: ImportJournal,
  reasons: Map<number, string>,
): Promise<Pick<Work, 'stopped' | 'looked' | 'isUnseen'>> {
  const {context, checked, permit, admit, list, settings} = plan;
  const grace = afterGrace(context.host, GRACE, () =>
    context.notice(
      'Stopping. emk adds nobody else, and waits up to 30 s for the current request. Ctrl-C again stops at once; to ' +
        `continue later: emk contacts import resume ${journal.id}`,
    ),
  );
  const total = checked.states.count(state.add);
  const size = createChunkSize();
  const sending: Sending = {
    service: {...listOnService(context, list.id), ...uploaderFor(context.until(grace.signal), admit(permit), list.id)},
    ...{host: context.host, tell: context, journal, states: checked.states, reasons, total, size},
    ...{source: plan.source.name, header: checked.header, settle: settings.settle},
    maxWait: context.globals.maxWait ?? MAX_WAIT,
    only: total <= size.rows ? [] : undefined,
    ...{step: 0, firstChecked: false, refusedInARow: 0},
  };
  let isSent = false;
  try {
    if (total > 0) await sendAll(sending, checked.rowsIn(state.add));
    isSent = true;
    return {looked: await lookLast(plan, journal, total > 0 ? sending : undefined), isUnseen: true};
  } catch (error) {
    const stopped = foreseen(error, plan);
    // Whoever interrupts the look has seen each row acknowledged; a look that failed could not tell.
    return {stopped, isUnseen: isSent && !(stopped instanceof InterruptedError)};
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

/** A signal that aborts a request `grace` milliseconds after Ctrl-C. `told` runs at Ctrl-C, `done` ends the watch. */
function afterGrace(
  host: Pick<Host, 'interrupted' | 'sleep'>,
  grace: number,
  told: () => void,
): {signal: AbortSignal; done(): void} {
  const cut = new AbortController();
  const over = new AbortController();
  const begin = (): void => {
    told();
    host.sleep(grace, over.signal).then(
      () => over.signal.aborted || cut.abort(host.interrupted.reason),
      () => {},
    );
  };
  if (host.interrupted.aborted) begin();
  else host.interrupted.addEventListener('abort', begin, {once: true});
  return {
    signal: cut.signal,
    done() {
      host.interrupted.removeEventListener('abort', begin);
      over.abort();
    },
  };
}

/** How long the current request may continue after the first Ctrl-C. */
const GRACE = 30_000;

/** How long to retry a request that was certainly not applied, unless `EMK_MAX_WAIT` is given. */
const MAX_WAIT = 30 * 60_000;
