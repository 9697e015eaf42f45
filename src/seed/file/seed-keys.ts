import {kinds} from '../../account-files/kinds/kinds.js';
import {type Key, type Keys, type KindName, keysFrom, kindNames} from '../../account-files/kinds/shape.js';
import {operations as contacts} from '../../endpoints/contacts.js';

export const CONTACTS = 'contacts';

/** The kinds of record that a seed can make, in the order of their dependencies. */
export const seedKinds: readonly KindName[] = kindNames.filter(kind => kinds[kind].can.create === true);

/** The keys of a kind in a seed: those of the account's files, but bodies may be inline. */
export const seedKeys = (kind: KindName): Keys => withInlineBodies(kinds[kind].keys);

const withInlineBodies = (keys: Keys): Keys =>
  Object.fromEntries(
    Object.entries(keys).map(([name, {body, help, below, ...key}]): [string, Key] => [
      name,
      {
        ...key,
        help: body ? `${body === 'html' ? 'HTML' : 'JSON'} itself, or the path of its file` : help,
        ...(below && {below: withInlineBodies(below)}),
      },
    ]),
  );

/** What an entry of people can contain: one person with an address, or how many to invent. */
export const contactKeys: Keys = {
  type: {type: 'text', help: 'List of this file that they belong to', required: true, refers: 'lists'},
  count: {type: 'integer', help: 'How many people to invent'},
  fake: {type: 'flag', help: 'Says that these people are invented; true with a count'},
  country: {type: 'texts', help: 'Country, or the countries to choose from'},
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
