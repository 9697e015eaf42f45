import {about, boolean, integer, listOf, nullable, object, type TypeOf, text} from '../../json-schema/describe.js';

const runRow = object({
  run: text,
  youngest: about('When its youngest record or contact was created', nullable(text)),
  records: integer,
  contacts: integer,
  here: about('Whether it was made from this machine', boolean),
});

/** A run that left something in the account. */
export type RunRow = TypeOf<typeof runRow>;

/** The runs that left something in the account. */
export default listOf(runRow);
