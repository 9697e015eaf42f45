import {about, integer, listOf, nullable, object, type TypeOf, text} from '../../json-schema/describe.js';
import {findingProperties} from '../../records/fields/finding.schema.js';

const checkedSend = object({
  name: text,
  people: about('How many people get it', integer),
  card: about('What a person should know before it goes out', listOf(object({about: text, fact: text}))),
  findings: listOf(object(findingProperties)),
  digest: about('For --expect-digest; null while a check fails, or without a time', nullable(text)),
});

/** What a mailing would do, before it is sent. */
export default checkedSend;

export type CheckedSend = TypeOf<typeof checkedSend>;
