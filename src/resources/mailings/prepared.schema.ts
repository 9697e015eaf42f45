import {about, integer, listOf, nullable, object, type TypeOf, text} from '../../json-schema/describe.js';
import {findingProperties} from '../../records/fields/finding.schema.js';

const preparedSend = object({
  name: text,
  people: about('How many people get it', integer),
  card: about('What a person should know before it goes out', listOf(object({about: text, fact: text}))),
  findings: listOf(object(findingProperties)),
  digest: about('For --expect-digest; null while there is an error', nullable(text)),
});

/** What a mailing would do, before it is sent. */
export default preparedSend;

export type PreparedSend = TypeOf<typeof preparedSend>;
