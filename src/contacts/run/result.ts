import {
  about,
  either,
  integer,
  listOf,
  mapOf,
  nullable,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';
import {sumOfChange} from '../../output/results/documents.js';
import {type Refusal, refusals} from '../sync/compare.js';

/** The file of the rows that are not in the list. */
export const resultFiles = object({rejected: optional(text)});

/** A row that is not imported, with what its cells say where that was read. */
const rejectedLine = object({line: integer, reason: text, row: nullable(text)});

/** How the file was read: what a person sees in warnings, a script must see too. */
const readAs = object({
  encoding: text,
  delimiter: text,
  columns: listOf(object({header: text, fields: listOf(text)})),
  status_columns: about('The headers of the columns that say who gets no mail', listOf(text)),
});

/** What an import says, and a sync besides how list and file differ. */
const facts = {
  result: about(
    'planned: a dry run; refused: the file did not pass the check; same: nothing on the list must change, or can',
    oneOf('done', 'partial', 'unknown', 'interrupted', 'planned', 'refused', 'same'),
  ),
  list: object({id: nullable(integer), name: text}),
  rows: integer,
  to_add: integer,
  added: about('The rows that the service took', integer),
  verified: about('Those of them that are in the list', integer),
  skipped: object({
    listed: about('On the list already, and as the file says', integer),
    unsubscribed: integer,
    repeated: integer,
    status: about(
      'A column of the file says that they get no mail',
      object({unsubscribed: integer, bounced: integer, not_confirmed: integer}),
    ),
  }),
  missing: integer,
  duplicates: integer,
  unknown: integer,
  left_a_group: about('Those added who had left a group: they get all mail but that of the group', integer),
  who_left: about(
    'The addresses of up to five people who left, by why',
    object({unsubscribed: listOf(text), left_a_group: listOf(text)}),
  ),
  rejected: integer,
  rejected_rows: optional(
    about('The first thousand rows that are not imported, each with its reason', listOf(rejectedLine)),
  ),
  automations: listOf(text),
  files: resultFiles,
  journal: nullable(text),
  read: readAs,
  sum: optional(sumOfChange),
};

export const importResult = object(facts);

const contactRef = object({id: integer, email: nullable(text)});

const refusedRow = object({line: integer, email: text, why: oneOf(...(Object.keys(refusals) as Refusal[]))});

export const syncResult = object({
  ...facts,
  listed: integer,
  changed: integer,
  fields: about('How many contacts differ in each field', mapOf(integer)),
  gone: integer,
  to_do: about(
    'The work that the options ask for',
    object({add: integer, change: integer, delete: integer, unsubscribe: integer}),
  ),
  done: object({added: integer, changed: integer, deleted: integer, unsubscribed: integer, failed: integer}),
  failures: about('The first thousand', listOf(object({id: either(text, integer), reason: text}))),
  refused: about('The rows of an edited file that are left alone, the first thousand', listOf(refusedRow)),
  away: about('The people of an edited file who have left the list, the first thousand', listOf(text)),
  contacts: about('The first thousand whom the file does not have', object({gone: listOf(contactRef)})),
});

export type SyncResult = TypeOf<typeof syncResult>;
export type RejectedLine = TypeOf<typeof rejectedLine>;
