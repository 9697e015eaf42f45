import {
  about,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../../json-schema/describe.js';

const loggedField = object({name: text, bytes: integer, count: optional(integer), filename: optional(text)});

const entry = object({
  at: about('By the wall clock', text),
  method: text,
  path: text,
  encoding: text,
  fields: listOf(loggedField),
  bytes: about('Of the body as it was received', integer),
  dropped: about('Fields beyond the limit', integer),
  faults: listOf(text),
  unmodelled: optional(about('The sandbox has no behaviour for this operation', oneOf(true))),
  status: about('The HTTP status that was answered; null when nothing was', nullable(integer)),
});

/** The requests that a sandbox has received. */
export default listOf(entry);

/** A request as it was received. Values and keys are not kept, only names and sizes. */
export type LogEntry = TypeOf<typeof entry>;
export type LoggedField = TypeOf<typeof loggedField>;
