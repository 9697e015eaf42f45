import {
  about,
  boolean,
  either,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../json-schema/describe.js';

const look = object({
  check: about('Its name for scripts, which stays the same', text),
  state: oneOf('good', 'note', 'wrong'),
  says: text,
  hint: optional(text),
  facts: optional(
    about("Figures, such as how far this machine's clock is ahead", mapOf(nullable(either(text, number)))),
  ),
});

/** Everything that emk doctor has looked at. */
export default object({well: boolean, looks: listOf(look)});

/** One thing that `emk doctor` looked at: fine, worth knowing, or wrong. */
export type Look = TypeOf<typeof look>;
