import {PartialError} from '../../errors.js';
import {counted} from '../../words/count.js';
import {quoted} from '../../words/list.js';
import type {SyncPlan} from './plan-sync.js';

/** Removes new people whom a script may not add from a plan, so that removals and changes don't wait for an answer. */
export function dropWithheld(plan: SyncPlan): SyncPlan {
  const {job, sync, list, counts} = plan;
  const {context, automations, settings} = job;
  const removes = sync.gone !== 'report' && list.gone.ids.length > 0;
  if (context.ask.possible || automations.length === 0 || settings.allowAutomations) return plan;
  if ((!removes && counts.toChange === 0) || (removes && !context.globals.yes)) return plan;
  const withheld = {people: job.plan.send, automations};
  return {...plan, withheld, job: {...job, automations: [], plan: {...job.plan, send: 0}}};
}

/** The error of a sync that skipped new people. */
export const withheldIn = ({withheld}: SyncPlan): PartialError | undefined =>
  withheld &&
  new PartialError(
    `${counted(withheld.people, 'new person was', 'new people were')} not added, because that starts live automations: ${quoted(withheld.automations)}. Everything else was done.`,
    {
      hint: 'To add them and send that mail, add --allow-automations. Or pause the automations, and run the same line again.',
    },
  );
