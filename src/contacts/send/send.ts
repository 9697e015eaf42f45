import {rangesInWords} from '../../change/work/ranges.js';
import type {Context} from '../../commands/command.js';
import {
  EmkError,
  InterruptedError,
  mayPass,
  PartialError,
  RefusedError,
  TooLargeError,
  UnknownOutcomeError,
} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {counted, number, plural} from '../../core/words/sentence.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {GoodRow} from '../file/contract.js';
import {type Rows, state, taken} from '../file/rows.js';
import type {ImportJournal, RestTimes} from '../journal/runs.js';
import {checkFirst} from './canary.js';
import {
  type LatestAnswer,
  type ListedContact,
  type ListOnService,
  pause,
  readListing,
  stopIfInterrupted,
  type Uploader,
  waitForRest,
  whyIncomplete,
} from './list.js';

/** Everything that sending rows needs. The last three members change while rows are sent. */
export type Sending = {
  readonly service: ListOnService & Uploader;
  readonly host: Host;
  readonly tell: Pick<Context, 'notice' | 'warn' | 'progress'>;
  readonly journal: ImportJournal;
  readonly source: string;
  /** The first line of every chunk. */
  readonly header: Uint8Array;
  readonly size: ChunkSize;
  readonly settle: RestTimes;
  /** How long to retry what was certainly not applied, in milliseconds. */
  readonly maxWait: number;
  readonly states: Rows;
  /** Why the service refused single rows, by line. */
  readonly reasons: Map<number, string>;
  readonly total: number;
  /**
   * The acknowledged rows of an import that fits into its first request: the last look checks them by each field.
   * Undefined for longer imports, whose first rows are checked before any other is sent.
   */
  readonly only: GoodRow[] | undefined;
  /** The step of the last request in the journal, which is also the number of its chunk. */
  step: number;
  /** Whether the first rows were found in the list, each field in its column. */
  firstChecked: boolean;
  /** How many single rows in a row were refused. */
  refusedInARow: number;
};

/** Sends all rows, one chunk at a time: at most one is ever in doubt. */
export async function sendAll(sending: Sending, batches: AsyncIterable<readonly GoodRow[]>): Promise<void> {
  const {states, tell, host, total, header, size} = sending;
  const before = states.count(...taken);
  try {
    for await (const rows of inChunks(batches, header, size)) {
      stopIfInterrupted(host);
      const label = sending.firstChecked ? 'Adding' : 'Adding the first rows';
      tell.progress.show({label, done: states.count(...taken) - before, total});
      await deliver(sending, rows);
    }
    stopIfInterrupted(host);
  } finally {
    tell.progress.clear();
  }
}

/** Sends some rows and returns when each has arrived or was refused. Throws if nobody can know. */
async function deliver(sending: Sending, rows: readonly GoodRow[], refusedBefore = false): Promise<void> {
  let left = rows;
  for (let tries = 1; left.length > 0; tries++) {
    stopIfInterrupted(sending.host);
    const posted = await postWithRetries(sending, left);
    if (posted.kind === 'acknowledged') return acknowledge(sending, left, posted.took);
    const {kind, error} = posted;
    if (kind === 'not_applied') throw error;
    if (kind === 'too_large') {
      sending.size.tooLarge(left.length);
      return split(sending, left, error, false);
    }
    const absent = await afterDoubt(sending, left, posted, refusedBefore);
    if (absent.length < left.length) sending.refusedInARow = 0;
    left = absent;
    if (kind === 'refused' && left.length > 0) return split(sending, left, error, true);
    if (tries >= MOST_TRIES && left.length > 0) throw lostTooOften(sending, left, error);
  }
}

const lostTooOften = (sending: Sending, rows: readonly GoodRow[], error: EmkError): PartialError =>
  new PartialError(
    `The answer was lost ${MOST_TRIES} times, and the list shows that ${rangesInWords(linesOf(sending, rows))} of ${sending.source} did not arrive: ${error.message}`,
    {cause: error},
  );

