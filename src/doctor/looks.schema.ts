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
  check: about('The stable word for it', text),
  state: oneOf('good', 'note', 'wrong'),
  says: text,
  hint: optional(text),
  facts: optional(
    about('Figures, such as the days that a certificate is still valid', mapOf(nullable(either(text, number)))),
  ),
});

/** Everything that emk doctor has looked at. */
export default object({well: boolean, looks: listOf(look)});

/** One thing that `emk doctor` looked at: in order, worth knowing, or wrong and to be fixed. */
export type Look = TypeOf<typeof look>;
