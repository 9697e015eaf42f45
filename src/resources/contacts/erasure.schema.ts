import {about, boolean, integer, listOf, object, optional, type TypeOf, text} from '../../json-schema/describe.js';
import {sum} from '../../output/results/documents.schema.js';

/** A record that holds the address: its place, its id, and the list, segment, group or person that it belongs to. */
const trace = {where: text, id: integer, of: text};

/** What emk erased about a person, what stays on purpose, and what remains. */
const erasure = object({
  address: text,
  at: text,
  erased: listOf(object(trace)),
  files: about("Files in emk's own folders that do not name the address any more", listOf(text)),
  unsubscribed: about('Whether the address is unsubscribed from all mail', boolean),
  stays: about('The unsubscribes that stay', listOf(object(trace))),
  second_addresses: about('Other addresses that this person had', listOf(text)),
  remains: about(
    'What still holds the address, and why',
    listOf(object({where: text, id: optional(integer), of: text, why: text})),
  ),
  sum: optional(sum),
});

export default erasure;

export type Erasure = TypeOf<typeof erasure>;
