import {
  about,
  boolean,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';

const writtenFile = object({
  path: text,
  rows: optional(nullable(integer)),
  bytes: optional(integer),
  sha256: optional(text),
  columns: optional(about('Of an export', listOf(text))),
  id: optional(about('Of the template', integer)),
  form: optional(about('Of the template', oneOf('html', 'json'))),
  opened: optional(about('Whether it was opened in the browser', boolean)),
});

/** A file that was written: `--out`, and the commands that make a file of their own. Of a dry run, its path alone. */
export default writtenFile;

export type WrittenFile = TypeOf<typeof writtenFile>;
