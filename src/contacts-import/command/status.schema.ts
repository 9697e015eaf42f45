import {
  boolean,
  either,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  type TypeOf,
  text,
} from '../../json-schema/describe.js';
import {resultFiles} from '../run/import-result.schema.js';

/** An import or sync that was started on this machine. */
export const status = object({
  id: text,
  started: text,
  source: text,
  list: object({id: integer, name: text}),
  account: text,
  kind: oneOf('import', 'sync'),
  to_add: integer,
  result: text,
  ended: nullable(text),
  added: nullable(integer),
  verified: nullable(integer),
  rejected: integer,
  missing: nullable(integer),
  duplicates: nullable(integer),
  unknown: nullable(integer),
  changed: integer,
  deleted: integer,
  unsubscribed: integer,
  undone: integer,
  resumable: boolean,
  files: resultFiles,
  journal: text,
});

/** All of them, or the one that was named. */
export default either(listOf(status), status);

export type Status = TypeOf<typeof status>;
