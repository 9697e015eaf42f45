import {contact} from '../../endpoints/contacts.js';
import {about, integer, listOf, nullable, object, type TypeOf, text} from '../../json-schema/describe.js';
import {schemaOfShape} from '../../records/fields/record-schema.js';

/** Everything that the account knows of one address. */
const everywhere = object({
  email: text,
  contacts: about(
    'The contacts with this address, as the service lists them: one for each list',
    listOf(schemaOfShape(contact)),
  ),
  segments: listOf(object({id: integer, segment_name: text, recipient_id: integer, since: text})),
  unsubscribed: about('When it unsubscribed from all mail', nullable(object({id: integer, since: text}))),
  groups_left: about('The groups it unsubscribed from', listOf(object({id: integer, group_name: text, since: text}))),
});

export default everywhere;

export type Everywhere = TypeOf<typeof everywhere>;
