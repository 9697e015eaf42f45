import type {Loose, Operation, Params, Text, Utr} from '../../api/describe/schema.js';
import {isUtr, turnFor} from '../../commands/verbs/create.js';
import {newSince, surveyList} from '../../commands/verbs/find-created.js';
import {PartialError} from '../../errors.js';
import {nameKey} from '../../identity/identities.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {counted} from '../../words/sentence.js';
import {createEach, type Step} from '../../work/steps.js';
import {serviceName} from '../account/read-account.js';
import {createdFingerprint} from '../compare/fingerprint.js';
import type {Id} from '../folder/made.js';
import {kinds} from '../kinds/kinds.js';
import type {KindName} from '../kinds/shape.js';
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
  const names = [...new Set(tasks.map(task => calledIn(kind, task)))];
  const things = names.map(name => turnFor({noun}, name));
  const what = tasks.length === 1 ? `the ${noun.one} "${names[0]}"` : counted(tasks.length, noun.one, noun.many);
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
    called: calledIn(kind, task),
    async send() {
      work.begins(task.change);
      const answer = await context.send(permit, operation, (await names.toForm(kinds[kind].keys, task.entry)) as never);
      return isUtr(answer) ? answer.utr : undefined;
    },
  }));
  if (context.globals.dryRun) {
    for (const step of steps) {
      await step.send();
      await names.learn(kind, step.item.key, '');
    }
    return;
  }
  const found = new Map<string, Id>();
  await createEach(work.journal, steps, {
    lastRow,
    host: context.host,
    async find() {
      const rows = await newRows(work, kind, lastRow);
      return ({called}) => {
        const taken = new Set(found.values());
        const alike = rows.filter(
          row => nameKey(kind, serviceName(kind)(row)) === called && !taken.has(row[key] as Id),
        );
        // Several may be wanted with one name: they appear in the order in which they were created.
        const wanted = steps.filter(step => step.called === called && !found.has(step.item.key));
        return alike.slice(0, alike.length > wanted.length ? 2 : 1).map(row => row[key] as Id);
      };
    },
    made: ({item}, id) => {
      found.set(item.key, id);
      return names.learn(kind, item.key, id);
    },
    unclear: ({called}, some) =>
      some === 'none'
        ? new PartialError(`The ${noun.one} "${called}" was created, but the service does not list it yet.`, {
            hint: 'Run the same line again: emk looks first.',
          })
        : new PartialError(`There are several new ${noun.many} called "${called}", and emk made only one.`, {
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
export async function highestRow(
  {context, isKnown}: ApplyWork,
  kind: KindName,
  tasks: readonly Task[],
): Promise<number> {
  const wanted = new Set(tasks.map(task => calledIn(kind, task)));
  const {collection: of} = kinds[kind];
  const nameOf = (record: Loose): string => nameKey(kind, serviceName(kind)(record));
  const isNew = (record: Loose): boolean => wanted.has(nameOf(record)) && !isKnown(kind, record);
  const likeness = (record: Loose) => (kind !== 'mailings' && isNew(record) ? 'same' : undefined);
  const {highest, duplicate} = await surveyList(context, {of}, {likeness});
  if (duplicate === undefined) return highest;
  throw new PartialError(
    `There is a new ${of.noun.one} "${nameOf(duplicate)}", which was not there when emk compared.`,
    {hint: 'Run the same line again.'},
  );
}

const newRows = ({context}: ApplyWork, kind: KindName, lastRow: number): Promise<readonly Loose[]> =>
  newSince(context, {of: kinds[kind].collection, isIt: isNotDeleted}, lastRow).then(rows =>
    rows.sort((one, other) => Number(one['id']) - Number(other['id'])),
  );

/** What the service will call a record, in the form in which names are compared. */
const calledIn = (kind: KindName, {entry}: Task): string => nameKey(kind, String(entry[kinds[kind].identity] ?? ''));
