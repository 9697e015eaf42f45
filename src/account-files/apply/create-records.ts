import {allRecords, forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose, Operation, Params, Text, Utr} from '../../api/describe/schema.js';
import {isUtr} from '../../commands/verbs/create.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import {EmkError, InterruptedError, orUnknown, PartialError, UnknownOutcomeError} from '../../errors.js';
import {nameKey} from '../../identity/identities.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {trim} from '../../records/fields/trim.js';
import {serviceName} from '../account/account-lists.js';
import {createdFingerprint} from '../compare/fingerprint.js';
import type {Id} from '../folder/made-records.js';
import type {KindName} from '../kinds/kind-names.js';
import {kinds} from '../kinds/kinds.js';
import {type ApplyWork, closeIfFailed, type Task} from './work.js';

/** Creates records one by one, and finds each in the list by its name and a higher row than before. */
export async function createRecords(
  work: ApplyWork,
  kind: KindName,
  operation: Operation<Params, Text | Utr, 'creates', undefined>,
  tasks: readonly Task[],
): Promise<void> {
  if (tasks.length === 0) return;
  const {journal, names, context, permit} = work;
  const lastRow = await highestRow(work, kind, tasks);
  const pending: Task[] = [];
  const found = async (task: Task, id: Id): Promise<void> => {
    const fingerprint = createdFingerprint(kind, task.entry);
    journal.note({step: 'made', kind, name: task.change.name, id, fingerprint});
    await names.learn(kind, task.change.name, id);
  };
  const findPending = async (lostAnswer?: UnknownOutcomeError): Promise<void> => {
    const rows = await newRows(work, kind, lastRow);
    for (const task of pending.splice(0)) {
      const [row, another] = rows.filter(each => isCalled(kind, each, task.change.name));
      if (row && another) throw alike(kind, task.change.name);
      if (row) await found(task, row[kinds[kind].collection.key] as Id);
      else throw lostAnswer ?? notShown(kind, task.change.name);
    }
  };
  try {
    for (const task of tasks) {
      const {name} = task.change;
      work.begins(task.change);
      const form = await names.toForm(kinds[kind].keys, task.entry);
      journal.note({
        ...{step: 'create', kind, name, lastRow},
        ...{startedAt: context.host.now().getTime(), fingerprint: createdFingerprint(kind, task.entry)},
      });
      const answer = await closeIfFailed(
        () => context.send(permit, operation, form as never),
        () => journal.note({step: 'not-made', kind, name}),
      ).catch(orUnknown);
      if (isUtr(answer)) {
        await found(task, answer.utr);
        continue;
      }
      pending.push(task);
      if (answer instanceof UnknownOutcomeError) await findPending(answer);
    }
  } catch (error) {
    // The earlier ones were created: read their ids now, or they are lost.
    if (error instanceof EmkError && !(error instanceof InterruptedError) && pending.length > 0) await findPending();
    throw error;
  }
  if (pending.length > 0) await findPending();
}

/** The highest row of a list. Throws if one of the records to create has appeared in it since the comparison. */
export async function highestRow({context}: ApplyWork, kind: KindName, tasks: readonly Task[]): Promise<number> {
  const wanted = new Set(tasks.map(({change}) => change.name));
  let highest = 0;
  await forEachRecord(listedRecords(context, kinds[kind].collection), record => {
    highest = Math.max(highest, Number(record['id']));
    const name = trim(serviceName(kind)(record));
    if (!isNotDeleted(record) || !wanted.has(name) || kind === 'single-sends') return;
    throw new PartialError(`Somebody else has just created the ${kinds[kind].collection.noun.one} "${name}".`, {
      hint: 'Run the same line again.',
    });
  });
  return highest;
}

const newRows = ({context}: ApplyWork, kind: KindName, lastRow: number): Promise<readonly Loose[]> =>
  allRecords(
    listedRecords(context, kinds[kind].collection),
    record => Number(record['id']) > lastRow && isNotDeleted(record),
  );

const isCalled = (kind: KindName, record: Loose, name: string): boolean =>
  nameKey(kind, serviceName(kind)(record)) === nameKey(kind, name);

const alike = (kind: KindName, name: string): PartialError =>
  new PartialError(
    `Two new ${kinds[kind].collection.noun.many} are called "${name}": somebody else made one of them.`,
    {hint: 'Delete the wrong one, then run the same line again.'},
  );

const notShown = (kind: KindName, name: string): PartialError =>
  new PartialError(
    `The ${kinds[kind].collection.noun.one} "${name}" was created, but the service does not list it yet.`,
    {hint: 'Run the same line again: emk looks first.'},
  );
