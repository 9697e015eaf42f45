import type {Loose} from '../../api/describe/schema.js';
import {rangesInWords} from '../../change/work/ranges.js';
import {
  EmkError,
  InterruptedError,
  mayPass,
  PartialError,
  RefusedError,
  TooLargeError,
  UnknownOutcomeError,
} from '../../core/errors.js';
import {andList, counted, number, plural} from '../../core/words/sentence.js';
import {operations} from '../../endpoints/contacts.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {customValues} from '../../records/fields/path.js';
import type {GoodRow} from '../file/contract.js';
import {state, takenStates} from '../file/rows.js';
import type {ImportJournal} from '../journal/runs.js';
import type {ReadyPlan} from '../run/plan.js';
import {
  type ListedContact,
  type Listing,
  readListing,
  readSettled,
  stopIfInterrupted,
  textIn,
  waitForRest,
  waitOrStop,
  whyUnproven,
} from './list.js';

/** A plan whose new rows are sent, and how far that has come. */
type Chunks = Pick<ReadyPlan, 'context' | 'source' | 'settings' | 'checked' | 'list'> & {
  readonly journal: ImportJournal;
  upload(name: string, bytes: Uint8Array): Promise<unknown>;
  /** Why the service refused single rows, by line. */
  readonly reasons: Map<number, string>;
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
  /** How many rows the next request takes, and at most: few at first, then as many as the service answers quickly. */
  rows: number;
  limit: number;
};

export const newSending = (plan: ReadyPlan, journal: ImportJournal, reasons: Map<number, string>): Chunks => ({
  ...{...plan, journal, reasons},
  upload: (name, bytes) =>
    plan.context.send(plan.admit(plan.permit), operations.upload, {contact_type_id: plan.list.id, file: {name, bytes}}),
  only: plan.counts.add <= CANARY_ROWS ? [] : undefined,
  ...{step: 0, firstChecked: false, refusedInARow: 0, rows: CANARY_ROWS, limit: MOST_ROWS},
});

/** Sends all rows, one chunk at a time: at most one is ever in doubt. */
export async function sendAll(sending: Chunks): Promise<void> {
  const {context, checked} = sending;
  const {states} = checked;
  const before = states.count(...takenStates);
  const total = states.count(state.add);
  try {
    for await (const rows of inChunks(checked.rowsIn(state.add), sending)) {
      stopIfInterrupted(context.host);
      const label = sending.firstChecked ? 'Adding' : 'Adding the first rows';
      context.progress.show({label, done: states.count(...takenStates) - before, total});
      await deliver(sending, rows);
    }
    stopIfInterrupted(context.host);
  } finally {
    context.progress.clear();
  }
}

/** Sends some rows and returns when each has arrived or was refused. Throws if nobody can know. */
async function deliver(sending: Chunks, rows: readonly GoodRow[], refusedBefore = false): Promise<void> {
  let left = rows;
  for (let tries = 1; left.length > 0; tries++) {
    stopIfInterrupted(sending.context.host);
    const posted = await postWithRetries(sending, left);
    if (posted.kind === 'acknowledged') return acknowledge(sending, left, posted.took);
    const {error} = posted;
    if (posted.kind === 'not_applied') throw error;
    if (posted.kind === 'too_large') {
      sending.limit = half(left.length);
      sending.rows = Math.min(sending.rows, sending.limit);
      return split(sending, left, error, false);
    }
    const absent = await absentAfter(sending, left, posted, refusedBefore);
    if (absent.length < left.length) sending.refusedInARow = 0;
    left = absent;
    if (posted.kind === 'refused' && left.length > 0) return split(sending, left, error, true);
    if (tries < MOST_TRIES || left.length === 0) continue;
    const lines = `${rangesInWords(linesOf(sending, left))} of ${sending.source.name}`;
    const lost = `The answer was lost ${MOST_TRIES} times, and the list shows that ${lines} did not arrive`;
    throw new PartialError(`${lost}: ${error.message}`, {cause: error});
  }
}

