import {
  about,
  boolean,
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
import sum from '../../output/results/sum.schema.js';
import {importOutcome, keptOutByStatus, readAs, resultFiles, targetType, whoLeft} from '../run/import-result.schema.js';

export const contactRef = object({id: integer, email: nullable(text)});

const differences = mapOf(integer);

const untakenRow = object({
  line: integer,
  email: text,
  times: about('In how many runs of the sync', integer),
  reason: nullable(text),
});

const rowAway = object({
  line: integer,
  email: text,
  changed: about('Whether the file changes a cell of this person, which is not sent', boolean),
});

const cellChangedTwice = object({
  id: integer,
  line: integer,
  email: text,
  field: text,
  file: about('What the file says', text),
  alone: about('Whether the file changes nothing else of this person', boolean),
  list: about('What the list says now, and still says unless the person chose otherwise', text),
});

export const comeBackProperties = {
  known: about('Whether emk knows what the file said when it went out; otherwise it adds nobody', boolean),
  away: about('People who have left the list since then. emk does not add them', integer),
  away_changed: about('Of these, those in whose rows the file changes something, or may', integer),
  conflicts: about('Cells that the file and the list both changed, and that emk left as they are', integer),
  first: about('The first thousand', object({away: listOf(rowAway), conflicts: listOf(cellChangedTwice)})),
};

export const comeBack = object(comeBackProperties);

const work = object({add: integer, change: integer, delete: integer, unsubscribe: integer});

/** People of the file whom an earlier sync unsubscribed. */
export const bySync = object({sync: text, started: text, people: integer});

export type UnsubscribedBySync = TypeOf<typeof bySync>;

const syncResult = object({
  result: about(
    'planned: a dry run or --check; same: nothing on the list must change, or can',
    either(importOutcome, oneOf('same')),
  ),
  type: targetType,
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
  unsubscribed_by_sync: about(
    'People in the file who get no mail because an earlier sync unsubscribed them',
    listOf(bySync),
  ),
  not_taken: about('Rows that the service refused, the first thousand', listOf(untakenRow)),
  failures: about('The first thousand', listOf(object({id: either(text, integer), reason: text}))),
  automations: listOf(text),
  come_back: about('What an edited file shows when it comes back; null for a sync', nullable(comeBack)),
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
/** A row that the service did not take. */
export type UntakenRow = TypeOf<typeof untakenRow>;
/** A person who has left the list while the file was away. */
export type RowAway = TypeOf<typeof rowAway>;
/** A cell that the file and the list both changed. */
export type CellChangedTwice = TypeOf<typeof cellChangedTwice>;
/** What a file shows when it comes back. */
export type CameBack = TypeOf<typeof comeBack>;
export type Differences = TypeOf<typeof differences>;
/** What of a sync's work is not done. */
export type UnfinishedWork = TypeOf<typeof work>;
