import type {Operation, Params, Text, Utr} from '../../api/describe/schema.js';
import {operations as automation} from '../../endpoints/automations.js';
import {operations as field} from '../../endpoints/fields.js';
import {operations as group} from '../../endpoints/groups.js';
import {operations as contactList} from '../../endpoints/lists.js';
import {operations as notification} from '../../endpoints/notifications.js';
import {operations as sender} from '../../endpoints/senders.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {createSend} from '../../resources/mailings/create.js';
import {updateSend as updateOne} from '../../resources/mailings/update.js';
import senderCommands from '../../resources/setup/senders.js';
import groupCommands from '../../resources/unsubscribes/groups.js';
import {answeredIfFailed} from '../../work/steps.js';
import {createdFingerprint} from '../compare/fingerprint.js';
import {kinds} from '../kinds/kinds.js';
import type {KindName} from '../kinds/shape.js';
import {recordItem} from './after-record.js';
import {changeAutomation} from './change-automation.js';
import {changePeople} from './change-people.js';
import {createRecords, highestRow, stepOf} from './create-records.js';
import {addPeople, allUnsubscribes, groupRecipientsOf, segmentPeople} from './people-lists.js';
import {changedForm, updateByCommand} from './update-by-command.js';
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
      await createSends(work, tasks, await highestRow(work, 'mailings', tasks));
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
