import {stopsStarts} from '../../commands/agree.js';
import {PartialError} from '../../errors.js';
import {andList, counted, quoted} from '../../words/sentence.js';
import {allIn, type SyncPlan} from './plan-sync.js';

/** Removes from a plan what would start automations and is not allowed to, so that the rest does not wait for an answer. */
export function dropWithheld(plan: SyncPlan): SyncPlan {
  const {job, sync, list, counts, starts} = plan;
  const {context, settings} = job;
  const waits = (names: readonly string[]): boolean =>
    names.length > 0 && !settings.allowAutomations && stopsStarts(context);
  const [add, change] = [waits(starts.adding) ? job.plan.send : 0, waits(starts.changing) ? counts.toChange : 0];
  const removes = sync.gone !== 'report' && list.gone.ids.length > 0;
  const isAll = job.plan.send === add && counts.toChange === change && !removes;
  if (add + change === 0 || isAll || (removes && !context.globals.yes)) return plan;
  const left = {adding: add > 0 ? [] : starts.adding, changing: change > 0 ? [] : starts.changing};
  return {
    ...plan,
    starts: left,
    withheld: {add, change, automations: allIn(starts)},
    counts: {...counts, toChange: counts.toChange - change, differs: counts.differs + change},
    job: {...job, automations: allIn(left), plan: {...job.plan, send: job.plan.send - add}},
  };
}

/** The error of a sync that skipped people. */
export const withheldIn = ({withheld}: SyncPlan): PartialError | undefined => {
  if (withheld === undefined) return undefined;
  const {add, change, automations} = withheld;
  const parts = [
    ...(add > 0 ? [`${counted(add, 'new person was', 'new people were')} not added`] : []),
    ...(change > 0 ? [`${counted(change, 'contact was', 'contacts were')} not changed`] : []),
  ];
  return new PartialError(
    `${andList(parts)}, because that ${add > 0 ? 'starts' : 'may start'} live automations: ${quoted(automations)}.`,
    {
      hint: 'To do this and send that mail, add --allow-automations. Or pause the automations, and run the same line again.',
    },
  );
};
