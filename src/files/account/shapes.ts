import {
  about,
  boolean,
  either,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';
import {somePeople, sumOfChange} from '../../output/results/documents.js';
import {type EntryValue, kindNames} from './keys.js';

export const kind = oneOf(...kindNames);
export const id = either(text, integer);
const action = oneOf('create', 'update', 'delete');

const value: Schema<EntryValue> = {};

/** How one key of a record is to change. */
const fieldChange = either(
  about('Of a long text only its length', object({key: text, from: value, to: value})),
  object({key: text, added: listOf(value), removed: listOf(value)}),
);

export const change = object({
  ...{action, kind, name: text, fields: listOf(fieldChange)},
  people: optional(about('How many people are deleted with a list', integer)),
});

const impossible = object({
  action,
  kind: oneOf(...kindNames, 'contacts'),
  name: about('Of contacts the name of their list', text),
  why: text,
  count: optional(about('How many contacts of a file', integer)),
  mayStay: optional(about('Of an undo: nobody has to look at it', boolean)),
});

const some = {
  list: text,
  count: integer,
  first: about('The first of them by their addresses', listOf(text)),
};

/** The people of a file whom its list lacks. */
const contactChange = object({...some, sha256: about('Of the file', text)});

/** What stays as it is, whatever of a plan is done. */
const staying = {
  impossible: about('Changes in the files that the API cannot make', listOf(impossible)),
  differing: about(
    'The people who are on a list with other values than in its file',
    listOf(object({...some, next: about('The line that changes them: an apply changes nobody', text)})),
  ),
  stay_away: about('The people of the files who left, and are not added', somePeople),
};

/** What has to happen for the account to be as the files say, in the order in which it can. */
const planProperties = {changes: listOf(change), contacts: listOf(contactChange), ...staying};

const plan = object(planProperties);

export type FieldChange = TypeOf<typeof fieldChange>;
/** A record that would be created, changed or deleted. */
export type RecordChange = TypeOf<typeof change>;
/** A change that the files ask for and the API cannot make. */
export type Impossible = TypeOf<typeof impossible>;
export type PlanDocument = TypeOf<typeof plan>;

/** A plan, and what it does not show: an apply of it refuses if any of this is different by then. */
export const savedPlan = object({
  ...planProperties,
  basis: object({
    version: oneOf(6),
    account: about('The service, and a hash of the public key', object({origin: text, key: text})),
    folder: about('As given: an apply of the plan starts in the same folder', text),
    kinds: listOf(kind),
    ...{prune: boolean, mail_again: boolean, contacts: boolean},
    print: about('A print of the records that change', text),
  }),
});

export type SavedPlan = TypeOf<typeof savedPlan>;

/** A change that waits for an option, because it would send mail. */
export const waiting = object({action, kind, name: text, needs: oneOf('--mailings', '--live')});

export const appliedProperties = {
  changes: listOf(object({action, kind, name: text, id: nullable(id)})),
  contacts: listOf(object({list: text, created: integer, deleted: about('How many an undo has taken back', integer)})),
  waiting: listOf(waiting),
  mail_again: about('The people whose unsubscribe was deleted', somePeople),
  ...staying,
  sum: optional(sumOfChange),
};

export const applied = object(appliedProperties);

export const pulled = object({folder: text, changed: listOf(text)});
