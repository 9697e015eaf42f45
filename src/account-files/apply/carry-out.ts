import type {Loose} from '../../api/describe/schema.js';
import type {EmkError} from '../../errors.js';
import type {Item} from '../../work/record.js';
import {toEmkError} from '../../work/stop-errors.js';
import {serviceName} from '../account/read-account.js';
import {fingerprintOf} from '../compare/compare-entries.js';
import type {Id} from '../folder/made.js';
import {kinds} from '../kinds/kinds.js';
import type {Change} from '../kinds/results.schema.js';
import {type Entry, type KindName, kindNames} from '../kinds/shape.js';
import {type ApplyJournal, recordItem} from './apply-journal.js';
import {goLive} from './change-one.js';
import {type Changer, changers} from './changers.js';
import {removeAll} from './remove-records.js';
import {type ApplyWork, goesLive, type Task} from './work.js';

/** The changes that were made, and the error that ended the work early, if any. */
type CarriedOut = {
  readonly done: ReadonlySet<Change>;
  readonly error: EmkError | undefined;
  /** The change during which it ended. */
  readonly failed?: Change | undefined;
};

/** Makes changes in the order of their dependencies, deletions last. The first failure ends the work. */
export async function carryOut(
  work: ApplyWork,
  tasks: readonly Task[],
  contacts: () => Promise<void>,
): Promise<CarriedOut> {
  const done = new Set<Change>();
  const total = tasks.length;
  const finish = (task: Task): void => {
    noteIfOurs(work, task, (item, print) => work.journal.note({kind: 'finished', item, print}));
    done.add(task.change);
    work.context.progress.show({label: 'Applying', done: done.size, total});
  };
  try {
    for (const kind of kindNames) {
      const changer = changers[kind];
      const ofKind = tasks.filter(({change}) => change.kind === kind);
      // Mailings are checked with their audience, so contacts come first; automations come after them, so that imported
      // people are not mailed for joining.
      if (kind === 'automations') await contacts();
      if (changer) await makeAndChange(work, changer, ofKind, finish);
    }
    for (const task of tasks.filter(({change}) => isToGoLive(change))) {
      work.begins(task.change);
      await goLive(work, task);
      finish(task);
    }
    for (const kind of [...kindNames].reverse()) await remove(work, kind, tasks, done);
    return {done, error: undefined};
  } catch (thrown) {
    const error = toEmkError(thrown, work.context.host);
    for (const {change} of tasks) if (wasCreated(work, change)) done.add(change);
    return {done, error, failed: work.current()};
  } finally {
    work.context.progress.clear();
  }
}

/** Creates the new records of a kind, and changes the existing ones, in order. */
async function makeAndChange(
  work: ApplyWork,
  changer: Changer,
  tasks: readonly Task[],
  finish: (task: Task) => void,
): Promise<void> {
  const isNow = ({change}: Task): boolean => !isToGoLive(change);
  const created = tasks.filter(({change}) => change.action === 'create');
  if (created.length > 0) await changer.create(work, created);
  for (const task of created.filter(isNow)) finish(task);
  for (const task of tasks.filter(({change}) => change.action === 'update')) {
    work.begins(task.change);
    noteIfOurs(work, task, (item, print) => void work.journal.begin('updates', {items: [item]}, {print}));
    await changer.update(work, task);
    if (isNow(task)) finish(task);
  }
}

async function remove(work: ApplyWork, kind: KindName, tasks: readonly Task[], done: Set<Change>): Promise<void> {
  const gone = tasks.filter(({change}) => change.kind === kind && change.action === 'delete');
  if (gone.length === 0) return;
  work.begins(undefined);
  const going = gone.flatMap(({change}) => work.accountRecord(kind, change.name) ?? []);
  const called = new Map(going.map(one => [String(one.id), one.called]));
  const mostPeople = gone.reduce((sum, {change}) => sum + (change.people ?? 0), 0);
  const {collection} = kinds[kind];
  const isStill = (record: Loose): boolean => called.get(String(record[collection.key])) === serviceName(kind)(record);
  const nameOf = (id: Id): string => `"${called.get(String(id))}"`;
  const removal = {of: collection, listInput: {}, permit: work.permit, mostPeople, isStill, nameOf};
  const ids = going.map(({id}) => id);
  await removeAll(work.context, removal, ids, id => {
    const change = gone.find(each => work.accountRecord(kind, each.change.name)?.id === id)?.change;
    if (change === undefined) return;
    if (work.journal.made.records.get(kind)?.has(change.name))
      work.journal.note({kind: 'undone', item: recordItem(kind, change.name)});
    done.add(change);
  });
}

const isToGoLive = ({kind, fields}: Change): boolean => kind === 'automations' && fields.some(goesLive);

/**
 * Writes down what a record of this folder will become, because a kill may come before it is finished, and what it has
 * become, so that later changes by others are noticed.
 */
function noteIfOurs(
  {journal}: ApplyWork,
  {change: {kind, name}, entry}: Task,
  note: (item: Item, print: string) => void,
): void {
  if (journal.made.records.get(kind)?.has(name)) note(recordItem(kind, name), fingerprintOf(kind, entry));
}

/** The same for records that an earlier run left unfinished and that match their files by now. */
export function finishOthers(journal: ApplyJournal, entries: ReadonlyMap<KindName, readonly Entry[]>): void {
  const {records} = journal.made;
  for (const [kind, some] of entries) {
    for (const entry of some) {
      const name = String(entry[kinds[kind].identity] ?? '');
      const record = records.get(kind)?.get(name);
      const fingerprint = fingerprintOf(kind, entry);
      if (record && (record.finishedFingerprint === undefined || record.intendedFingerprint === fingerprint))
        journal.note({kind: 'finished', item: recordItem(kind, name), print: fingerprint});
    }
  }
}

const wasCreated = ({journal}: ApplyWork, {action, kind, name}: Change): boolean =>
  action === 'create' && journal.made.records.get(kind)?.has(name) === true;
