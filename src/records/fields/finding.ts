import {record} from '../../api/describe/schema.js';

/** One thing that a check found in a text or in the account, which a person should know before going on. */
export type Finding = {
  /** The stable name of the check: scripts know a finding by it, and `--force` overrules it. */
  readonly check: string;
  readonly level: 'error' | 'warning';
  readonly says: string;
  readonly hint?: string;
  readonly line?: number;
  readonly column?: number;
};

/** A finding as a record, so that findings are listed, filtered and exported like everything else. */
export const finding = record({
  level: 'text',
  check: 'text',
  line: 'integer|null',
  column: 'integer|null',
  says: 'text',
  hint: 'text|null',
});
