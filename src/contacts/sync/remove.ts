import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import {personHash} from '../../change/effect/crowd.js';
import type {Does, MadeIds} from '../../change/work/journal.js';
import {rangesOfNumbers} from '../../change/work/ranges.js';
import {toEmkError} from '../../change/work/stop-errors.js';
import type {Context} from '../../commands/command.js';
import {keptAsChanged, removeRecords, reportOf, sayWayBack} from '../../commands/verbs/remove-records.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import contacts from '../../endpoints/contacts.js';
import type {Done, Failure} from '../../output/results/result.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {addTo, leavingBook} from '../../resources/add-to.js';
import type {ImportJournal} from '../journal/runs.js';
import type {Plan} from '../run/plan.js';
import {listOnService} from '../send/list.js';
import type {Worked} from './change.js';

/** A sync that was agreed to. */
type Leaving = Plan & {readonly list: {readonly id: number}; readonly permit: Permit<'creates' | 'deletes'>};

/** People who are gone: how many were deleted or unsubscribed, and what became of the others. */
export type Removed = Worked & {readonly done: number};

/** Deletes or unsubscribes people who are gone from the file, and checks the result. */
export function removeGone(plan: Leaving, journal: ImportJournal): Promise<Removed> {
  const {context, permit, sync, found} = plan;
  const {ids} = found.gone;
  const isStill = isStillGone(plan);
  return sync?.gone === 'delete'
    ? journaled(context, journal, 'deletes', ids, begin => deleteContacts(context, permit, ids, {begin, isStill}))
    : journaled(context, journal, 'unsubscribes', ids, begin =>
        unsubscribe(plan, {ids: new Set(ids), isStill}, () => {
          const step = begin();
          return people => journal.note({kind: 'made', step, made: people});
        }),
      );
}

/** Whether a contact is still on the list and not in the file: it may have moved, or have another address, since the look. */
const isStillGone =
  ({checked, list}: Leaving) =>
  (one: Loose): boolean => {
    const address = foldAddress(fileText(String(one['email'] ?? '')));
    const isHere = Number(one['contact_type_id']) === list.id;
    return isHere && address !== '' && checked.lineOf(address) === 0 && !checked.isLeftOut(address);
  };

/** Deletes contacts in batches. Those stay that are not what was agreed to any more. */
export async function deleteContacts(
  context: Context,
  permit: Permit<'deletes'>,
  ids: readonly number[],
  {begin, isStill}: {readonly begin: () => number; readonly isStill: (contact: Loose) => boolean},
): Promise<Done> {
  const doomed = {
    ...({of: contacts, listInput: {}, permit, kept: 'copy', by: contacts.key, isStill} as const),
    // The work as a whole has one step, which is answered at its end.
    begins: () => void begin(),
  };
  const removed = await removeRecords(context, doomed, ids);
  const report = reportOf(context, contacts, ids, removed);
  sayWayBack(context, contacts, {kept: removed.kept, done: report.done.length});
  return report;
}

/**
 * Does some work on contacts, with its outcome in the journal, and its beginning once it sends its first request: where the
 * look before that was turned away, the next run has nothing to wait for.
 */
export async function journaled(
  context: Context,
  journal: ImportJournal,
  does: Does,
  ids: readonly number[],
  run: (begin: () => number) => Promise<Done>,
): Promise<Removed> {
  let step: number | undefined;
  const begin = () => (step ??= journal.begin(does, {ids: rangesOfNumbers(ids)}));
  try {
    const {done, failed, stopped} = await context.persist(() => run(begin));
    if (step !== undefined) journal.answer(step, 'acknowledged');
    return {done: done.length, failed, stopped};
  } catch (error) {
    return {done: 0, failed: [], stopped: toEmkError(error, context.host)};
  } finally {
    context.progress.clear();
  }
}

/** Unsubscribes people, and writes down which entries it made, so that an undo can take them back. */
async function unsubscribe(
  {context, account, permit, list}: Leaving,
  gone: {readonly ids: ReadonlySet<number>; isStill(contact: Loose): boolean},
  begin: () => (people: MadeIds) => void,
): Promise<Done> {
  const addresses = new Map<number, string>();
  await forEachRecord(listOnService(context, list.id).contacts(), one => {
    if (gone.ids.has(one.id) && one.email !== null && gone.isStill(one)) addresses.set(one.id, trim(one.email));
  });
  let report: Done = {kind: 'done', sentence: '', done: [], failed: []};
  if (addresses.size > 0) {
    const noteMade = begin();
    const hashOf = personHash(account);
    const book = {
      ...leavingBook(context, null, async () => permit),
      added(entries: ReadonlyArray<{readonly id: number; readonly email: string}>) {
        const people = entries.map(({id, email}) => [hashOf(email), id] as const);
        if (people.length > 0) noteMade(people);
      },
    };
    const people = new Map([...addresses.values()].map(email => [foldAddress(email), {email}]));
    report = await addTo(context, book, {people: [...people.values()]});
  }
  // Several contacts may have one address, which may have been unsubscribed before.
  const errors = new Map(report.failed.map(({id, error}) => [foldAddress(String(id)), error]));
  const done: number[] = [];
  const failed: Failure[] = [];
  for (const id of gone.ids) {
    const address = addresses.get(id);
    const error = address === undefined ? keptAsChanged(contacts, id) : errors.get(foldAddress(address));
    if (error) failed.push({id: address ?? id, error});
    else done.push(id);
  }
  return {...report, done, failed};
}
