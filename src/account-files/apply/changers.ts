import type {Loose, Operation, Params, Text, Utr} from '../../api/describe/schema.js';
import {isUtr, turnFor} from '../../commands/verbs/create.js';
import {newSince, surveyList} from '../../commands/verbs/find-created.js';
import {operations as automation} from '../../endpoints/automations.js';
import {operations as field} from '../../endpoints/fields.js';
import {operations as group} from '../../endpoints/groups.js';
import {operations as contactList} from '../../endpoints/lists.js';
import {operations as notification} from '../../endpoints/notifications.js';
import {operations as sender} from '../../endpoints/senders.js';
import {PartialError} from '../../errors.js';
import {nameKey} from '../../identity/identities.js';
import {updateSend as updateOne} from '../../mailings/change.js';
import {createSend} from '../../mailings/send.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import groupCommands from '../../resources/groups.js';
import senderCommands from '../../resources/senders.js';
import {counted} from '../../words/sentence.js';
import {answeredIfFailed, createEach, type Step} from '../../work/steps.js';
import {serviceName} from '../account/read-account.js';
import {createdFingerprint} from '../compare/compare-entries.js';
import type {Id} from '../folder/made.js';
import {kinds} from '../kinds/kinds.js';
import type {KindName} from '../kinds/shape.js';
import {recordItem} from './apply-journal.js';
import {
  addPeople,
  allUnsubscribes,
  changeAutomation,
  changedForm,
  changePeople,
  groupRecipientsOf,
  segmentPeople,
  updateByCommand,
} from './change-one.js';
import {type ApplyWork, idOf, type Task} from './work.js';

/** How the changes of a kind are made. Kinds that the API can only read have none. */
export type Changer = {
  create(work: ApplyWork, tasks: readonly Task[]): Promise<void>;
  update(work: ApplyWork, task: Task): Promise<void>;
};

const nothing = async (): Promise<void> => {};

const byForm =
  (kind: KindName, operation: Operation<Params, Text | Utr, 'creates', undefined>) =>
  (work: ApplyWork, tasks: readonly Task[]): Promise<void> =>
    createRecords(work, kind, operation, tasks);

export const changers: {readonly [K in KindName]?: Changer} = {
  lists: {create: byForm('lists', contactList.create), update: nothing},
  fields: {create: byForm('fields', field.create), update: nothing},
  groups: {
    async create(work, tasks) {
      await createRecords(work, 'groups', group.create, tasks);
      for (const task of tasks) {
        work.begins(task.change);
        await changePeople(work, task, groupRecipientsOf(await idOf(work, 'groups', task.change.name)));
      }
    },
    async update(work, task) {
      const id = await idOf(work, 'groups', task.change.name);
      await updateByCommand(work, task, groupCommands.commands.update, {id: Number(id)});
      await changePeople(work, task, groupRecipientsOf(id));
    },
  },
  unsubscribes: {
    async create(work, tasks) {
      const {journal, context} = work;
      // Several go in one request, of which nobody can say whom it failed at.
      work.begins(tasks.length === 1 ? tasks[0]?.change : undefined);
      const numbers = new Map<string, number>();
      const names = tasks.map(({change}) => change.name);
      const {ids, failed} = await addPeople(work, allUnsubscribes, names, (_, lastRow) => {
        const since = {lastRow, startedAt: context.host.now().getTime()};
        for (const name of names) {
          const print = createdFingerprint('unsubscribes', {email: name});
          numbers.set(name, journal.begin('creates', {items: [recordItem('unsubscribes', name)]}, {since, print}));
        }
      });
      const byAddress = new Map(ids);
      for (const [name, step] of numbers) {
        const id = byAddress.get(foldAddress(name));
        if (id !== undefined) journal.answer(step, 'acknowledged', {made: [[name, id]]});
      }
      if (failed) throw failed;
    },
    update: nothing,
  },
  senders: {
    create: byForm('senders', sender.create),
    update: async (work, task) =>
      updateByCommand(work, task, senderCommands.commands.update, {
        sender_id: Number(await idOf(work, 'senders', task.change.name)),
      }),
  },
  segments: {
    create: nothing,
    update: async (work, task) =>
      changePeople(work, task, segmentPeople(await idOf(work, 'segments', task.change.name))),
  },
  automations: {
    async create(work, tasks) {
      await createRecords(work, 'automations', automation.create, tasks);
      for (const task of tasks) {
        work.begins(task.change);
        await changeAutomation(work, task);
      }
    },
    update: changeAutomation,
  },
  mailings: {
    async create(work, tasks) {
      await createSends(work, tasks, (await lookBefore(work, 'mailings', tasks)).lastRow);
    },
    update: updateSend,
  },
  notifications: {create: byForm('notifications', notification.add), update: nothing},
};

