import type {Permit} from '../../api/describe/permit.js';
import {checkStarts} from '../../commands/agree.js';
import {takenAway} from '../../effect/effect.js';
import {DeclinedError} from '../../errors.js';
import {people, withMore} from '../../words/sentence.js';
import {factsOfRows} from '../run/report.js';
import {neverGone, tooManyGone} from './limits.js';
import type {SyncPlan} from './plan-sync.js';
import {effectOfSync, type SyncDoes, startsOf} from './sync-effect.js';
import {changedIn, planInWords, questionFor} from './sync-words.js';

/** Shows what a sync is about to do, refuses all that it may not do before the first change, and asks. */
export async function gateSync(plan: SyncPlan): Promise<SyncPermit> {
  const {job} = plan;
  const {context, settings} = job;
  const [title = '', rows = '', ...more] = planInWords(plan);
  context.notice(title);
  context.notice(rows, {...factsOfRows(job), changed: changedIn(plan), unchanged: plan.counts.same});
  for (const line of more) context.notice(line);
  const refusal = neverGone(plan);
  if (refusal) throw refusal;
  if (!settings.allowAutomations) checkStarts(context, startsOf(plan));
  await agreeToMany(plan);
  await context.mayChange();
  const effect = effectOfSync(plan);
  const removed = takenAway(effect);
  // The limit on removals is checked above, by an option that knows the size of the list.
  const asking = {what: questionFor(plan), maxDelete: removed, always: true} as const;
  return context.agree(effect, {
    ...(context.ask.possible || removed > 0 ? asking : {settled: 'a script only adds and changes'}),
    allowAutomations: settings.allowAutomations,
  });
}

/** The permit of a sync, which may also unsubscribe people. */
export type SyncPermit = Permit<SyncDoes>;

/** Asks about more people than `--max-gone` allows, with names; a script is refused. */
async function agreeToMany(plan: SyncPlan): Promise<void> {
  const error = tooManyGone(plan);
  if (!error) return;
  const {job, sync, list} = plan;
  const {ask, globals} = job.context;
  if (!ask.possible || globals.yes) throw error;
  const {ids, first} = list.gone;
  const names = first.map(({id, email}) => email ?? `contact ${id}`);
  const question = `${error.message} ${sync.gone === 'delete' ? 'Delete' : 'Unsubscribe'} ${people(ids.length)} all the same (${withMore(names, ids.length)})?`;
  if (!(await ask.confirm(question))) throw new DeclinedError('Nothing was changed.');
}
