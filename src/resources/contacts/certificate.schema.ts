import {about, either, listOf, object, optional, type TypeOf, text} from '../../json-schema/describe.js';
import sum from '../../output/results/sum.schema.js';
import {remaining, remainingFile, remembered, traceName, unread} from './trace.schema.js';

/** What emk erased about a person, what it kept on purpose, what remains, and what it remembers. */
const certificate = object({
  address: text,
  account: text,
  at: text,
  erased: listOf(object(traceName)),
  files: about('Erased files on this machine', listOf(text)),
  stays: listOf(object(traceName)),
  remains: listOf(either(object(remaining), remainingFile)),
  searched: about(
    'The files and folders on this machine that emk searched: its own folders, and what it wrote elsewhere',
    listOf(text),
  ),
  unread,
  remembered,
  sum: optional(sum),
});

export default certificate;

export type Certificate = TypeOf<typeof certificate>;
