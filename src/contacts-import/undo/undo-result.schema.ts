import {about, integer, listOf, object, oneOf, optional, type TypeOf, text} from '../../json-schema/describe.js';
import {sum} from '../../output/results/documents.schema.js';
import {contactRef} from '../sync/sync-result.schema.js';

const undoResult = object({
  result: oneOf('planned', 'undone', 'partial', 'unknown', 'interrupted'),
  import: text,
  list: object({id: integer, name: text}),
  added: about('Contacts of the import that are still there', integer),
  changed: integer,
  absent: integer,
  to_delete: integer,
  deleted: integer,
  mail_again: about('People whose unsubscribe by the sync was taken back', integer),
  failed: integer,
  contacts: object({
    changed: about('The first thousand of those that somebody has changed since', listOf(contactRef)),
  }),
  journal: text,
  sum: optional(sum),
});

export default undoResult;

export type UndoResult = TypeOf<typeof undoResult>;
