import type {Finding} from './finding.schema.js';

/** Makes a finding that keeps mail from being sent as planned, or read as meant. */
export const error = (check: string, says: string, hint?: string, place?: Place): Finding => ({
  check,
  level: 'error',
  says,
  ...(hint !== undefined && {hint}),
  ...place,
});

/** Makes a finding that a person should know about. */
export const warning: typeof error = (...told) => ({...error(...told), level: 'warning'});

type Place = Pick<Finding, 'line' | 'column'>;
