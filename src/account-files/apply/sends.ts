import {createSend} from '../../resources/single-sends/create.js';
import {updateSend as updateOne} from '../../resources/single-sends/update.js';
import {answeredIfFailed} from '../../work/steps.js';
import {kinds} from '../kinds/kinds.js';
import {stepOf} from './create-records.js';
import {changedForm} from './update-by-command.js';
import {type ApplyWork, idOf, type Task} from './work.js';

/** Schedules mailings, each with its checks. The plan has checked that every moment is in the future. */
export async function createSends(work: ApplyWork, tasks: readonly Task[], lastRow: number): Promise<void> {
  const {context, names, journal, rules} = work;
  for (const task of tasks) {
    const {change, entry} = task;
    const {name} = change;
    work.begins(change);
    const form = await names.toForm(kinds['single-sends'].keys, entry);
    const {item, print} = stepOf('single-sends', task);
    const since = {lastRow, startedAt: context.host.now().getTime()};
    const step = journal.begin('creates', {items: [item]}, {since, print});
    const result = await answeredIfFailed(
      journal,
      () => step,
      () =>
        createSend(context, {...form, at: String(entry['at']), ...rules} as never, {blind: false, columns: undefined}),
    );
    if (result.kind !== 'record') continue;
    const {utr} = result.record as {readonly utr: string};
    journal.answer(step, 'acknowledged', {made: [[name, utr]]});
    await names.learn('single-sends', name, utr);
  }
}

/** Changes a scheduled mailing, with its checks. */
export async function updateSend(work: ApplyWork, task: Task): Promise<void> {
  const {change, entry} = task;
  const utr = await idOf(work, 'single-sends', change.name);
  const changed = await changedForm(work, task);
  const at = change.fields.some(({key}) => key === 'at') ? {at: String(entry['at'])} : {};
  await updateOne(work.context, {...changed, ...at, ...work.rules, utr} as never, undefined);
}
