import {about, anything, listOf, mapOf, object, type TypeOf, text} from '../../json-schema/describe.js';
import {remembered, traceName} from './trace.schema.js';

/** All that is known of one person. */
const dossier = object({
  address: text,
  account: text,
  at: text,
  records: listOf(object({...traceName, record: mapOf(anything)})),
  files: about('Files of emk on this machine that mention the address', listOf(text)),
  remembered,
});

export default dossier;

export type Dossier = TypeOf<typeof dossier>;
