import {integer, nullable, object, oneOf, optional, type TypeOf, text} from '../../core/json-schema/describe.js';

/** What a finding is made of: its check is a stable name, by which scripts know it and `--force` ignores it. */
export const findingProperties = {
  check: text,
  level: oneOf('error', 'warning'),
  says: text,
  hint: optional(text),
  line: optional(integer),
  column: optional(integer),
};

const finding = object({...findingProperties, file: optional(nullable(text))});

/** One thing that a check found in a text or in the account, which a person should know before going on. */
export type Finding = TypeOf<typeof finding>;
