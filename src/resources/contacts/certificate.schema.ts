import {about, either, listOf, object, type TypeOf, text} from '../../json-schema/describe.js';
import {remaining, remainingFile, traceName} from './trace.schema.js';

/** What emk erased about a person, what it kept on purpose, and what remains. */
const certificate = object({
  address: text,
  account: text,
  at: text,
  erased: listOf(object(traceName)),
  files: about('Erased files on this machine', listOf(text)),
  stays: listOf(object(traceName)),
  remains: listOf(either(object(remaining), remainingFile)),
});

export default certificate;

export type Certificate = TypeOf<typeof certificate>;
