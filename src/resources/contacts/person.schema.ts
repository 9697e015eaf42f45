import {contact} from '../../endpoints/contacts.js';
import {about, boolean, integer, listOf, object, optional, type TypeOf, text} from '../../json-schema/describe.js';
import {schemaOfShape} from '../../records/fields/record-schema.js';

const member = object({id: integer, name: text, recipient_id: integer, since: text});
const named = object({id: integer, name: text});

/** Everything that the account knows of one address. */
const person = object({
  address: text,
  contacts: about(
    'The contacts with this address, as the service lists them: one for each list',
    listOf(schemaOfShape(contact)),
  ),
  unsubscribes: about('When it unsubscribed from all mail', listOf(object({id: integer, since: text}))),
  groups: about('The groups that it unsubscribed from', listOf(member)),
  segments: listOf(member),
  second_addresses: about('The contacts that have it as their second address', listOf(schemaOfShape(contact))),
  notifications: about('Where it gets notifications of the account', listOf(named)),
  senders: about('The senders that mail from it or get its replies', listOf(named)),
  mailing: optional(object({utr: text, name: text, gets: boolean, why: text})),
});

export default person;

export type Person = TypeOf<typeof person>;