/** Sends the halves separately until the row that causes a refusal is alone, because a refusal names no row. */
async function split(sending: Sending, rows: readonly GoodRow[], error: EmkError, wasRefused: boolean): Promise<void> {
  if (rows.length === 1) return reject(sending, rows, error);
  const middle = Math.ceil(rows.length / 2);
  if (!wasRefused) sending.tell.notice(`${error.message} Continuing with ${counted(middle, 'row')} at a time.`);
  for (const half of [rows.slice(0, middle), rows.slice(middle)]) await deliver(sending, half, wasRefused);
}

function reject(sending: Sending, rows: readonly GoodRow[], error: EmkError): void {
  const {journal, reasons, step} = sending;
  const lines = linesOf(sending, rows);
  journal.answer(step, 'rejected', {about: {lines}, reason: withoutAddresses(error.message)});
  for (const {line} of rows) reasons.set(line, error.message);
  move(sending, rows, state.refused);
  sending.refusedInARow += 1;
  if (sending.refusedInARow < REFUSED_IN_A_ROW) return;
  throw new RefusedError(`The service refused ${REFUSED_IN_A_ROW} rows in a row, each by itself: ${error.message}`, {
    fields: error.fields,
    hint: 'The problem does not seem to be in the rows. Nobody else was added.',
  });
}

/** Checks the first rows by each field before any other is sent: the service says "Imported Successfully" even if it dropped rows. */
async function acknowledge(sending: Sending, rows: readonly GoodRow[], took: number): Promise<void> {
  const {service, host, settle} = sending;
  move(sending, rows, state.sent);
  if (sending.only) sending.only.push(...rows);
  else if (!sending.firstChecked && !host.interrupted.aborted) {
    let seen = await lookFor(service, rows);
    if (seen.absent.length > 0 && seen.complete) {
      const atRest = await waitForRest(service, inWait(sending), settle, 'no answer');
      seen = await lookFor(service, rows);
      seen = {...seen, complete: seen.complete && atRest};
    }
    checkFirst(rows, seen.contacts, seen.complete);
    sending.firstChecked = true;
  }
  sending.refusedInARow = 0;
  sending.size.answered(took);
}

const inWait = ({host, tell}: Pick<Sending, 'host' | 'tell'>) => ({host, progress: tell.progress});

/**
 * The outcome of one request for its rows. Those of a refusal may have arrived in part; `not_applied` is certain, and any other
 * rows would fail the same way.
 */
type Posted =
  | {readonly kind: 'acknowledged'; readonly took: number}
  | {readonly kind: 'refused' | 'too_large' | 'not_applied'; readonly error: EmkError}
  | {readonly kind: 'unknown'; readonly error: EmkError; readonly latest: LatestAnswer};

/** Retries a request that never got through, as long as waiting is allowed. */
async function postWithRetries(sending: Sending, rows: readonly GoodRow[]): Promise<Posted> {
  const {host, tell} = sending;
  const end = host.elapsed() + sending.maxWait;
  for (let tries = 1; ; tries++) {
    const posted = await post(sending, rows);
    if (posted.kind !== 'not_applied' || !mayPass(posted.error)) return posted;
    const told = 'wait' in posted.error ? posted.error.wait : undefined;
    const wait = told ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1));
    if (host.elapsed() + wait > end) return posted;
    const seconds = Math.ceil(wait / 1000);
    tell.notice(`${posted.error.message} Nothing was imported by that request; trying again in ${seconds} s.`);
    await pause(host, wait);
  }
}

/**
 * Sends some rows once. The intent is on disk before the request begins, and the outcome before anything follows from
 * it. If the machine fails in between, these rows are in doubt, and emk asks the list.
 */
async function post(sending: Sending, rows: readonly GoodRow[]): Promise<Posted> {
  const {service, journal, header, host} = sending;
  sending.step = journal.begin('creates', {lines: linesOf(sending, rows)});
  const began = host.elapsed();
  const posted = await service
    .upload(`contacts-${sending.step}.csv`, toCsv(header, rows))
    .then((): Posted => ({kind: 'acknowledged', took: host.elapsed() - began}), meaningOf);
  const reason = posted.kind === 'acknowledged' ? {} : {reason: withoutAddresses(posted.error.message)};
  journal.answer(sending.step, posted.kind, reason);
  return posted;
}

