import {rangesInWords} from '../../change/work/ranges.js';
import type {Context} from '../../commands/command.js';
import {
  EmkError,
  InterruptedError,
  mayPass,
  PartialError,
  RefusedError,
  ThrottledError,
  TooLargeError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {counted, number, plural} from '../../core/words/sentence.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {GoodRow} from '../file/contract.js';
import {type Rows, state, taken} from '../file/rows.js';
import type {ImportJournal, RestTimes} from '../journal/runs.js';
import {checkFirst} from './canary.js';
import {type ChunkSize, type Chunks, toCsv} from './chunks.js';
import {pause, stopIfInterrupted} from './interruption.js';
import {
  type LatestAnswer,
  type ListedContact,
  type ListOnService,
  type Rest,
  readListing,
  type Uploader,
  waitForRest,
  whyIncomplete,
} from './list.js';

/** Everything that sending rows needs. The last five members change while rows are sent. */
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
  chunk: number;
  /** The step of the last request in the journal. */
  step: number;
  /**
   * The acknowledged rows of an import that fits into its first request: the last look checks them by each field.
   * Undefined for longer imports, whose first rows are checked before any other is sent.
   */
  readonly only: GoodRow[] | undefined;
  /** Whether the first rows were found in the list, each field in its column. */
  firstChecked: boolean;
  /** How many single rows in a row were refused. */
  refusedInARow: number;
};

/** Sends all rows, one chunk at a time: at most one is ever in doubt. */
export async function sendAll(sending: Sending, chunks: Chunks): Promise<void> {
  const {states, tell, host, total, size} = sending;
  const before = states.count(...taken);
  try {
    for (;;) {
      stopIfInterrupted(host);
      const rows = await chunks.take(size.rows);
      if (rows.length === 0) return;
      const label = sending.firstChecked ? 'Adding' : 'Adding the first rows';
      tell.progress.show({label, done: states.count(...taken) - before, total});
      await deliver(sending, rows);
    }
  } finally {
    tell.progress.clear();
    await chunks.close();
  }
}

/** Sends some rows and returns when each has arrived or was refused. Throws if nobody can know. */
async function deliver(sending: Sending, rows: readonly GoodRow[], refusedBefore = false): Promise<void> {
  let left = rows;
  for (let tries = 1; left.length > 0; tries++) {
    stopIfInterrupted(sending.host);
    const posted = await postWithRetries(sending, left);
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

/** Checks the first rows by each field before any other is sent: the service says "Imported Successfully" even if it dropped rows. */
async function acknowledge(sending: Sending, rows: readonly GoodRow[], took: number): Promise<void> {
  move(sending, rows, state.sent);
  if (sending.only) sending.only.push(...rows);
  else if (!sending.firstChecked && !sending.host.interrupted.aborted) {
    let seen = await lookFor(sending.service, rows);
    if (seen.absent.length > 0 && seen.complete) {
      const {atRest} = await waitForRest(sending.service, inWait(sending), sending.settle, 'no answer');
      seen = await lookFor(sending.service, rows);
      seen = {...seen, complete: seen.complete && atRest};
    }
    checkFirst(sending, rows, seen.contacts, seen.complete);
  }
  sending.refusedInARow = 0;
  sending.size.answered(took);
}

const inWait = ({host, tell}: Pick<Sending, 'host' | 'tell'>) => ({host, progress: tell.progress});

/** The outcome of one request for its rows. */
type Posted =
  | {readonly kind: 'acknowledged'; readonly took: number}
  /** The service refused the rows, without saying which. */
  | {readonly kind: 'refused'; readonly error: EmkError}
  | {readonly kind: 'too_large'; readonly error: EmkError}
  /** Certainly not applied, and any other rows would fail the same way. */
  | {readonly kind: 'not_applied'; readonly error: EmkError}
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
    tell.notice(`${posted.error.message} Nothing was imported by that request; trying again in ${seconds(wait)}.`);
    await pause(host, wait);
  }
}

/**
 * Sends some rows once. The intent is on disk before the request begins, and the outcome before anything follows from
 * it. If the machine fails in between, these rows are in doubt, and emk asks the list.
 */
async function post(sending: Sending, rows: readonly GoodRow[]): Promise<Posted> {
  const {service, journal, header, host} = sending;
  const chunk = ++sending.chunk;
  sending.step = journal.begin('creates', {lines: linesOf(sending, rows)});
  const began = host.elapsed();
  const posted = await service
    .upload(`contacts-${chunk}.csv`, toCsv(header, rows))
    .then((): Posted => ({kind: 'acknowledged', took: host.elapsed() - began}), meaningOf);
  const reason = posted.kind === 'acknowledged' ? {} : {reason: withoutAddresses(posted.error.message)};
  journal.answer(sending.step, posted.kind, reason);
  return posted;
}

