import type {Context} from '../../commands/command.js';
import {people, plural} from '../../words/sentence.js';
import type {PlanOptions} from '../compare/compare-folder.js';
import {accountLine, type KeptPlan, newPlan} from '../compare/saved-plan.js';
import type {Plan} from '../results.schema.js';

/** After a prune that kept unsubscribes: how many, and the line that deletes them, which asks and names the people. */
export function sayWhoStays(
  {notice}: Pick<Context, 'notice'>,
  {stay_unsubscribed: {count}}: Plan,
  {planned, ...options}: PlanOptions & {readonly planned?: KeptPlan | undefined},
): void {
  if (!options.prune || count === 0) return;
  const line = planned
    ? newPlan(planned, true)
    : accountLine('apply', {...options, kinds: [...options.wanted], mailAgain: true});
  const stay = plural(
    count,
    'stays unsubscribed, although no file says so',
    'stay unsubscribed, although no file says so',
  );
  notice(`${people(count)} ${stay}. To let ${plural(count, 'this person', 'these people')} get mail again: ${line}`);
}
