import {EmkError, PartialError} from '../../errors.js';
import {fileTrouble} from '../../system/file-trouble.js';
import type {Ended} from '../../work/ending.js';
import type {State} from '../../work/state.js';
import type {ImportJournal} from '../journal/runs.js';
import {createChunkSize, createChunks} from '../send/chunks.js';
import {afterGrace} from '../send/interruption.js';
import type {Reader} from '../send/listing.js';
import {rowsToSend} from '../send/plan.js';
import {sendAll} from '../send/send.js';
import type {Sending} from '../send/sending.js';
import {importService, uploaderFor} from '../send/service.js';
import {endOf, type Stop} from './ending.js';
import type {ReadyJob} from './job.js';
import {type Before, verify} from './verify.js';

/** The results of earlier runs of the same import. */
type Earlier = Pick<State, 'done' | 'refused' | 'step'> & {
  readonly written: ReadonlySet<number>;
  readonly before: Before;
};

/** Sends the rows of a job, verifies them, and records how it ended, even after an error. */
export async function carryOut(job: ReadyJob, journal: ImportJournal, earlier?: Earlier): Promise<Ended> {
  try {
    const {sending, stop} = await sendRows(job, journal, earlier);
    return await endOf(job, sending, stop);
  } finally {
    journal.close();
  }
}

/** Sends the rows of a job and verifies them. An error that stopped this is part of the result. */
export async function sendRows(
  job: ReadyJob,
  journal: ImportJournal,
  earlier?: Earlier,
  besides?: () => Reader<boolean>,
): Promise<{readonly sending: Sending; readonly stop: Stop}> {
  const {context, checked, facts, permit, admit, list} = job;
  const grace = afterGrace(context.host, GRACE, () =>
    context.notice(
      'Stopping. emk adds nobody else, and waits up to 30 s for the current request. Ctrl-C again stops at once; to ' +
        `continue later: emk contacts import resume ${journal.id}`,
    ),
  );
  const service = {
    ...importService(context, list.id),
    ...uploaderFor(context.until(grace.signal), admit(permit), list.id),
  };
  const sending = toSending(job, journal, service, earlier);
  try {
    await sendAll(sending, createChunks(rowsToSend(checked.goodRows(), facts), checked.header));
    const verified = await verify(sending, checked, {
      ...(earlier?.before ?? {lastId: job.baseline.lastId}),
      beside: job.source.beside,
      besides,
    });
    if (verified.added) journal.note(verified.added);
    return {sending, stop: {verified}};
  } catch (error) {
    return {sending, stop: {stopped: foreseen(error)}};
  } finally {
    grace.done();
  }
}

/** The error that stopped a running import. A result file that cannot be written must not prevent the report. */
function foreseen(error: unknown): EmkError {
  if (error instanceof EmkError) return error;
  const trouble = fileTrouble(error);
  if (!trouble) throw error;
  return new PartialError(trouble.message, {cause: error});
}

/** The state to send from: the beginning, or where an earlier run stopped. */
function toSending(job: ReadyJob, journal: ImportJournal, service: Sending['service'], earlier?: Earlier): Sending {
  const size = createChunkSize();
  const looksLast = job.plan.send <= size.rows;
  return {
    service,
    host: job.context.host,
    tell: job.context,
    journal,
    source: job.source.name,
    header: job.checked.header,
    size,
    restTimes: job.settings.settle,
    maxWait: job.context.globals.maxWait ?? MAX_WAIT,
    tally: {
      done: earlier?.done ?? [],
      sent: job.plan.earlier - (earlier?.refused.size ?? 0),
      refused: new Map(earlier?.refused),
      written: earlier?.written ?? new Set(),
      unknown: [],
    },
    total: job.plan.send,
    chunk: earlier?.step ?? 0,
    step: 0,
    only: looksLast ? [] : undefined,
    canaryDone: false,
    refusedInARow: 0,
  };
}

/** How long the current request may continue after the first Ctrl-C. */
const GRACE = 30_000;

/** How long to retry a request that was certainly not applied, unless `EMK_MAX_WAIT` is given. */
const MAX_WAIT = 30 * 60_000;
