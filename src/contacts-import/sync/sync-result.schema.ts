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
} from '../../json-schema/describe.js';
import {sum} from '../../output/results/documents.schema.js';
import {importOutcome, keptOutByStatus, readAs, resultFiles, targetList, whoLeft} from '../run/import-result.schema.js';
import {type Refusal, refusals} from './refusals.js';

export const contactRef = object({id: integer, email: nullable(text)});

const differences = mapOf(integer);

const refusedRow = object({line: integer, email: text, why: oneOf(...(Object.keys(refusals) as Refusal[]))});

const work = object({add: integer, change: integer, delete: integer, unsubscribe: integer});

const syncResult = object({
  result: about(
    'planned: a dry run; same: nothing on the list must change, or can',
    either(importOutcome, oneOf('same')),
  ),
  list: targetList,
  rows: integer,
  listed: integer,
  new: integer,
  changed: integer,
  fields: about('How many contacts differ in each field', differences),
  not_carried: about('The same for fields that an update cannot change', differences),
  unchanged: integer,
  gone: integer,
  already_unsubscribed: about('People missing from the file who get no mail already, with --gone unsubscribe', integer),
  unsubscribed: integer,
  left_a_group: integer,
  who_left: whoLeft,
  not_comparable: integer,
  doubles: integer,
  without_country: integer,
  repeated: integer,
  status: about('Skipped because a column of the file says that they get no mail', keptOutByStatus),
  rejected: integer,
  to_do: about('The work that the options ask for', work),
  done: object({
    added: integer,
    verified: integer,
    changed: integer,
    deleted: integer,
    unsubscribed: integer,
    failed: integer,
  }),
  left: about('What is not done yet', work),
  owed: about('People still to be deleted or unsubscribed, the first thousand', listOf(text)),
  failures: about('The first thousand', listOf(object({id: either(text, integer), reason: text}))),
  automations: listOf(text),
  refused: about('The rows of an edited file that are left alone, the first thousand', listOf(refusedRow)),
  away: about('The people of an edited file who have left the list, the first thousand', listOf(text)),
  contacts: about(
    'The first thousand that the file does not settle',
    object({gone: listOf(contactRef), doubles: listOf(contactRef), not_comparable: listOf(contactRef)}),
  ),
  files: resultFiles,
  journal: nullable(text),
  read: readAs,
  sum: optional(sum),
});

export default syncResult;

export type SyncResult = TypeOf<typeof syncResult>;
export type ContactRef = TypeOf<typeof contactRef>;
export type Differences = TypeOf<typeof differences>;
/** What of a sync's work is not done. */
export type UnfinishedWork = TypeOf<typeof work>;
