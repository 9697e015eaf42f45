import type {Finding} from '../records/fields/finding.schema.js';

/** A finding before the name of its check is added. */
export type CheckFinding = Omit<Finding, 'check'>;

/** A problem that blocks sending. */
export const error = (says: string, hint?: string): CheckFinding => ({
  level: 'error',
  says,
  ...(hint !== undefined && {hint}),
});

/** A problem that a person should know before sending. */
export const warning = (says: string, hint?: string): CheckFinding => ({...error(says, hint), level: 'warning'});
