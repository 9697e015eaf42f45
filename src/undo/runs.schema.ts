import {about, boolean, integer, listOf, object, oneOf, optional, type TypeOf, text} from '../json-schema/describe.js';

const run = object({
  id: text,
  what: oneOf('import', 'sync', 'apply', 'deletion', 'cancellation', 'undo'),
  at: text,
  name: about('What it was about, in words: a file and its list, a folder, or what was deleted', text),
  undone: boolean,
  of: optional(about('The run that an undo took back', text)),
  added: optional(integer),
  created: optional(integer),
  changed: optional(integer),
  deleted: optional(integer),
  unsubscribed: optional(integer),
  taken_back: optional(integer),
});

/** The runs of this machine on one account, the newest first. */
export default listOf(run);

export type RunInList = TypeOf<typeof run>;