/** Schedules mailings, each with its checks. The plan has checked that every moment is in the future. */
async function createSends(work: ApplyWork, tasks: readonly Task[], lastRow: number): Promise<void> {
  const {context, names, journal, rules} = work;
  for (const task of tasks) {
    const {change, entry} = task;
    const {name} = change;
    work.begins(change);
    const form = await names.toForm(kinds['mailings'].keys, entry);
    const {item, print} = stepOf('mailings', task);
    const since = {lastRow, startedAt: context.host.now().getTime()};
    const step = journal.begin('creates', {items: [item]}, {since, print});
    const result = await answeredIfFailed(
      journal,
      () => step,
      () => createSend(context, {...form, at: String(entry['at']), ...rules} as never),
    );
    if (result.kind !== 'record') continue;
    const {utr} = result.record as {readonly utr: string};
    journal.answer(step, 'acknowledged', {made: [[name, utr]]});
    await names.learn('mailings', name, utr);
  }
}

/** Changes a scheduled mailing, with its checks. */
async function updateSend(work: ApplyWork, task: Task): Promise<void> {
  const {change, entry} = task;
  const utr = await idOf(work, 'mailings', change.name);
  const changed = await changedForm(work, task);
  const at = change.fields.some(({key}) => key === 'at') ? {at: String(entry['at'])} : {};
  await updateOne(work.context, {...changed, ...at, ...work.rules, utr} as never, undefined);
}

/** Creates records one by one, and finds each in the list by its name and a higher row than before. */
async function createRecords(
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
  const {lastRow, adopted} = await lookBefore(work, kind, tasks);
  const {noun, key} = kinds[kind].collection;
  const steps = tasks
    .filter(({change}) => !adopted.has(change.name))
    .map(task => ({
      ...stepOf(kind, task),
      called: calledIn(kind, task),
      async send() {
        work.begins(task.change);
        const answer = await context.send(
          permit,
          operation,
          (await names.toForm(kinds[kind].keys, task.entry)) as never,
        );
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
const stepOf = (kind: KindName, {change, entry}: Task): Pick<Step, 'item'> & {readonly print: string} => ({
  item: recordItem(kind, change.name),
  print: createdFingerprint(kind, entry),
});

/** The highest row of a list, and the records to create that others have made since the comparison. */
async function lookBefore(
  {context, isKnown, adopts, names}: ApplyWork,
  kind: KindName,
  tasks: readonly Task[],
): Promise<{readonly lastRow: number; readonly adopted: ReadonlySet<string>}> {
  const wanted = new Map(tasks.map(task => [calledIn(kind, task), task.change.name]));
  const adopted = new Set<string>();
  const {collection: of} = kinds[kind];
  const likeness = (record: Loose) => {
    const name = wanted.get(nameKey(kind, serviceName(kind)(record)));
    if (kind === 'mailings' || name === undefined || isKnown(kind, record)) return undefined;
    if (!adopts(kind)) return 'same';
    adopted.add(name);
    void names.learn(kind, name, record[of.key] as Id);
    return undefined;
  };
  const {highest, duplicate} = await surveyList(context, {of}, {likeness});
  if (duplicate === undefined) return {lastRow: highest, adopted};
  throw new PartialError(
    `There is a new ${of.noun.one} "${serviceName(kind)(duplicate)}", which was not there when emk compared.`,
    {hint: 'Run the same line again.'},
  );
}

const newRows = ({context}: ApplyWork, kind: KindName, lastRow: number): Promise<readonly Loose[]> =>
  newSince(context, {of: kinds[kind].collection, isIt: isNotDeleted}, lastRow).then(rows =>
    rows.sort((one, other) => Number(one['id']) - Number(other['id'])),
  );

/** What the service will call a record, in the form in which names are compared. */
const calledIn = (kind: KindName, {entry}: Task): string => nameKey(kind, String(entry[kinds[kind].identity] ?? ''));
