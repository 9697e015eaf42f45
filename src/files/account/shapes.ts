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

const one = {kind, name: text, id};

const madeOne = object(one);

/** A record that stays, and why. */
const keptOne = object({
  ...one,
  why: text,
  needsLook: about("Whether a person should look at it: only somebody's changes prevent its deletion", boolean),
});

export type Action = TypeOf<typeof action>;

const value: Schema<Value> = {};

/** How one key of a record is to change. */
const fieldChange = either(
  object({key: text, from: value, to: value}),
  object({
    key: text,
    body: about('A long text: only its length', object({from: integer, to: integer})),
  }),
  object({key: text, added: listOf(value), removed: listOf(value)}),
);

export const change = object({
  action,
  kind,
  name: text,
  fields: listOf(fieldChange),
  people: optional(about('How many people are deleted with a list', integer)),
});

const impossible = object({action, kind, name: text, why: text});

const someContacts = object({
  count: integer,
  first: about('The first of them by their addresses', listOf(text)),
});

const some = {action, count: integer, why: text};

/** Contacts that no apply can change as their file says. */
const impossibleContacts = object(some);

/** The same with the list that they are in. */
const impossibleInList = object({list: text, ...some});

/** People who are on a list with other values than in its file. */
const differingContacts = object({
  list: text,
  ...{count: integer, first: listOf(text)},
  next: about('The line that changes them: an apply changes nobody', text),
});

const contactDifference = {
  create: someContacts,
  impossible: listOf(impossibleContacts),
};

export const contactChange = object({...contactDifference, list: text});

/** What has to happen for the account to be as the files say, in the order in which it can. */
const planProperties = {
  changes: listOf(change),
  impossible: about('Changes in the files that the API cannot make', listOf(impossible)),
  contacts: about('The people of each file whom its list lacks', listOf(contactChange)),
  differing: about('The people who are on a list with other values than in its file', listOf(differingContacts)),
  left: about('How many records of each kind are in no file and stay', countByKind),
  stay_away: about('The people of the files who left, and are not added', somePeople),
  stay_unsubscribed: about('The people whose unsubscribe is in no file and stays', somePeople),
};

const plan = object(planProperties);

export type FieldChange = TypeOf<typeof fieldChange>;
/** A record that would be created, changed or deleted. */
export type Change = TypeOf<typeof change>;
/** A change that the files ask for and the API cannot make. */
export type Impossible = TypeOf<typeof impossible>;
export type ImpossibleContacts = TypeOf<typeof impossibleContacts>;
export type ContactChange = TypeOf<typeof contactChange>;
export type SomeContacts = TypeOf<typeof someContacts>;
export type DifferingContacts = TypeOf<typeof differingContacts>;
export type Plan = TypeOf<typeof plan>;

const basis = object({
  version: oneOf(4),
  account: about('The service, and a hash of the public key', object({origin: text, key: text})),
  folder: about('As given: an apply of the plan starts in the same folder', text),
  kinds: listOf(kind),
  prune: boolean,
  mail_again: about('Whether unsubscribes are deleted too', boolean),
  contacts: boolean,
  max_errors: nullable(text),
  records: about('A print of each record that changes, as the files and the account have it', mapOf(text)),
  people: about('A keyed print of who is on each list of which people are deleted', mapOf(text)),
  contact_files: about('SHA-256 of each file of contacts, by its path', mapOf(text)),
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

export const applied = object({
  changes: listOf(object({action, kind, name: text, id: nullable(id)})),
  contacts: listOf(
    object({
      list: text,
      created: integer,
      run: optional(about('The import that created them', text)),
    }),
  ),
  waiting: listOf(waiting),
  impossible: listOf(impossible),
  impossible_contacts: listOf(impossibleInList),
  differing: about(
    'The people who are on a list with other values than in its file, and stay so',
    listOf(differingContacts),
  ),
  automations: about('The live automations that this starts', listOf(text)),
  stay_away: about('The people of the files who left, and are not added', somePeople),
  mail_again: about('The people whose unsubscribe was deleted', somePeople),
  stay_unsubscribed: about('The people whose unsubscribe is in no file and stays', somePeople),
  left: about('How many records of each kind are in no file and stay', countByKind),
  sum: optional(sum),
});

export type AppliedData = TypeOf<typeof applied>;

/** What was deleted of what emk had made from a folder, and what stays. */
export const destroyed = object({
  deleted: listOf(madeOne),
  kept: listOf(keptOne),
  members: about('How many people and emails were removed from records that stay', integer),
  contacts: integer,
  mail_again: about('The people whose unsubscribe was deleted', somePeople),
  sum: optional(sum),
});

export type DestroyedData = TypeOf<typeof destroyed>;

export const pulled = object({
  folder: text,
  records: countByKind,
  changed: listOf(text),
});

export type Pulled = TypeOf<typeof pulled>;