/** What a failed upload means for its rows. After an unexpected error they are in doubt. */
function meaningOf(error: unknown): Posted {
  if (!(error instanceof EmkError)) throw error;
  if (error instanceof UnknownOutcomeError) {
    return {
      kind: 'unknown',
      error,
      latest: error.status === 504 || error.status === 524 ? 'gateway gave up' : 'no answer',
    };
  }
  if (error instanceof InterruptedError) return {kind: 'unknown', error, latest: 'no answer'};
  if (error instanceof TooLargeError || isEmptied(error)) return {kind: 'too_large', error};
  if (error instanceof RefusedError && !isAboutType(error)) return {kind: 'refused', error};
  return {kind: 'not_applied', error};
}

/** Whether PHP dropped a form that was too large, so that all its fields are missing. */
const isEmptied = ({fields}: EmkError): boolean => 'contact_type_id' in fields && 'file' in fields;

const isAboutType = ({fields}: EmkError): boolean => 'contact_type_id' in fields;

/** Removes addresses: the service's reason may quote a row, and the journal contains no addresses. */
const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>"',;]+@[^\s<>"',;]+/g, '(address)').slice(0, 300);

async function afterDoubt(
  sending: Sending,
  rows: readonly GoodRow[],
  posted: Extract<Posted, {kind: 'refused' | 'unknown'}>,
  refusedBefore: boolean,
): Promise<readonly GoodRow[]> {
  if (posted.kind === 'unknown') {
    move(sending, rows, state.doubtful);
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
async function bisect(sending: Sending, rows: readonly GoodRow[], error: EmkError): Promise<void> {
  if (rows.length === 1) return reject(sending, rows, error);
  const middle = Math.ceil(rows.length / 2);
  for (const half of [rows.slice(0, middle), rows.slice(middle)]) await deliver(sending, half, true);
}

/** Sends too many rows in parts, each within the size that may still pass. */
async function halve(sending: Sending, rows: readonly GoodRow[], error: EmkError): Promise<void> {
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

/** The part of an import that is needed to resolve a doubt. */
type Doubting = Pick<Sending, 'host' | 'tell' | 'journal' | 'source' | 'settle' | 'states' | 'step'> & {
  readonly service: ListOnService;
};

/**
 * Finds out which rows arrived if no answer says so: waits for the list, then reads it. Returns those that certainly did
 * not, to be sent again. Throws if some stay in doubt.
 */
export async function resolveDoubt(
  sending: Doubting,
  rows: readonly GoodRow[],
  latest: LatestAnswer,
): Promise<readonly GoodRow[]> {
  const {service, journal, states, tell} = sending;
  move(sending, rows, state.doubtful);
  const rest = await waitForRest(service, inWait(sending), sending.settle, latest);
  const seen = await lookFor(service, rows).catch(error => {
    if (!(error instanceof UnreachableError || error instanceof ThrottledError)) throw error;
    throw inDoubt(sending, rows, `the list of contacts could not be read: ${error.message}`, error);
  });
  const proven = rest.atRest && seen.complete;
  const absent = proven ? seen.absent : [];
  const [there, notThere] = [{lines: linesOf(sending, seen.present)}, {lines: linesOf(sending, absent)}];
  journal.note({kind: 'settled', step: sending.step, there, absent: notThere});
  move(sending, seen.present, state.sent);
  move(sending, absent, state.add);
  if (!proven && seen.absent.length > 0) {
    const isMoving = !rest.atRest && seen.complete;
    const why = isMoving ? 'the list of contacts keeps changing' : await whyIncomplete(service, seen);
    throw inDoubt(sending, seen.absent, why);
  }
  const held = `${number(seen.present.length)} of ${counted(rows.length, 'row')} ${plural(rows.length, 'is', 'are')} there`;
  const list = `The list ${rest.atRest ? 'no longer changes' : 'holds them'}${fromTo(rest)}`;
  tell.notice(`${list}: ${held}. Nobody was added twice.`);
  return rows.filter(({line}) => states.of(line) === state.add);
}

/** The error for rows whose outcome nobody can know. */
function inDoubt(sending: Doubting, rows: readonly GoodRow[], reason: string, cause?: EmkError): UnknownOutcomeError {
  const {states, source, journal} = sending;
  return new UnknownOutcomeError(
    `The outcome is unknown for ${rangesInWords(linesOf(sending, rows))} of ${source}: ${reason.replace(/\.$/, '')}. ` +
      `Before: ${counted(states.count(...taken), 'row')} arrived. After: not added.`,
    {cause, hint: `Run: emk contacts import resume ${journal.id} (it looks first, and adds only who is missing).`},
  );
}

const fromTo = ({first, last}: Rest): string =>
  first === undefined || last === undefined
    ? ''
    : first === last
      ? ` at ${number(last)}`
      : `, ${number(first)} → ${number(last)}`;

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

const lostTooOften = (sending: Sending, rows: readonly GoodRow[], error: EmkError): PartialError =>
  new PartialError(
    `The answer was lost ${MOST_TRIES} times, and the list shows that ${rangesInWords(linesOf(sending, rows))} of ${sending.source} did not arrive: ${error.message}`,
    {cause: error},
  );

/** After this many single rows in a row that the service refused, the problem is not in the rows. */
const REFUSED_IN_A_ROW = 10;

/** How often the answer about some rows may be lost before they are left for a later run. */
const MOST_TRIES = 4;
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 60_000;
const seconds = (wait: number): string => `${Math.ceil(wait / 1000)} s`;
