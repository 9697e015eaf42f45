import {either, integer, listOf, object, type TypeOf, text} from '../../json-schema/describe.js';

const id = either(text, integer);

const doneDocument = object({
  done: listOf(id),
  failed: listOf(object({id, error: object({code: text, message: text})})),
});

/** What was done, and to which records. */
export default doneDocument;

export type DoneDocument = TypeOf<typeof doneDocument>;
