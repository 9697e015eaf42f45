import {record} from '../../api/describe/schema.js';

/** A problem that a check found in a text or in the account. */
export type Finding = {
  /** The stable name of the check, for scripts and for `--force`. */
  readonly check: string;
  readonly level: 'error' | 'warning';
  readonly says: string;
  readonly hint?: string;
  readonly line?: number;
  readonly column?: number;
};

/** A finding as a record, so that findings can be listed, filtered and exported. */
export const finding = record({
  level: 'text',
  check: 'text',
  line: 'integer|null',
  column: 'integer|null',
  says: 'text',
  hint: 'text|null',
});
