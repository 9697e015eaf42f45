import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {sayWayBack} from '../../commands/keeping/ways-back.js';
import {reportOf} from '../../commands/verbs/removal-report.js';
import {keptAsChanged, removeRecords} from '../../commands/verbs/remove-records.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import contacts from '../../endpoints/contacts.js';
import {NotFoundError, PartialError} from '../../errors.js';
import type {Done, Failure} from '../../output/results/result.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {addAddresses, leavingBook} from '../../resources/addresses.js';
import {peopleKeyOf, personHash} from '../../who-left/people-key.js';
import {rangesOfNumbers} from '../../work/ranges.js';
import type {Does, MadeIds} from '../../work/record.js';
import {toEmkError} from '../../work/stop-errors.js';
import type {ImportJournal} from '../journal/runs.js';
import {importService, type ListedContact} from '../send/service.js';
import type {Worked} from './change-contacts.js';
import type {SyncPlan} from './plan-sync.js';

/** A sync that was agreed to. */
type Leaving = SyncPlan & {readonly permit: Permit<'creates' | 'deletes'>};

/** Deletes or unsubscribes people who are gone from the file, and checks the result. */
export function removeGone(
  {job, permit, sync, list, rows}: Leaving,
  journal: ImportJournal,
  ids: readonly number[] = list.gone.ids,
): Promise<Worked> {
  const {context} = job;
  const isStill = isStillGone({job, rows});
  return sync.gone === 'delete'
    ? journaled(context, journal, 'deletes', ids, begin => deleteContacts(context, permit, ids, {begin, isStill}))
    : journaled(context, journal, 'unsubscribes', ids, begin =>
        unsubscribe({...job, permit}, {ids: new Set(ids), isStill}, () => {
          const step = begin();
          return people => journal.note({kind: 'made', step, made: people});
        }),
      );
}

/** Whether a contact is still on the list and not in the file: it may have moved, or have another address, since the look. */
const isStillGone =
  ({job: {checked, list}, rows}: Pick<SyncPlan, 'job' | 'rows'>) =>
  (one: Loose): boolean => {
    const address = foldAddress(fileText((one as ListedContact).email ?? ''));
    const isHere = Number(one['contact_type_id']) === list.id;
    return isHere && address !== '' && rows.find(address) < 0 && !checked.isLeftOut(address);
  };

/** Looks once more for people whom the first pass could not delete or unsubscribe, and tries them again. */
export async function removeOwed(plan: Leaving, journal: ImportJournal, first: Worked): Promise<Worked> {
  const ids = plan.sync.gone === 'delete' ? first.failed.map(({id}) => Number(id)) : plan.list.gone.ids;
  const {stopped, failed} = await removeGone(plan, journal, ids);
  const owed = stopped ? first.failed : failed.filter(({error}) => !(error instanceof NotFoundError));
  return {done: first.done + first.failed.length - owed.length, failed: owed, stopped};
}

/**
 * Deletes contacts in batches, and again those that are still in the list, until `EMK_MAX_WAIT` has passed. Those stay that are
 * not what was agreed to any more.
 */
export async function deleteContacts(
  context: Context,
  permit: Permit<'deletes'>,
  ids: readonly number[],
  {begin, isStill}: {readonly begin?: () => number; readonly isStill?: (contact: Loose) => boolean} = {},
): Promise<Done> {
  // The work as a whole has one step, which is answered at its end.
  const journal = begin && {begin, answer: () => undefined};
  const doomed = {
    of: contacts,
    listInput: {},
    permit,
    kept: 'copy',
    by: 'given',
    untiring: true,
    isStill,
    journal,
  } as const;
  const removed = await removeRecords(context, doomed, ids);
  const certainty = context.globals.dryRun ? 'Would delete' : 'gone';
  const report = reportOf(contacts.noun, ids, certainty, removed, removed.nameOf);
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
): Promise<Worked> {
  let step: number | undefined;
  const begin = () => (step ??= journal.begin(does, {ids: rangesOfNumbers(ids)}));
  try {
    const {done, failed, stopped} = await context.persist(() => run(begin));
    if (step !== undefined) journal.answer(step, 'acknowledged');
    return {done: done.length, failed, stopped};
  } catch (error) {
    const stopped = toEmkError(error, context.host);
    return {done: 0, failed: [], stopped};
  } finally {
    context.progress.clear();
  }
}

/** Unsubscribes people, and writes down which entries it made, so that an undo can take them back. */
async function unsubscribe(
  {context, account, permit, list}: SyncPlan['job'] & Pick<Leaving, 'permit'>,
  gone: {readonly ids: ReadonlySet<number>; isStill(contact: Loose): boolean},
  begin: () => (people: MadeIds) => void,
): Promise<Done> {
  const found = new Map<number, string>();
  const changed = new Set<number>();
  const whyLeft = (id: number) => (changed.has(id) ? keptAsChanged(contacts, id) : notListed(id));
  await forEachRecord(importService(context, list.id).contacts(), one => {
    if (!gone.ids.has(one.id)) return;
    if (one.email !== null && gone.isStill(one)) found.set(one.id, trim(one.email));
    else changed.add(one.id);
  });
  if (found.size === 0) return ofContacts(nothing, gone.ids, {found, whyLeft});
  const noteMade = begin();
  const hashOf = personHash(peopleKeyOf(account).bytes);
  const book = {
    ...leavingBook(context, null, async () => permit),
    added(entries: ReadonlyArray<readonly [number, string]>) {
      const people = entries.map(([id, address]) => [hashOf(address), id] as const);
      if (people.length > 0) noteMade(people);
    },
  };
  const report = await addAddresses(context, {email: [...found.values()]}, book);
  return ofContacts(report, gone.ids, {found, whyLeft});
}

const notListed = (id: number): PartialError =>
  new PartialError(`Contact ${id} is no longer on the list, so emk left it alone.`);

const nothing: Done = {kind: 'done', sentence: '', done: [], failed: []};

/** What became of each contact: several may have one address, which may have been unsubscribed before. */
function ofContacts(
  report: Done,
  ids: ReadonlySet<number>,
  {found, whyLeft}: {readonly found: ReadonlyMap<number, string>; whyLeft(id: number): PartialError},
): Done {
  const errors = new Map(report.failed.map(({id, error}) => [foldAddress(String(id)), error]));
  const failed: Failure[] = [];
  for (const id of ids) {
    const address = found.get(id);
    const error = address === undefined ? whyLeft(id) : errors.get(foldAddress(address));
    if (error) failed.push({id: address ?? id, error});
  }
  const unreached = new Set(failed.map(({id}) => id));
  return {...report, done: [...ids].filter(id => !unreached.has(found.get(id) ?? id)), failed};
}
