import type {Finding} from '../records/fields/finding.js';

/** What a check found, before its name is added. */
export type CheckFinding = Omit<Finding, 'check'>;

/** Something that must not go out. */
export const error = (says: string, hint?: string): CheckFinding => ({
  level: 'error',
  says,
  ...(hint !== undefined && {hint}),
});

/** Something that a person should know before a mail goes out. */
export const warning = (says: string, hint?: string): CheckFinding => ({...error(says, hint), level: 'warning'});
