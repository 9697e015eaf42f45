import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Added} from '../../change/work/journal.js';
import {covers, type Ranges, rangesOfNumbers, union} from '../../change/work/ranges.js';
import {stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {EmkError, InterruptedError, mayPass, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {fileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import type {Failure} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {state, taken} from '../file/rows.js';
import type {ImportJournal} from '../journal/runs.js';
import {checkFirst} from '../send/canary.js';
import {
  type ListedContact,
  type Listing,
  listOnService,
  type Reader,
  readListing,
  uploaderFor,
  waitForRest,
  whyIncomplete,
} from '../send/list.js';
import {createChunkSize, type Sending, sendAll} from '../send/send.js';
import {changeContacts, shownOtherwise, type Worked} from '../sync/change.js';
import {type Removed, removeGone} from '../sync/remove.js';
import {end, type Finished, type Looked, type Work} from './end.js';
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

/**
 * Reads the list once more, and again after it has settled if something is missing. Moves each row that was sent or
 * changed into the state that the list shows.
 */
async function lookLast(plan: ReadyPlan, journal: ImportJournal, sending: Sending | undefined): Promise<Looked> {
  const {context, checked, earlier} = plan;
  const {states} = checked;
  const before = earlier?.sent ?? [];
  if (states.count(...taken, state.changed) + before.length === 0) return {failed: []};
  context.progress.show({label: 'Verifying'});
  const {result, ...listing} = await readSettled(plan, journal, sending);
  const {added, only, failed} = result;
  if (sending?.only?.[0]) checkFirst(sending.only, only, listing.complete);
  for (const {line} of failed) states.set(line, state.failed);
  const sent = union(before, states.ranges(states.lines(...taken)));
  if (sent.length > 0) journal.note(added.record(sent));
  context.progress.clear();
  const isProven = listing.complete || states.count(state.sent) === 0;
  const unproven = isProven ? undefined : whyIncomplete(listing);
  return {unproven, failed};
}

/** Reads the list, and again after it has settled if it lacks something. */
async function readSettled(
  plan: ReadyPlan,
  journal: ImportJournal,
  sending: Sending | undefined,
): Promise<Listing & {readonly result: Seen}> {
  const {context, checked, list, settings} = plan;
  const {states} = checked;
  const service = listOnService(context, list.id);
  const readOnce = () => readListing(service, () => lastReader(plan, sending));
  const read = async () => {
    const listing = await (plan.sync ? context.persist(readOnce) : readOnce());
    // What a whole list lacks is not done, also if emk is interrupted before it looks again.
    const [from, to] = listing.complete ? [state.sent, state.missing] : [state.missing, state.sent];
    for (const line of [...states.lines(from)]) states.set(line, to);
    return listing;
  };
  try {
    const listing = await read();
    if (states.count(state.missing) + listing.result.failed.length === 0) return listing;
    await waitForRest(service, context, settings.settle, 'no answer');
    return await read();
  } catch (error) {
    if (!mayPass(error)) throw error;
    for (const line of [...states.lines(state.missing)]) states.set(line, state.sent);
    const what = sending || !plan.sync ? 'All rows were added' : 'All changes were sent';
    throw new UnknownOutcomeError(`${what}, but emk could not read the list to verify them: ${error.message}`, {
      cause: error,
      ...(!plan.sync && {hint: `Run: emk contacts import resume ${journal.id} (it only looks).`}),
    });
  }
}

type Seen = {
  /** The contacts that rows became. */
  readonly added: ReturnType<typeof collectAdded>;
  /** The contacts of rows that are to be checked by each field. */
  readonly only: ReadonlyMap<string, ListedContact>;
  readonly failed: ReadonlyArray<Failure & {readonly line: number}>;
};

/** One look at each contact: which sent row it is, how often it is there, and whether it is as it was changed. */
function lastReader({checked, table, earlier, listing}: Plan, sending: Sending | undefined): Reader<Seen> {
  const {states, lineOf} = checked;
  const {fields, wanted} = table.terms;
  for (const line of [...states.lines(state.there, state.twice)]) states.set(line, state.sent);
  const changed = new Map([...states.lines(state.changed)].map(line => [table.idOf(line), line] as const));
  const added = collectAdded(earlier?.lastId ?? listing.lastId);
  const wantedRows = new Set(sending?.only?.map(({address}) => address));
  const only = new Map<string, ListedContact>();
  const failed: Array<Failure & {readonly line: number}> = [];

  const seeChanged = (contact: ListedContact, line: number): void => {
    const missing = table.differing(line, contact).filter(at => wanted.has(at));
    if (missing.length === 0) return;
    const name = contact.email ?? `contact ${contact.id}`;
    const error = shownOtherwise(
      name,
      missing.flatMap(at => fields[at] ?? []),
    );
    failed.push({line, id: contact.id, name, error});
  };

  /** Moves the row of a contact, and returns whether a run has sent it. */
  const seeSent = (line: number): boolean => {
    const of = states.of(line);
    if (of === state.sent || of === state.missing) states.set(line, state.there);
    else if (of === state.there) states.set(line, state.twice);
    else return of === state.twice;
    return true;
  };

  return {
    see(contact) {
      const changedLine = changed.get(contact.id);
      if (changedLine !== undefined) seeChanged(contact, changedLine);
      const address = foldAddress(contact.email ?? '');
      const line = lineOf(address);
      // To the plan of a run that goes on, rows of its earlier part are people who are listed.
      if (line === 0 || !(seeSent(line) || (earlier && covers(earlier.arrived, line)))) return;
      if (wantedRows.has(address)) only.set(address, contact);
      added.see(contact);
    },
    result: () => ({added, only, failed}),
  };
}

/** Collects, of contacts with the rows' addresses, those with ids above all earlier ones, by the times of their last change. */
function collectAdded(lastId: number) {
  const byStamp = new Map<string, number[]>();
  return {
    see(contact: ListedContact): void {
      if (contact.id <= lastId) return;
      const stamp = stampOf(contact);
      const ids = byStamp.get(stamp);
      if (ids) ids.push(contact.id);
      // A copy, because a part of a text keeps the whole answer in memory.
      else byStamp.set(stamp.split('').join(''), [contact.id]);
    },
    record: (lines: Ranges): Added => ({
      kind: 'added',
      lines,
      looks: [...byStamp].map(([stamp, ids]) => [stamp, rangesOfNumbers(ids)]),
    }),
  };
}

/** When a contact was changed last, as the service says it. */
export const stampOf = ({updated_at: stamp}: Loose): string => String(stamp ?? '');
