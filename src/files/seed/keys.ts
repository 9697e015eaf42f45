import {operations as contacts} from '../../endpoints/contacts.js';
import {type Keys, type KindName, keysFrom, kindNames} from '../account/keys.js';
import {kinds} from '../account/kinds.js';
import {type EntriesSchema, schemaOfList} from '../account/read-entries.js';

/** The list of people in a seed, besides the kinds of record. */
export const CONTACTS = 'contacts';

/** The kinds of record that a seed can make, in the order of their dependencies. */
export const seedKinds: readonly KindName[] = kindNames.filter(kind => kinds[kind].can.create === true);

/** Whether runs share the records of a kind, because the API cannot delete them. */
export const isShared = (kind: KindName): boolean => kinds[kind].can.delete !== true;

/** What an entry of people can contain: one person with an address, or how many to invent. */
export const contactKeys: Keys = {
  list: {type: 'text', help: 'List of this file that they belong to', required: true, refers: 'lists'},
  count: {type: 'integer', help: 'How many people to invent'},
  fake: {type: 'flag', help: 'Says that these people are invented; true with a count'},
  country: {type: 'text', help: 'Country; without it, invented people live in any of those that emk can invent'},
  ...keysFrom(contacts.create, {
    email: {required: false},
    ...{first_name: {}, last_name: {}, state: {}, city: {}},
    ...{address_line1: {}, address_line2: {}, state_province_region: {}, postal_code: {}},
  }),
  'alt-email': {type: 'text', help: 'Second address', address: true},
  fields: {
    type: 'entries',
    help: 'Values of custom fields',
    identity: 'name',
    below: {
      name: {type: 'text', help: 'Custom field, by name', refers: 'fields', required: true},
      value: {type: 'text', help: 'Its value'},
    },
  },
};

/** The schema of a seed file, made from the keys with which emk reads it. */
export const seedSchema = (): EntriesSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A seed of test data, as emk reads it',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(seedKinds.map(kind => [kind, schemaOfList(kinds[kind].keys, kinds[kind].identity)])),
    [CONTACTS]: schemaOfList(contactKeys, 'list'),
  },
});
