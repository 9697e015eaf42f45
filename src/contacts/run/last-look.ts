import type {Loose} from '../../api/describe/schema.js';
import type {Added} from '../../change/work/journal.js';
import {covers, type Ranges, rangesOfNumbers, union} from '../../change/work/ranges.js';
import {mayPass, UnknownOutcomeError} from '../../core/errors.js';
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
  waitForRest,
  whyIncomplete,
} from '../send/list.js';
import type {Sending} from '../send/send.js';
import {shownOtherwise} from '../sync/change.js';
import type {Plan} from './plan.js';

/** What the last look says besides the states of the rows. */
export type Looked = {
  /** Why the list proves nothing about rows that are missing from it; undefined if it does. */
  readonly unproven?: string | undefined;
  /** Contacts that the service shows otherwise than they were changed. */
  readonly failed: readonly Failure[];
};

type Looking = Plan & {readonly list: {readonly id: number}};

/**
 * Reads the list once more, and again after it has settled if something is missing. Moves each row that was sent or
 * changed into the state that the list shows.
 */
export async function lookLast(plan: Looking, journal: ImportJournal, sending: Sending | undefined): Promise<Looked> {
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
  plan: Looking,
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
