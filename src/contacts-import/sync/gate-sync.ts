import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {type Effect, effectOf, join, unsubscribing} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import {gateAutomations, startsInWords} from '../../resources/shared/started-automations.js';
import {capital} from '../../words/letters.js';
import {andList} from '../../words/list.js';
import {placeUnlessSaid} from '../run/report.js';
import {tooManyGone} from './limits.js';
import {onlyByChanges, type SyncPlan} from './plan-sync.js';
import {planInWords, todoIn} from './sync-words.js';

/** Shows what a sync is about to do, and asks. A script needs `--yes` to delete; a yes alone starts no mail. */
export async function gateSync(plan: SyncPlan): Promise<SyncPermit> {
  const {job, sync, list, starts} = plan;
  const {context, type} = job;
  for (const line of planInWords(plan, placeUnlessSaid(job, true))) context.notice(line);
  const refusal = tooManyGone(plan);
  if (refusal) throw refusal;
  await context.mayChange();
  await gateStarts(context, plan, job.settings.allowAutomations);
  const removed = sync.gone === 'report' ? 0 : list.gone.ids.length;
  const work = andList(todoIn(plan));
  const what = `${capital(work)} in "${type.name}"${startsInWords(starts.adding)}${startsInWords(onlyByChanges(starts), 'changes')}`;
  // The limit on removals is checked above, by an option that knows the size of the list.
  const asking = {what, maxDelete: removed, always: true} as const;
  return context.agree(
    effectOfSync(plan),
    context.ask.possible || removed > 0 ? asking : {settled: 'a script only adds and changes'},
  );
}

/** The permit of a sync, which may also unsubscribe people. */
export type SyncPermit = Permit<SyncDoes>;

type SyncDoes = 'creates' | 'updates' | 'deletes';

/** What a sync does: people who are gone from the file, those who differ, and those who are new. */
function effectOfSync({job, sync, list, counts, starts}: SyncPlan): Effect<SyncDoes> {
  const gone = sync.gone === 'report' ? 0 : list.gone.ids.length;
  return join<SyncDoes>(
    sync.gone === 'unsubscribe' ? unsubscribing(gone) : effectOf('deletes', contacts, gone),
    effectOf('updates', contacts, counts.toChange),
    effectOf('creates', contacts, job.plan.send, {starts: [...starts.adding, ...onlyByChanges(starts)]}),
  );
}

/** Stops a sync that would start automations, unless it is allowed or a person is asked. */
export async function gateStarts(context: Context, {starts}: SyncPlan, allowed: boolean): Promise<void> {
  await gateAutomations(context, undefined, starts.adding, allowed);
  await gateAutomations(context, undefined, onlyByChanges(starts), allowed, 'changes');
}
