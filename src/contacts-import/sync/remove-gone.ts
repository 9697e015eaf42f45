import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {keepBefore} from '../../commands/keeping/keep-before.js';
import {sayWayBack} from '../../commands/keeping/ways-back.js';
import {removeUntilGone} from '../../commands/verbs/removal.js';
import contacts from '../../endpoints/contacts.js';
import {NotFoundError} from '../../errors.js';
import type {Done} from '../../output/results/result.js';
import {trim} from '../../records/fields/trim.js';
import {addAddresses} from '../../resources/shared/add-addresses.js';
import {leavingBook} from '../../resources/shared/leaving-book.js';
import {peopleKeyOf, personHash} from '../../who-left/people-key.js';
import {rangesOfNumbers} from '../../work/ranges.js';
import type {Does, MadeIds} from '../../work/record.js';
import {toEmkError} from '../../work/stop-errors.js';
import type {ImportJournal} from '../journal/runs.js';
import {importService} from '../send/service.js';
import type {Worked} from './change-contacts.js';
import type {SyncPlan} from './plan-sync.js';

/** A sync that was agreed to. */
type Leaving = SyncPlan & {readonly permit: Permit<'creates' | 'deletes'>};

/** Deletes or unsubscribes people who are gone from the file, and checks the result. */
export function removeGone(
  {job, permit, sync, list}: Leaving,
  typeId: number,
  journal: ImportJournal,
  ids: readonly number[] = list.gone.ids,
): Promise<Worked> {
  const {context} = job;
  return sync.gone === 'delete'
    ? journaled(context, journal, 'deletes', ids, () => deleteContacts(context, permit, ids))
    : journaled(context, journal, 'unsubscribes', ids, step =>
        unsubscribe({...job, permit}, typeId, new Set(ids), people => journal.note({kind: 'made', step, made: people})),
      );
}

/** Looks once more for people whom the first pass could not delete or unsubscribe, and tries them again. */
export async function removeOwed(
  plan: Leaving,
  typeId: number,
  journal: ImportJournal,
  first: Worked,
): Promise<Worked> {
  const ids = plan.sync.gone === 'delete' ? first.failed.map(({id}) => Number(id)) : plan.list.gone.ids;
  const {stopped, failed} = await removeGone(plan, typeId, journal, ids);
  const owed = stopped ? first.failed : failed.filter(({error}) => !(error instanceof NotFoundError));
  return {done: first.done + first.failed.length - owed.length, failed: owed, stopped};
}

/** Deletes contacts in batches, and again those that are still in the list, until `--max-wait` has passed. */
export async function deleteContacts(
  context: Context,
  permit: Permit<'deletes'>,
  ids: readonly number[],
): Promise<Done> {
  const {kept, copied, listed} = await keepBefore(context, {of: contacts, listInput: {}, ids});
  const removed = await removeUntilGone(
    context,
    {of: contacts, listInput: {}, permit, copied, by: 'given', listed},
    ids,
  );
  sayWayBack(context, contacts, {kept, done: removed.done.length});
  return removed;
}

/** Does some work on contacts, with its beginning and outcome in the journal. */
export async function journaled(
  context: Context,
  journal: ImportJournal,
  does: Does,
  ids: readonly number[],
  run: (step: number) => Promise<Done>,
): Promise<Worked> {
  const step = journal.begin(does, {ids: rangesOfNumbers(ids)});
  try {
    const {done, failed, stopped} = await context.persist(() => run(step));
    journal.answer(step, 'acknowledged');
    return {done: done.length, failed, stopped};
  } catch (error) {
    const stopped = toEmkError(error, context.host);
    return {done: 0, failed: [], stopped};
  } finally {
    context.progress.clear();
  }
}

/** Unsubscribes people, and writes down who they are, so that a later sync knows them and an undo takes them back. */
async function unsubscribe(
  {context, account, permit}: SyncPlan['job'] & Pick<Leaving, 'permit'>,
  typeId: number,
  gone: ReadonlySet<number>,
  noteMade: (people: MadeIds) => void,
): Promise<Done> {
  const email: string[] = [];
  await forEachRecord(importService(context, typeId).contacts(), one => {
    if (gone.has(one.id) && one.email !== null) email.push(trim(one.email));
  });
  if (email.length === 0) return {kind: 'done', sentence: '', done: [], failed: []};
  const hashOf = personHash(peopleKeyOf(account).bytes);
  return addAddresses(
    context,
    {email},
    {
      ...leavingBook(context, null, async () => permit),
      added(entries) {
        const people = entries.map(([id, address]) => [hashOf(address), id] as const);
        if (people.length > 0) noteMade(people);
      },
    },
  );
}