/** Sends the halves separately until the row that causes a refusal is alone, because a refusal names no row. */
async function split(sending: Chunks, rows: readonly GoodRow[], error: EmkError, wasRefused: boolean): Promise<void> {
  if (rows.length === 1) return reject(sending, rows, error);
  const middle = Math.ceil(rows.length / 2);
  if (!wasRefused) sending.context.notice(`${error.message} Continuing with ${counted(middle, 'row')} at a time.`);
  for (const part of [rows.slice(0, middle), rows.slice(middle)]) await deliver(sending, part, wasRefused);
}

function reject(sending: Chunks, rows: readonly GoodRow[], error: EmkError): void {
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
async function acknowledge(sending: Chunks, rows: readonly GoodRow[], took: number): Promise<void> {
  const {context, only, firstChecked} = sending;
  move(sending, rows, state.sent);
  if (only) only.push(...rows);
  else if (!firstChecked && !context.host.interrupted.aborted) {
    const isLacking = (read: Listing & {readonly result: Contacts}) => read.complete && read.result.size < rows.length;
    const seen = await readSettled(sending, () => contactsOf(rows), isLacking);
    checkFirstRows(rows, seen.result, seen.complete && seen.atRest);
    sending.firstChecked = true;
  }
  sending.refusedInARow = 0;
  const next = !firstChecked ? FIRST_ROWS : took > SLOW ? half(sending.rows) : sending.rows * (took > QUICK ? 1 : 2);
  sending.rows = Math.min(next, sending.limit);
}

/** The outcome of one request for its rows. `not_applied` is certain, and any other rows would fail the same way. */
type Posted =
  | {readonly kind: 'acknowledged'; readonly took: number}
  | {readonly kind: 'too_large'; readonly error: EmkError}
  | {readonly kind: 'not_applied'; readonly error: EmkError}
  | Doubtful;

/** Rows of a refusal may have arrived in part. A look waits for what the service may still do. */
type Doubtful = {readonly kind: 'refused' | 'unknown'; readonly error: EmkError; readonly waits: number};

/** Retries a request that never got through, as long as waiting is allowed. */
async function postWithRetries(sending: Chunks, rows: readonly GoodRow[]): Promise<Posted> {
  const {host, notice, globals} = sending.context;
  const end = host.elapsed() + (globals.maxWait ?? MAX_WAIT);
  for (let tries = 1; ; tries++) {
    const posted = await post(sending, rows);
    if (posted.kind !== 'not_applied' || !mayPass(posted.error)) return posted;
    const asked = 'wait' in posted.error ? posted.error.wait : undefined;
    const wait = asked ?? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1));
    if (host.elapsed() + wait > end) return posted;
    const seconds = Math.ceil(wait / 1000);
    notice(`${posted.error.message} Nothing was imported by that request; trying again in ${seconds} s.`);
    await waitOrStop(host, wait);
  }
}

/**
 * Sends some rows once. The intent is on disk before the request begins, and the outcome before anything follows from
 * it. If the machine fails in between, these rows are in doubt, and emk asks the list.
 */
async function post(sending: Chunks, rows: readonly GoodRow[]): Promise<Posted> {
  const {journal, checked, context} = sending;
  sending.step = journal.begin('creates', {lines: linesOf(sending, rows)});
  const began = context.host.elapsed();
  const newline = Buffer.from('\n');
  const file = Buffer.concat([checked.header, newline, ...rows.flatMap(({bytes}) => [bytes, newline])]);
  const posted = await sending
    .upload(`contacts-${sending.step}.csv`, file)
    .then((): Posted => ({kind: 'acknowledged', took: context.host.elapsed() - began}), meaningOf);
  const reason = posted.kind === 'acknowledged' ? {} : {reason: withoutAddresses(posted.error.message)};
  journal.answer(sending.step, posted.kind, reason);
  return posted;
}

