import {change, contactChange, id, waiting} from '../../account-files/kinds/results.schema.js';
import {about, integer, listOf, mapOf, object, oneOf, optional, type TypeOf, text} from '../../json-schema/describe.js';
import {sum} from '../../output/results/documents.schema.js';

const seededRecord = object({
  name: text,
  as: about('Its name in the account', text),
  id,
  shared: optional(about('Created once and shared by all runs: the API cannot delete it', oneOf(true))),
});

const seeded = {
  run: text,
  made: about('By kind', mapOf(listOf(seededRecord))),
  contacts: listOf(object({list: text, as: text, id, count: integer})),
  addresses: about('The addresses of people, by what the file calls them', mapOf(text)),
};

/** What a seed has made, or found made by an earlier start of the same run. */
const seededObject = object(seeded);

export type Seeded = TypeOf<typeof seededObject>;

export default object({
  ...seeded,
  new: integer,
  waiting: listOf(waiting),
  plan: optional(about('Of a dry run', object({changes: listOf(change), contacts: listOf(contactChange)}))),
  sum: optional(sum),
});
