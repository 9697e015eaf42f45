import type {Change, Impossible, Plan} from '../../account-files/compare/plan.schema.js';
import {isShared} from '../file/run-name.js';

/** Adapts the plan to a seed: a shared group only gets the run's people, and a sent mailing counts as made. */
export const seedPlan = (plan: Plan, sent: ReadonlySet<string>): Plan => ({
  ...plan,
  changes: plan.changes.flatMap(change => onlyMembers(change) ?? []),
  impossible: plan.impossible.filter(one => isOwn(one) && !hasGoneOut(one, sent)),
  // The account's other records do not concern a seed.
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
