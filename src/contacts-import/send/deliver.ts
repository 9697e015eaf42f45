import {type EmkError, mayPass, PartialError, RefusedError} from '../../errors.js';
import {counted} from '../../words/sentence.js';
import {rangesInWords, rangesOf} from '../../work/ranges.js';
import {checkAcknowledged} from './acknowledged.js';
import {pause, stopIfInterrupted} from './interruption.js';
import type {PlannedRow} from './plan.js';
import {type Posted, post, withoutAddresses} from './post.js';
import {resolveDoubt} from './resolve-doubt.js';
import {noteDone, REFUSED_IN_A_ROW, type Sending} from './sending.js';

/** Sends some rows and returns when each has arrived or was refused. Throws if nobody can know. */
export async function deliver(sending: Sending, rows: readonly PlannedRow[], refusedBefore = false): Promise<void> {
  let left = rows;
  for (let tries = 1; left.length > 0; tries++) {
    stopIfInterrupted(sending.host);
    const posted = await postWithRetries(sending, left);
    notePosted(sending, left, posted);
    if (posted.kind === 'acknowledged') return acknowledge(sending, left, posted.took);
    if (posted.kind === 'too_large') return halve(sending, left, posted.error);
    if (posted.kind === 'not_applied') throw posted.error;
    const of = left;
    left = await afterDoubt(sending, of, posted, refusedBefore);
    if (left.length < of.length) sending.refusedInARow = 0;
    if (posted.kind === 'refused' && left.length > 0) return bisect(sending, left, posted.error);
    if (tries >= MOST_TRIES && left.length > 0) throw lostTooOften(sending, left, posted.error);
  }
}

/** Notes what the answer says before anything can stop the import. */
function notePosted(sending: Sending, rows: readonly PlannedRow[], {kind}: Posted): void {
  if (kind === 'acknowledged') noteDone(sending.tally, rows);
  if (kind === 'unknown') sending.tally.unknown = rows;
}

async function acknowledge(sending: Sending, rows: readonly PlannedRow[], took: number): Promise<void> {
  await checkAcknowledged(sending, rows);
  sending.refusedInARow = 0;
  sending.size.answered(took);
}

/** Retries a request that never got through, as long as waiting is allowed. */
async function postWithRetries(sending: Sending, rows: readonly PlannedRow[]): Promise<Posted> {
  const {host, tell} = sending;
  const end = host.elapsed() + sending.maxWait;
  for (let tries = 1; ; tries++) {
    const posted = await post(sending, rows);
    if (posted.kind !== 'not_applied' || !mayPass(posted.error)) return posted;
    const told = 'wait' in posted.error ? posted.error.wait : undefined;
    const wait = told ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1));
    if (host.elapsed() + wait > end) return posted;
    tell.notice(`${posted.error.message} Nothing was imported by that request; trying again in ${seconds(wait)}.`);
    await pause(host, wait);
  }
}

async function afterDoubt(
  sending: Sending,
  rows: readonly PlannedRow[],
  posted: Extract<Posted, {kind: 'refused' | 'unknown'}>,
  refusedBefore: boolean,
): Promise<readonly PlannedRow[]> {
  if (posted.kind === 'unknown') {
    if (posted.latest === 'gateway gave up') sending.size.tooSlow();
    stopIfInterrupted(sending.host);
    sending.tell.warn(`Chunk ${sending.chunk}: ${posted.error.message}`);
    return resolveDoubt(sending, rows, posted.latest);
  }
  if (!refusedBefore) sending.tell.warn(`Chunk ${sending.chunk} was refused: ${posted.error.message}`);
  // After the first refusal emk waited until the list settled. Later refusals came with an answer, so nothing is
  // pending.
  return resolveDoubt(sending, rows, refusedBefore ? 'came' : 'no answer');
}

/** Sends the halves separately until the row that causes a refusal is alone, because a refusal names no row. */
async function bisect(sending: Sending, rows: readonly PlannedRow[], error: EmkError): Promise<void> {
  if (rows.length === 1) return reject(sending, rows, error);
  for (const half of halves(rows)) await deliver(sending, half, true);
}

/** Sends too many rows in parts, each within the size that may still pass. */
async function halve(sending: Sending, rows: readonly PlannedRow[], error: EmkError): Promise<void> {
  const {size} = sending;
  size.tooLarge(rows.length);
  if (rows.length === 1) return reject(sending, rows, error);
  sending.tell.notice(`${error.message} Continuing with ${counted(size.rows, 'row')} at a time.`);
  for (let at = 0; at < rows.length; ) {
    const part = rows.slice(at, at + size.rows);
    at += part.length;
    await deliver(sending, part);
  }
}

function reject(sending: Sending, rows: readonly PlannedRow[], error: EmkError): void {
  const {journal, tally, step} = sending;
  journal.answer(step, 'rejected', {about: {lines: rangesOf(rows)}, reason: withoutAddresses(error.message)});
  for (const {line} of rows) tally.refused.set(line, error.message);
  sending.refusedInARow += 1;
  if (sending.refusedInARow < REFUSED_IN_A_ROW) return;
  throw new RefusedError(`The service refused ${REFUSED_IN_A_ROW} rows in a row, each by itself: ${error.message}`, {
    fields: error.fields,
    hint: 'The problem does not seem to be in the rows. Nobody else was added.',
  });
}

function halves(rows: readonly PlannedRow[]): ReadonlyArray<readonly PlannedRow[]> {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)];
}

const lostTooOften = ({source}: Sending, rows: readonly PlannedRow[], error: EmkError): PartialError =>
  new PartialError(
    `The answer was lost ${MOST_TRIES} times, and the list shows that ${rangesInWords(rangesOf(rows))} of ${source} did not arrive: ${error.message}`,
    {cause: error},
  );

/** How often the answer about some rows may be lost before they are left for a later run. */
const MOST_TRIES = 4;
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 60_000;
const seconds = (wait: number): string => `${Math.ceil(wait / 1000)} s`;
