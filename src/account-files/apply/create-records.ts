import {allRecords, forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose, Operation, Params, Text, Utr} from '../../api/describe/schema.js';
import {isUtr, turnFor} from '../../commands/verbs/create.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import {PartialError} from '../../errors.js';
import {nameKey} from '../../identity/identities.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {trim} from '../../records/fields/trim.js';
import {counted} from '../../words/count.js';
import {createEach, type Step} from '../../work/steps.js';
import {serviceName} from '../account/account-lists.js';
import {createdFingerprint} from '../compare/fingerprint.js';
import type {Id} from '../folder/made-records.js';
import type {KindName} from '../kinds/kind-names.js';
import {kinds} from '../kinds/kinds.js';
import {recordItem} from './after-record.js';
import type {ApplyWork, Task} from './work.js';

/** Creates records one by one, and finds each in the list by its name and a higher row than before. */
export async function createRecords(
  work: ApplyWork,
  kind: KindName,
  operation: Operation<Params, Text | Utr, 'creates', undefined>,
  tasks: readonly Task[],
): Promise<void> {
  if (tasks.length === 0) return;
  const {noun} = kinds[kind].collection;
  const things = tasks.map(({change}) => turnFor({noun}, change.name));
  const what =
    tasks.length === 1 ? `the ${noun.one} "${tasks[0]?.change.name}"` : counted(tasks.length, noun.one, noun.many);
  await work.context.takeTurns(things, what, () => lookAndCreate(work, kind, operation, tasks));
}

async function lookAndCreate(
  work: ApplyWork,
  kind: KindName,
  operation: Operation<Params, Text | Utr, 'creates', undefined>,
  tasks: readonly Task[],
): Promise<void> {
  const {context, permit, names} = work;
  const lastRow = await highestRow(work, kind, tasks);
  const {noun, key} = kinds[kind].collection;
  const steps = tasks.map(task => ({
    ...stepOf(kind, task),
    async send() {
      work.begins(task.change);
      const answer = await context.send(permit, operation, (await names.toForm(kinds[kind].keys, task.entry)) as never);
      return isUtr(answer) ? answer.utr : undefined;
    },
  }));
  await createEach(work.journal, steps, {
    since: () => ({lastRow, startedAt: context.host.now().getTime()}),
    async find() {
      const rows = await newRows(work, kind, lastRow);
      return ({item}) => rows.filter(each => isCalled(kind, each, item.key)).map(row => row[key] as Id);
    },
    made: ({item}, id) => names.learn(kind, item.key, id),
    unclear: ({item}, found) =>
      found === 'none'
        ? new PartialError(`The ${noun.one} "${item.key}" was created, but the service does not list it yet.`, {
            hint: 'Run the same line again: emk looks first.',
          })
        : new PartialError(`Two new ${noun.many} are called "${item.key}": somebody else made one of them.`, {
            hint: 'Delete the wrong one, then run the same line again.',
          }),
  });
}

/** The record of a task in the journal, with the fingerprint that it will have. */
export const stepOf = (kind: KindName, {change, entry}: Task): Pick<Step, 'item'> & {readonly print: string} => ({
  item: recordItem(kind, change.name),
  print: createdFingerprint(kind, entry),
});

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