/** What a failed upload means for its rows. After an unexpected error they are in doubt. */
function meaningOf(error: unknown): Posted {
  if (!(error instanceof EmkError)) throw error;
  // A gateway gives up only on slow requests, so the service behind it gets more time.
  const isGateway = error instanceof UnknownOutcomeError && (error.status === 504 || error.status === 524);
  if (error instanceof UnknownOutcomeError || error instanceof InterruptedError)
    return {kind: 'unknown', error, waits: isGateway ? GATEWAY_WAITS : 1};
  const [isAboutList, isAboutFile] = ['contact_type_id' in error.fields, 'file' in error.fields];
  // PHP drops a form that is too large, so that all its fields are missing.
  if (error instanceof TooLargeError || (isAboutList && isAboutFile)) return {kind: 'too_large', error};
  return error instanceof RefusedError && !isAboutList
    ? {kind: 'refused', error, waits: 1}
    : {kind: 'not_applied', error};
}

/** Removes addresses: the service's reason may quote a row, and the journal contains no addresses. */
const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>"',;]+@[^\s<>"',;]+/g, '(address)').slice(0, 300);

/**
 * Finds out which rows arrived if no clear answer says so: waits for the list, then reads it. Returns those that certainly
 * did not, to be sent again. Throws if some stay in doubt.
 */
async function absentAfter(
  sending: Chunks,
  rows: readonly GoodRow[],
  {kind, error, waits}: Doubtful,
  refusedBefore: boolean,
): Promise<readonly GoodRow[]> {
  const {context, list, journal, step, settings} = sending;
  move(sending, rows, state.doubtful);
  if (waits === GATEWAY_WAITS) sending.limit = half(sending.rows);
  stopIfInterrupted(context.host);
  const isPending = kind === 'unknown' || !refusedBefore;
  if (isPending) context.warn(`Chunk ${step}${kind === 'unknown' ? '' : ' was refused'}: ${error.message}`);
  // After the first refusal emk waited until the list settled. Later ones came with an answer, so nothing is pending.
  const atRest = await waitForRest(context, list.id, settings.settle, isPending ? waits : 0);
  const {result, ...listing} = await readListing(context, list.id, () => contactsOf(rows)).catch(reason => {
    if (!mayPass(reason)) throw reason;
    throw inDoubt(sending, rows, `the list of contacts could not be read: ${reason.message}`, reason);
  });
  const there = rows.filter(({address}) => result.has(address));
  const lacking = rows.filter(({address}) => !result.has(address));
  const isProven = atRest && listing.complete;
  const absent = isProven ? lacking : [];
  journal.note({
    ...{kind: 'settled', step},
    ...{there: {lines: linesOf(sending, there)}, absent: {lines: linesOf(sending, absent)}},
  });
  move(sending, there, state.sent);
  move(sending, absent, state.add);
  if (!isProven && lacking.length > 0) throw inDoubt(sending, lacking, whyUnproven(listing));
  const held = `${number(there.length)} of ${counted(rows.length, 'row')} ${plural(rows.length, 'is', 'are')} there`;
  context.notice(`The list ${atRest ? 'no longer changes' : 'holds them'}: ${held}. Nobody was added twice.`);
  return absent;
}

/** The error for rows whose outcome nobody can know. */
function inDoubt(sending: Chunks, rows: readonly GoodRow[], reason: string, cause?: EmkError): UnknownOutcomeError {
  const {checked, source, journal} = sending;
  return new UnknownOutcomeError(
    `The outcome is unknown for ${rangesInWords(linesOf(sending, rows))} of ${source.name}: ${reason.replace(/\.$/, '')}. ` +
      `Before: ${counted(checked.states.count(...takenStates), 'row')} arrived. After: not added.`,
    {cause, hint: `Run: emk contacts import resume ${journal.id} (it looks first, and adds only who is missing).`},
  );
}

/** Contacts by folded address. */
type Contacts = ReadonlyMap<string, ListedContact>;

/** Finds rows in the list by address, never by count: others may add and delete contacts at the same time. */
function contactsOf(rows: readonly GoodRow[]) {
  const wanted = new Set(rows.map(({address}) => address));
  const found = new Map<string, ListedContact>();
  return {
    see(contact: ListedContact): void {
      const address = foldAddress(contact.email ?? '');
      if (wanted.has(address)) found.set(address, contact);
    },
    result: (): Contacts => found,
  };
}

function move({checked: {states}}: Chunks, rows: readonly GoodRow[] = [], to: number): void {
  for (const {line} of rows) states.set(line, to);
}