/** What a failed upload means for its rows. After an unexpected error they are in doubt. */
function meaningOf(error: unknown): Posted {
  if (!(error instanceof EmkError)) throw error;
  if (error instanceof UnknownOutcomeError) {
    const isGateway = error.status === 504 || error.status === 524;
    return {kind: 'unknown', error, latest: isGateway ? 'gateway gave up' : 'no answer'};
  }
  if (error instanceof InterruptedError) return {kind: 'unknown', error, latest: 'no answer'};
  const [isAboutList, isAboutFile] = ['contact_type_id' in error.fields, 'file' in error.fields];
  // PHP drops a form that is too large, so that all its fields are missing.
  if (error instanceof TooLargeError || (isAboutList && isAboutFile)) return {kind: 'too_large', error};
  return {kind: error instanceof RefusedError && !isAboutList ? 'refused' : 'not_applied', error};
}

/** Removes addresses: the service's reason may quote a row, and the journal contains no addresses. */
const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>"',;]+@[^\s<>"',;]+/g, '(address)').slice(0, 300);

/** The rows of a request without a clear answer that certainly did not arrive. */
async function afterDoubt(
  sending: Sending,
  rows: readonly GoodRow[],
  posted: Exclude<Posted, {readonly kind: 'acknowledged'}>,
  refusedBefore: boolean,
): Promise<readonly GoodRow[]> {
  const {tell, step, size, host} = sending;
  const {error} = posted;
  if (posted.kind === 'unknown') {
    move(sending, rows, state.doubtful);
    if (posted.latest === 'gateway gave up') size.tooSlow();
    stopIfInterrupted(host);
    tell.warn(`Chunk ${step}: ${error.message}`);
    return resolveDoubt(sending, rows, posted.latest);
  }
  if (!refusedBefore) tell.warn(`Chunk ${step} was refused: ${error.message}`);
  // After the first refusal emk waited until the list settled. Later refusals came with an answer, so nothing is
  // pending.
  return resolveDoubt(sending, rows, refusedBefore ? 'came' : 'no answer');
}

/**
 * Finds out which rows arrived if no answer says so: waits for the list, then reads it. Returns those that certainly did
 * not, to be sent again. Throws if some stay in doubt.
 */
async function resolveDoubt(
  sending: Sending,
  rows: readonly GoodRow[],
  latest: LatestAnswer,
): Promise<readonly GoodRow[]> {
  const {service, journal, step, settle} = sending;
  move(sending, rows, state.doubtful);
  const atRest = await waitForRest(service, inWait(sending), settle, latest);
  const seen = await lookFor(service, rows).catch(error => {
    if (!mayPass(error)) throw error;
    throw inDoubt(sending, rows, `the list of contacts could not be read: ${error.message}`, error);
  });
  const proven = atRest && seen.complete;
  const absent = proven ? seen.absent : [];
  const [there, notThere] = [{lines: linesOf(sending, seen.present)}, {lines: linesOf(sending, absent)}];
  journal.note({kind: 'settled', step, there, absent: notThere});
  move(sending, seen.present, state.sent);
  move(sending, absent, state.add);
  if (!proven && seen.absent.length > 0) {
    const isMoving = !atRest && seen.complete;
    const why = isMoving ? 'the list of contacts keeps changing' : whyIncomplete(seen);
    throw inDoubt(sending, seen.absent, why);
  }
  const held = `${number(seen.present.length)} of ${counted(rows.length, 'row')} ${plural(rows.length, 'is', 'are')} there`;
  sending.tell.notice(`The list ${atRest ? 'no longer changes' : 'holds them'}: ${held}. Nobody was added twice.`);
  return absent;
}

