import {record} from '../../api/describe/notation.js';
import type {Finding} from './finding.schema.js';

/** A finding as a record, so that findings can be listed, filtered and exported. */
export const finding = record({
  level: 'text',
  check: 'text',
  file: 'text|null',
  line: 'integer|null',
  column: 'integer|null',
  says: 'text',
  hint: 'text|null',
});

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