const linesOf = ({checked: {states}}: Chunks, rows: readonly GoodRow[]) => states.ranges(rows.map(({line}) => line));

/** Rows in chunks, each with as many as are wanted when it is asked for, and as fit into a request. */
async function* inChunks(
  batches: AsyncIterable<readonly GoodRow[]>,
  sending: Chunks,
): AsyncGenerator<readonly GoodRow[]> {
  const first = sending.checked.header.length + 1;
  let chunk: GoodRow[] = [];
  let bytes = first;
  for await (const batch of batches) {
    for (const row of batch) {
      const length = row.bytes.length + 1;
      if (chunk.length >= sending.rows || (chunk.length > 0 && bytes + length > MOST_BYTES)) {
        yield chunk;
        [chunk, bytes] = [[], first];
      }
      chunk.push(row);
      bytes += length;
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** Holds the first acknowledged rows against the list, and stops the import where nothing arrives, or not in its column. */
export function checkFirstRows(rows: readonly GoodRow[], contacts: Contacts, isComplete: boolean): void {
  const pairs = rows.flatMap(row => {
    const contact = contacts.get(row.address);
    return contact ? [{sent: row.values, contact}] : [];
  });
  if (isComplete && pairs.length === 0) {
    const none = plural(rows.length, 'the address is not', `none of the ${rows.length} addresses is`);
    throw new PartialError(`The service says it imported the first rows, but ${none} in the list.`, {
      hint: 'emk adds nobody else. See the list: emk contacts list. See what the service accepts: emk contacts sample',
    });
  }
  const fields = [...new Set(pairs.flatMap(({sent}) => Object.keys(sent)))];
  // A service that swaps columns does so for all rows.
  const lost = fields.filter(field => {
    const filled = pairs.filter(({sent}) => trim(sent[field] ?? '') !== '');
    return filled.length > 0 && filled.every(({sent, contact}) => isLost(field, sent[field] ?? '', contact));
  });
  if (lost.length === 0) return;
  const first = plural(pairs.length, 'The first row was', `The first ${pairs.length} rows were`);
  const columns = plural(lost.length, 'its column', 'their columns');
  throw new PartialError(`${first} imported, but ${andList(lost)} did not arrive in ${columns}.`, {
    hint: 'Nobody else was added. Compare your header with "emk contacts sample", and name the columns with --map.',
    fields: Object.fromEntries(lost.map(field => [field, ['did not arrive in its column']])),
  });
}

/** Whether a text that was sent is nowhere, or in another column. The service may write it differently in its own. */
function isLost(field: string, text: string, contact: Loose): boolean {
  const listed = textIn(contact, field);
  if (trim(listed) === '') return true;
  if (isSame(text, listed) || Number(text) === Number(listed)) return false;
  const custom = customValues(contact['custom_field']).map(([name]) => name);
  const others = [...Object.keys(contact).filter(name => !FILLED_BY_SERVICE.has(name)), ...custom];
  return others.some(other => other !== field && isSame(text, textIn(contact, other)));
}

const FILLED_BY_SERVICE = new Set(['id', 'user_id', 'contact_type_id', 'fullname']);

const isSame = (one: string, other: string): boolean => trim(one).toLowerCase() === trim(other).toLowerCase();

const half = (rows: number): number => Math.max(1, Math.floor(rows / 2));

const CANARY_ROWS = 10;
const FIRST_ROWS = 250;
const MOST_ROWS = 1000;
const MOST_BYTES = 512 * 1024;

/** Milliseconds: faster answers are quick, slower ones slow, and PHP often ends a script after 30 seconds. */
const QUICK = 2000;
const SLOW = 10_000;

/** After this many single rows in a row that the service refused, the problem is not in the rows. */
const REFUSED_IN_A_ROW = 10;

/** How often the answer about some rows may be lost before they are left for a later run. */
const MOST_TRIES = 4;
const GATEWAY_WAITS = 4;
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 60_000;

/** How long to retry a request that was certainly not applied, unless `EMK_MAX_WAIT` is given. */
const MAX_WAIT = 30 * 60_000;
