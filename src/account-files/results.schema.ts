import {
  about,
  boolean,
  either,
  integer,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  type Schema,
  type TypeOf,
  text,
} from '../json-schema/describe.js';
import {somePeople} from '../output/results/some-people.schema.js';
import {kindNames, type Value} from './kinds/shape.js';

export const kind = oneOf(...kindNames);
export const id = either(text, integer);
export const action = oneOf('create', 'update', 'delete');

/** How many records there are, by kind. */
export const countByKind = mapOf(integer);

const one = {kind, name: text, id};

export const madeOne = object(one);

/** A record that stays, and why. */
export const keptOne = object({
  ...one,
  why: text,
  needsLook: about("Whether a person should look at it: only somebody's changes prevent its deletion", boolean),
});

export type Action = TypeOf<typeof action>;
export type MadeOne = TypeOf<typeof madeOne>;
export type Kept = TypeOf<typeof keptOne>;

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

export const impossible = object({action, kind, name: text, why: text});

const someContacts = object({
  count: integer,
  first: about('The first of them by their addresses', listOf(text)),
});

const some = {action, count: integer, why: text};

/** Contacts that no apply can change as their file says. */
export const impossibleContacts = object(some);

/** The same with the list that they are in. */
export const impossibleInList = object({list: text, ...some});

/** People who are on a list with other values than in its file. */
export const differingContacts = object({
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
export const planProperties = {
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
export type ContactDifference = Omit<ContactChange, 'list'>;
export type Plan = TypeOf<typeof plan>;
