import type {Loose} from '../../api/describe/schema.js';
import {covers, rangesOfNumbers, union} from '../../change/work/ranges.js';
import {mayPass, UnknownOutcomeError} from '../../core/errors.js';
import type {Failure} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {GoodRow} from '../file/contract.js';
import {type RowState, state, takenStates} from '../file/rows.js';
import type {ImportJournal} from '../journal/runs.js';
import {type ListedContact, readSettled, whyUnproven} from '../send/list.js';
import {checkFirstRows} from '../send/send.js';
import {shownOtherwise} from '../sync/change.js';
import type {Work} from './end.js';
import type {ReadyPlan} from './plan.js';

/**
 * Reads the list once more, and again after it has settled if something is missing. Moves each row that was sent or
 * changed into the state that the list shows. `only` are rows that are to be checked by each field.
 */
export async function lookLast(
  plan: ReadyPlan,
  journal: ImportJournal,
  only: readonly GoodRow[] = [],
): Promise<Pick<Work, 'unproven' | 'failed'>> {
  const {context, checked, earlier, sync} = plan;
  const {states} = checked;
  const before = earlier?.sent ?? [];
  if (states.count(...takenStates, state.changed) + before.length === 0) return {failed: []};
  const move = (from: RowState, to: RowState): void => {
    for (const line of states.lines(from)) states.set(line, to);
  };
  /** Rows that a whole list lacks are missing, also if emk is interrupted before it looks again. */
  const isLacking = (read: {readonly complete: boolean; readonly result: {readonly failed: readonly unknown[]}}) => {
    if (read.complete) move(state.sent, state.missing);
    else move(state.missing, state.sent);
    return states.count(state.missing) + read.result.failed.length > 0;
  };
  context.progress.show({label: 'Verifying'});
  const look = () => readSettled(plan, () => lastReader(plan, only), isLacking);
  const read = await (sync ? context.persist(look) : look()).catch(error => {
    if (!mayPass(error)) throw error;
    move(state.missing, state.sent);
    const what = sync && states.count(...takenStates) === 0 ? 'All changes were sent' : 'All rows were added';
    throw new UnknownOutcomeError(`${what}, but emk could not read the list to verify them: ${error.message}`, {
      cause: error,
      ...(!sync && {hint: `Run: emk contacts import resume ${journal.id} (it only looks).`}),
    });
  });
  isLacking(read);
  const {looks, contacts, failed, seen} = read.result;
  if (only.length > 0) checkFirstRows(only, contacts, read.complete);
  for (const {line} of failed) states.set(line, state.failed);
  const sent = union(before, states.ranges(states.lines(...takenStates)));
  // Of a part of the list only who was seen is known: what an undo cannot find is looked for by a resume first.
  const lines = read.complete ? sent : states.ranges(Float64Array.from(seen).sort());
  if (lines.length > 0)
    journal.note({kind: 'added', lines, looks: [...looks].map(([stamp, ids]) => [stamp, rangesOfNumbers(ids)])});
  context.progress.clear();
  return {unproven: read.complete || states.count(state.sent) === 0 ? undefined : whyUnproven(read), failed};
}

/** One look at each contact: which sent row it is, how often it is there, and whether it is as it was changed. */
function lastReader({checked, table, earlier, listing}: ReadyPlan, only: readonly GoodRow[]) {
  const {states, lineOf} = checked;
  const {fields, wanted} = table.terms;
  for (const line of states.lines(state.there, state.twice)) states.set(line, state.sent);
  const changed = new Map([...states.lines(state.changed)].map(line => [table.idOf(line), line] as const));
  const lastId = earlier?.lastId ?? listing.lastId;
  /** The contacts that rows became, whose ids are above all earlier ones, by the times of their last change. */
  const looks = new Map<string, number[]>();
  const seen: number[] = [];
  const addresses = new Set(only.map(({address}) => address));
  const contacts = new Map<string, ListedContact>();
  const failed: Array<Failure & {readonly line: number}> = [];

  const seeChanged = (contact: ListedContact, line: number): void => {
    const missing = table.differing(line, contact).filter(at => wanted.has(at));
    if (missing.length === 0) return;
    const name = contact.email ?? `contact ${contact.id}`;
    const others = missing.flatMap(at => fields[at] ?? []);
    failed.push({line, id: contact.id, name, error: shownOtherwise(name, others)});
  };

  /** Moves the row of a contact, and returns whether a run has sent it. */
  const seeSent = (line: number): boolean => {
    const of = states.of(line);
    if (of === state.sent || of === state.missing) states.set(line, state.there);
    else if (of === state.there) states.set(line, state.twice);
    else return of === state.twice;
    return true;
  };

  /** To the plan of a run that goes on, rows of its earlier part are people who are listed. */
  const isEarlier = (line: number): boolean => earlier !== undefined && covers(earlier.arrived, line);

  const noteLook = (contact: ListedContact, isSent: boolean): void => {
    if (contact.id <= lastId) return;
    // Nobody looked at those of an earlier part when they arrived, so only an unchanged one is as the run left it.
    const stamp = isSent ? stampOf(contact) : String(contact['created_at'] ?? '');
    const ids = looks.get(stamp);
    if (ids) ids.push(contact.id);
    // A copy, because a part of a text keeps the whole answer in memory.
    else looks.set(stamp.split('').join(''), [contact.id]);
  };

  return {
    see(contact: ListedContact): void {
      const changedLine = changed.get(contact.id);
      if (changedLine !== undefined) seeChanged(contact, changedLine);
      const address = foldAddress(contact.email ?? '');
      const line = lineOf(address);
      if (line === 0) return;
      const isSent = seeSent(line);
      if (!isSent && !isEarlier(line)) return;
      seen.push(line);
      if (addresses.has(address)) contacts.set(address, contact);
      noteLook(contact, isSent);
    },
    result: () => ({looks, contacts, failed, seen}),
  };
}

/** When a contact was changed last, as the service says it. */
export const stampOf = ({updated_at: stamp}: Loose): string => String(stamp ?? '');
