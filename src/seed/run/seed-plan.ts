import type {Change, Impossible, Plan} from '../../account-files/compare/make-plan.js';
import {isShared} from '../file/run-name.js';

/**
What a seed changes of what the plan would. A group that all runs share was made by another one or by a person, so it only gets
the people of this run and is otherwise left as it is. A single send of the run that went out meanwhile is there.
*/
export const seedPlan = (plan: Plan, sent: ReadonlySet<string>): Plan => ({
  ...plan,
  changes: plan.changes.flatMap(change => onlyMembers(change) ?? []),
  impossible: plan.impossible.filter(one => isOwn(one) && !hasGoneOut(one, sent)),
  // What the account holds besides is no matter of a seed.
  left: {},
});

function onlyMembers(change: Change): Change | undefined {
  if (change.action !== 'update' || !isShared(change.kind)) return change;
  const fields = change.fields.filter(field => 'added' in field && field.added.length > 0);
  return fields.length === 0 ? undefined : {...change, fields};
}

const isOwn = ({action, kind}: Impossible): boolean => action !== 'update' || !isShared(kind);

const hasGoneOut = ({kind, name}: Impossible, sent: ReadonlySet<string>): boolean =>
  kind === 'single-sends' && sent.has(name);
