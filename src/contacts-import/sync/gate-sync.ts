import type {Permit} from '../../api/describe/permit.js';
import {type Effect, effectOf, join, unsubscribing} from '../../effect/effect.js';
import {type Start, starting} from '../../effect/starts.js';
import contacts from '../../endpoints/contacts.js';
import {capital} from '../../words/letters.js';
import {andList} from '../../words/list.js';
import {placeUnlessSaid} from '../run/report.js';
import {tooManyGone} from './limits.js';
import {onlyByChanges, type SyncPlan} from './plan-sync.js';
import {planInWords, todoIn} from './sync-words.js';

/** Shows what a sync is about to do, and asks. A script needs `--yes` to delete; a yes alone starts no mail. */
export async function gateSync(plan: SyncPlan): Promise<SyncPermit> {
  const {job, sync, list} = plan;
  const {context, type} = job;
  for (const line of planInWords(plan, placeUnlessSaid(job, true))) context.notice(line);
  const refusal = tooManyGone(plan);
  if (refusal) throw refusal;
  await context.mayChange();
  const removed = sync.gone === 'report' ? 0 : list.gone.ids.length;
  const work = andList(todoIn(plan));
  const what = `${capital(work)} in "${type.name}"`;
  // The limit on removals is checked above, by an option that knows the size of the list.
  const asking = {what, maxDelete: removed, always: true} as const;
  return context.agree(effectOfSync(plan), {
    ...(context.ask.possible || removed > 0 ? asking : {settled: 'a script only adds and changes'}),
    allowAutomations: job.settings.allowAutomations,
  });
}

/** The permit of a sync, which may also unsubscribe people. */
export type SyncPermit = Permit<SyncDoes>;

type SyncDoes = 'creates' | 'updates' | 'deletes';

/** What a sync does: people who are gone from the file, those who differ, and those who are new. */
function effectOfSync({job, sync, list, counts, ...plan}: SyncPlan): Effect<SyncDoes> {
  const gone = sync.gone === 'report' ? 0 : list.gone.ids.length;
  return join<SyncDoes>(
    sync.gone === 'unsubscribe' ? unsubscribing(gone) : effectOf('deletes', contacts, gone),
    effectOf('updates', contacts, counts.toChange),
    effectOf('creates', contacts, job.plan.send, {starts: startsOf(plan)}),
  );
}

/** The automations that a sync starts. */
export const startsOf = ({starts}: Pick<SyncPlan, 'starts'>): readonly Start[] => [
  ...starting(starts.adding),
  ...starting(onlyByChanges(starts), 'changes'),
];
