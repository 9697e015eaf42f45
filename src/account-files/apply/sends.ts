import {createSend} from '../../resources/single-sends/create.js';
import {updateSend as updateOne} from '../../resources/single-sends/update.js';
import {createdFingerprint} from '../compare/fingerprint.js';
import {kinds} from '../kinds/kinds.js';
import {changedForm} from './update-by-command.js';
import {type ApplyWork, closeIfFailed, idOf, type Task} from './work.js';

/** Schedules mailings, each with its checks. The plan has checked that every moment is in the future. */
export async function createSends(work: ApplyWork, tasks: readonly Task[], lastRow: number): Promise<void> {
  const {context, names, journal, rules} = work;
  for (const {change, entry} of tasks) {
    const {name} = change;
    work.begins(change);
    const form = await names.toForm(kinds['single-sends'].keys, entry);
    const fingerprint = createdFingerprint('single-sends', entry);
    const startedAt = context.host.now().getTime();
    journal.note({step: 'create', kind: 'single-sends', name, lastRow, startedAt, fingerprint});
    const result = await closeIfFailed(
      () =>
        createSend(context, {...form, at: String(entry['at']), ...rules} as never, {blind: false, columns: undefined}),
      () => journal.note({step: 'not-made', kind: 'single-sends', name}),
    );
    if (result.kind !== 'record') continue;
    const {utr} = result.record as {readonly utr: string};
    journal.note({step: 'made', kind: 'single-sends', name, id: utr, fingerprint});
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
