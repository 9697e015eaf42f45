import type {Finding} from '../records/fields/finding.js';

/** What one check says; its name is added where the checks are run. */
export type CheckFinding = Omit<Finding, 'check'>;

/** Something that must not go out. */
export const error = (says: string, hint?: string): CheckFinding => ({
  level: 'error',
  says,
  ...(hint !== undefined && {hint}),
});

/** Something that a person should know before a mail goes out. */
export const warning = (says: string, hint?: string): CheckFinding => ({...error(says, hint), level: 'warning'});
