import {
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';

/** What a finding is made of: its check is a stable name, by which scripts know it and `--force` ignores it. */
export const findingProperties = {
  check: text,
  level: oneOf('error', 'warning'),
  says: text,
  hint: optional(text),
  line: optional(integer),
  column: optional(integer),
};

const document = object({...findingProperties, file: optional(nullable(text))});

/** One thing that a check found in a text or in the account, which a person should know before going on. */
export type Finding = TypeOf<typeof document>;

/** A place in a text as editors count: both numbers begin at 1. */
export type TextPlace = {readonly line: number; readonly column: number};

/** What a check finds. */
export default listOf(document);

/** Makes a finding that keeps mail from being sent as planned, or read as meant. */
export const error = (check: string, says: string, hint?: string): Finding => ({
  check,
  level: 'error',
  says,
  ...(hint !== undefined && {hint}),
});

export const warning: typeof error = (...given) => ({...error(...given), level: 'warning'});
