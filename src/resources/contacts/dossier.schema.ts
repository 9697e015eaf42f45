import {about, anything, listOf, mapOf, object, type TypeOf, text} from '../../json-schema/describe.js';
import {remembered, traceName, unread} from './trace.schema.js';

/** All that is known of one person. */
const dossier = object({
  address: text,
  account: text,
  at: text,
  records: listOf(object({...traceName, record: mapOf(anything)})),
  files: about('Files that emk wrote on this machine and that mention the address', listOf(text)),
  unread,
  remembered,
});

export default dossier;

export type Dossier = TypeOf<typeof dossier>;