/** The error for rows whose outcome nobody can know. */
function inDoubt(sending: Sending, rows: readonly GoodRow[], reason: string, cause?: EmkError): UnknownOutcomeError {
  const {states, source, journal} = sending;
  return new UnknownOutcomeError(
    `The outcome is unknown for ${rangesInWords(linesOf(sending, rows))} of ${source}: ${reason.replace(/\.$/, '')}. ` +
      `Before: ${counted(states.count(...taken), 'row')} arrived. After: not added.`,
    {cause, hint: `Run: emk contacts import resume ${journal.id} (it looks first, and adds only who is missing).`},
  );
}

/** Finds rows in the list by address, never by count: others may add and delete contacts at the same time. */
async function lookFor(service: ListOnService, rows: readonly GoodRow[]) {
  const wanted = new Set(rows.map(({address}) => address));
  const {result: contacts, ...listing} = await readListing(service, () => {
    const found = new Map<string, ListedContact>();
    return {
      see(contact) {
        const address = foldAddress(contact.email ?? '');
        if (wanted.has(address)) found.set(address, contact);
      },
      result: () => found,
    };
  });
  const present = rows.filter(({address}) => contacts.has(address));
  return {...listing, contacts, present, absent: rows.filter(({address}) => !contacts.has(address))};
}

function move({states}: Pick<Sending, 'states'>, rows: readonly GoodRow[], to: number): void {
  for (const {line} of rows) states.set(line, to);
}

const linesOf = ({states}: Pick<Sending, 'states'>, rows: readonly GoodRow[]) =>
  states.ranges(rows.map(({line}) => line));

/** After this many single rows in a row that the service refused, the problem is not in the rows. */
const REFUSED_IN_A_ROW = 10;

/** How often the answer about some rows may be lost before they are left for a later run. */
const MOST_TRIES = 4;
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 60_000;

/** How many rows the next request takes: few at first, then as many as the service answers quickly. */
type ChunkSize = ReturnType<typeof createChunkSize>;

/** Begins with a few rows. */
export function createChunkSize() {
  let limit = MOST_ROWS;
  let rows = CANARY_ROWS;
  let isFirst = true;
  return {
    get rows() {
      return rows;
    },
    /** Adapts to an answer and the milliseconds that it took. */
    answered(took: number): void {
      if (isFirst) rows = Math.min(FIRST_ROWS, limit);
      else if (took <= QUICK) rows = Math.min(rows * 2, limit);
      else if (took > SLOW) rows = half(rows);
      isFirst = false;
    },
    /** Adapts to a gateway timeout. */
    tooSlow(): void {
      rows = half(rows);
    },
    /** Adapts to a request with this many rows that was too large: later ones get at most half as many. */
    tooLarge(sent: number): void {
      limit = half(sent);
      rows = Math.min(rows, limit);
    },
  };
}

/** Rows in chunks, each with as many as the size says when it is asked for, and as fit into a request. */
async function* inChunks(
  batches: AsyncIterable<readonly GoodRow[]>,
  header: Uint8Array,
  size: {readonly rows: number},
): AsyncGenerator<readonly GoodRow[]> {
  let chunk: GoodRow[] = [];
  let bytes = header.length + 1;
  for await (const batch of batches) {
    for (const row of batch) {
      const length = row.bytes.length + 1;
      if (chunk.length >= size.rows || (chunk.length > 0 && bytes + length > MOST_BYTES)) {
        yield chunk;
        [chunk, bytes] = [[], header.length + 1];
      }
      chunk.push(row);
      bytes += length;
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** The file that one request uploads, complete in itself: the header, and a newline after every row. */
function toCsv(header: Uint8Array, rows: readonly GoodRow[]): Uint8Array {
  const newline = Buffer.from('\n');
  return Buffer.concat([header, newline, ...rows.flatMap(({bytes}) => [bytes, newline])]);
}

const half = (rows: number): number => Math.max(1, Math.floor(rows / 2));

const CANARY_ROWS = 10;
const FIRST_ROWS = 250;
const MOST_ROWS = 1000;
const MOST_BYTES = 512 * 1024;

/** Milliseconds: faster answers are quick, slower ones slow. */
const QUICK = 2000;
const SLOW = 10_000;
