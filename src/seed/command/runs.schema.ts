import {boolean, integer, listOf, nullable, object, text} from '../../json-schema/describe.js';

/** The runs that left something in the account. */
export default listOf(
  object({run: text, youngest: nullable(text), records: integer, contacts: integer, here: boolean}),
);
