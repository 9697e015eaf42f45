import type {Permit} from '../../api/describe/permit.js';
import {takenAway} from '../../effect/effect.js';
import {factsOfRows, placeUnlessSaid} from '../run/report.js';
import {tooManyGone} from './limits.js';
import type {SyncPlan} from './plan-sync.js';
import {effectOfSync, type SyncDoes} from './sync-effect.js';
import {changedIn, planInWords, questionFor} from './sync-words.js';

/** Shows what a sync is about to do, and asks. A script needs `--yes` to delete; a yes alone starts no mail. */
export async function gateSync(plan: SyncPlan): Promise<SyncPermit> {
  const {job} = plan;
  const {context} = job;
  const [title = '', rows = '', ...more] = planInWords(plan, placeUnlessSaid(job, true));
  context.notice(title);
  context.notice(rows, {...factsOfRows(job), changed: changedIn(plan), unchanged: plan.counts.same});
  for (const line of more) context.notice(line);
  const refusal = tooManyGone(plan);
  if (refusal) throw refusal;
  await context.mayChange();
  const effect = effectOfSync(plan);
  const removed = takenAway(effect);
  // The limit on removals is checked above, by an option that knows the size of the list.
  const asking = {what: questionFor(plan), maxDelete: removed, always: true} as const;
  return context.agree(effect, {
    ...(context.ask.possible || removed > 0 ? asking : {settled: 'a script only adds and changes'}),
    allowAutomations: job.settings.allowAutomations,
  });
}

/** The permit of a sync, which may also unsubscribe people. */
export type SyncPermit = Permit<SyncDoes>;
