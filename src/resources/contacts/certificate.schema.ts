import {about, either, listOf, object, type TypeOf, text} from '../../json-schema/describe.js';
import {remaining, remainingFile, remembered, traceName} from './trace.schema.js';

/** What emk erased about a person, what it kept on purpose, what remains, and what it remembers. */
const certificate = object({
  address: text,
  account: text,
  at: text,
  erased: listOf(object(traceName)),
  files: about('Erased files on this machine', listOf(text)),
  stays: listOf(object(traceName)),
  remains: listOf(either(object(remaining), remainingFile)),
  remembered,
});

export default certificate;

export type Certificate = TypeOf<typeof certificate>;
