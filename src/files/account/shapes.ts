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
  type Schema,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';
import {somePeople, sum} from '../../output/results/documents.js';
import {kindNames, type Value} from './keys.js';

export const kind = oneOf(...kindNames);
export const id = either(text, integer);
const action = oneOf('create', 'update', 'delete');

/** How many records there are, by kind. */
const countByKind = mapOf(integer);

const value: Schema<Value> = {};

/** How one key of a record is to change. */
const fieldChange = either(
  object({key: text, from: value, to: value}),
  object({key: text, body: about('A long text: only its length', object({from: integer, to: integer}))}),
  object({key: text, added: listOf(value), removed: listOf(value)}),
);

export const change = object({
  action,
  kind,
  name: text,
  fields: listOf(fieldChange),
  people: optional(about('How many people are deleted with a list', integer)),
});

const impossible = object({
  ...{action, kind, name: text, why: text},
  mayStay: optional(about('Of an undo: nobody has to look at it', boolean)),
});

/** Contacts of a file that no apply can create. */
const some = {count: integer, why: text};

const first = about('The first of them by their addresses', listOf(text));

/** People who are on a list with other values than in its file. */
const differingContacts = object({
  list: text,
  ...{count: integer, first},
  next: about('The line that changes them: an apply changes nobody', text),
});

export const contactChange = object({
  create: object({count: integer, first}),
  impossible: listOf(object(some)),
  list: text,
});

/** What stays as it is, whatever of a plan is done. */
const staying = {
  impossible: about('Changes in the files that the API cannot make', listOf(impossible)),
  differing: about('The people who are on a list with other values than in its file', listOf(differingContacts)),
  left: about('How many records of each kind are in no file and stay', countByKind),
  stay_away: about('The people of the files who left, and are not added', somePeople),
  stay_unsubscribed: about('The people whose unsubscribe is in no file and stays', somePeople),
};

/** What has to happen for the account to be as the files say, in the order in which it can. */
const planProperties = {
  changes: listOf(change),
  contacts: about('The people of each file whom its list lacks', listOf(contactChange)),
  ...staying,
};

const plan = object(planProperties);

export type FieldChange = TypeOf<typeof fieldChange>;
/** A record that would be created, changed or deleted. */
export type Change = TypeOf<typeof change>;
/** A change that the files ask for and the API cannot make. */
export type Impossible = TypeOf<typeof impossible>;
export type ContactChange = TypeOf<typeof contactChange>;
export type DifferingContacts = TypeOf<typeof differingContacts>;
export type Plan = TypeOf<typeof plan>;

const basis = object({
  version: oneOf(5),
  account: about('The service, and a hash of the public key', object({origin: text, key: text})),
  folder: about('As given: an apply of the plan starts in the same folder', text),
  kinds: listOf(kind),
  prune: boolean,
  mail_again: about('Whether unsubscribes are deleted too', boolean),
  contacts: boolean,
  max_errors: nullable(text),
  print: about('A print of the records that change, and of the files of contacts', text),
});

/** A plan, and what it does not show: an apply of it refuses if any of this is different by then. */
export const savedPlan = object({
  ...planProperties,
  mail_again: about('The people whose unsubscribe is deleted', somePeople),
  basis,
});

export type SavedPlan = TypeOf<typeof savedPlan>;

/** A change that waits for an option, because it would send mail. */
export const waiting = object({action, kind, name: text, needs: oneOf('--mailings', '--live')});

export const appliedProperties = {
  changes: listOf(object({action, kind, name: text, id: nullable(id)})),
  contacts: listOf(
    object({
      list: text,
      created: integer,
      deleted: optional(about('How many an undo has taken back', integer)),
      run: optional(about('The import that created them', text)),
    }),
  ),
  waiting: listOf(waiting),
  impossible_contacts: listOf(object({list: text, ...some})),
  automations: about('The live automations that this starts', listOf(text)),
  mail_again: about('The people whose unsubscribe was deleted', somePeople),
  ...staying,
  sum: optional(sum),
};

export const applied = object(appliedProperties);

export type AppliedData = TypeOf<typeof applied>;

export const pulled = object({folder: text, records: countByKind, changed: listOf(text)});

export type Pulled = TypeOf<typeof pulled>;
