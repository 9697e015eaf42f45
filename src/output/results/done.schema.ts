import {about, either, integer, listOf, object, optional, type TypeOf, text} from '../../json-schema/describe.js';
import {somePeople} from './some-people.schema.js';
import sum from './sum.schema.js';

const id = either(text, integer);

const doneDocument = object({
  done: listOf(id),
  failed: listOf(object({id, error: object({code: text, message: text})})),
  absent: optional(about('How many were not there (--if-exists)', integer)),
  sum: optional(sum),
  mail_again: optional(about('The people whose unsubscribe was deleted', somePeople)),
  skipped: optional(about('People whom emk did not add, by why', object({unsubscribed: integer}))),
});

/** What was done, and to which records. */
export default doneDocument;

export type DoneDocument = TypeOf<typeof doneDocument>;
