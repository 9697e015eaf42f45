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
import {sum} from '../../output/results/documents.schema.js';

/** The list that contacts go to; its id is null until it is created. */
export const targetList = object({id: nullable(integer), name: text});

/** The files an import leaves behind, by what is in them. */
export const resultFiles = object({
  rejected: optional(text),
  reasons: optional(text),
  refused: optional(about('Rows that the service refused', text)),
  refused_reasons: optional(about('Why it refused them', text)),
  missing: optional(text),
  duplicates: optional(text),
});

/** A row that is not imported, with what its cells say where that was read. */
const rejectedLine = object({line: integer, reason: text, row: nullable(text)});

/** People whom a column of the file keeps out, because it says that they get no mail. */
export const keptOutByStatus = object({unsubscribed: integer, bounced: integer, not_confirmed: integer});

/** How the file was read: what a person sees in warnings, a script must see too. */
export const readAs = object({
  encoding: text,
  delimiter: text,
  columns: listOf(object({header: text, fields: listOf(text)})),
  left_out: about('The headers of the columns that fill no field', listOf(text)),
  new_fields: listOf(text),
  status_columns: about('The headers of the columns that say who gets no mail', listOf(text)),
  countries: listOf(object({written: text, read_as: nullable(text)})),
});

const addresses = listOf(text);

/** Who is stopped at the door, for each reason. */
export const whoLeft = about(
  'The addresses of up to five people who left, by why',
  object({unsubscribed: addresses, left_a_group: addresses}),
);

export const importOutcome = oneOf('done', 'partial', 'unknown', 'interrupted', 'planned', 'refused');

const importResult = object({
  result: about('planned: a dry run; refused: the file did not pass the check', importOutcome),
  list: targetList,
  rows: integer,
  to_add: integer,
  added: integer,
  verified: integer,
  skipped: object({
    listed: integer,
    unsubscribed: integer,
    repeated: integer,
    status: about('Skipped because a column of the file says that they get no mail', keptOutByStatus),
    earlier: about('Added by an earlier run of this import', integer),
  }),
  left_a_group: about('Those added who had left a group: they get all mail but that of the group', integer),
  who_left: whoLeft,
  rejected: integer,
  rejected_rows: optional(about('The first thousand rejected rows, with the reason of each', listOf(rejectedLine))),
  missing: integer,
  duplicates: integer,
  unknown: integer,
  automations: listOf(text),
  files: resultFiles,
  journal: nullable(text),
  read: readAs,
  sum: optional(sum),
});

export default importResult;

export type ImportResult = TypeOf<typeof importResult>;
export type RejectedLine = TypeOf<typeof rejectedLine>;
export type ResultFiles = TypeOf<typeof resultFiles>;
export type ReadAs = TypeOf<typeof readAs>;
