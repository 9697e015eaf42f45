import type {Context} from '../../commands/command.js';
import {gateAutomations, startsInWords} from '../../resources/shared/started-automations.js';
import {capital} from '../../words/letters.js';
import {andList} from '../../words/list.js';
import {placeUnlessSaid} from '../run/report.js';
import {tooManyGone} from './limits.js';
import {onlyByChanges, type SyncPlan} from './plan-sync.js';
import {planInWords, todoIn} from './sync-words.js';

/** Shows what a sync is about to do, and asks. A script needs `--yes` to delete; a yes alone starts no mail. */
export async function gateSync(plan: SyncPlan): Promise<void> {
  const {job, sync, list, starts} = plan;
  const {context, type} = job;
  for (const line of planInWords(plan, placeUnlessSaid(job, true))) context.notice(line);
  const refusal = tooManyGone(plan);
  if (refusal) throw refusal;
  await context.mayChange();
  await gateStarts(context, plan, job.settings.allowAutomations);
  const removed = sync.gone === 'report' ? 0 : list.gone.ids.length;
  if (!context.ask.possible && removed === 0) return;
  const work = andList(todoIn(plan));
  await context.confirm({
    what: `${capital(work)} in "${type.name}"${startsInWords(starts.adding)}${startsInWords(onlyByChanges(starts), 'changes')}`,
    // The limit on removals is checked above, by an option that knows the size of the list.
    ...(sync.gone === 'delete' ? {deletes: removed, maxDelete: removed} : {}),
  });
}

/** Stops a sync that would start automations, unless it is allowed or a person is asked. */
export async function gateStarts(context: Context, {starts}: SyncPlan, allowed: boolean): Promise<void> {
  await gateAutomations(context, undefined, starts.adding, allowed);
  await gateAutomations(context, undefined, onlyByChanges(starts), allowed, 'changes');
}
