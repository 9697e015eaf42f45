import {cannotDo, type Effect, effectOf, join, type Start, starting, unsubscribing} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import {onlyByChanges, type SyncPlan} from './plan-sync.js';
import {type Refusal, refusals} from './refusals.js';

/** The sorts of requests that a sync sends. */
export type SyncDoes = 'creates' | 'updates' | 'deletes';

/** What a sync does: people who are gone from the file, those who differ, those who are new, and whom it cannot change. */
export function effectOfSync({job, sync, list, counts, ...plan}: SyncPlan): Effect<SyncDoes> {
  const gone = sync.gone === 'report' ? 0 : list.gone.ids.length;
  const {context, checked} = job;
  return join<SyncDoes>(
    sync.gone === 'unsubscribe' ? unsubscribing(gone) : effectOf('deletes', contacts, gone, {wayBack: 'copy'}),
    effectOf('updates', contacts, counts.toChange),
    effectOf('creates', contacts, job.plan.send, {starts: startsOf(plan)}),
    cannotDo(
      counts.needsCountry,
      NO_COUNTRY,
      `If all of them live in one country, give it: ${context.line ?? 'the same line'} --set country=Germany`,
    ),
    cannotDo(list.unlike, 'several contacts have their address, so emk cannot tell which one'),
    ...[...refusedByReason(list.refused)].map(([why, count]) => cannotDo(count, refusals[why])),
    cannotDo(checked.rejected, 'these rows are rejected'),
  );
}

function refusedByReason(refused: ReadonlyMap<number, Refusal>): ReadonlyMap<Refusal, number> {
  const counts = new Map<Refusal, number>();
  for (const why of refused.values()) counts.set(why, (counts.get(why) ?? 0) + 1);
  return counts;
}

/** Why people without a country are not changed. */
export const NO_COUNTRY = 'the service needs a country, and neither the file nor the list has one';

/** The automations that a sync starts. */
export const startsOf = ({starts}: Pick<SyncPlan, 'starts'>): readonly Start[] => [
  ...starting(starts.adding),
  ...starting(onlyByChanges(starts), 'changes'),
];
