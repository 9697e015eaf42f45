import {about, integer, listOf, mapOf, object, type TypeOf, text} from '../json-schema/describe.js';

const copy = object({
  name: text,
  deleted: text,
  account: text,
  records: about('How many of each kind', mapOf(integer)),
});

/** The copies of what emk has deleted, the latest last. */
export default listOf(copy);

export type Copy = TypeOf<typeof copy>;
