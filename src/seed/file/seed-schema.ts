import {listOf, type Schema} from '../../account-files/folder/check-shape.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import {CONTACTS, contactKeys, seedKeys, seedKinds} from './seed-keys.js';

/** The schema of a seed file, made from the keys with which emk reads it. */
export function seedSchema(): Schema {
  const people = listOf(contactKeys, 'list');
  const oneCountry = {type: 'string'};
  const withCountry = (items: Schema): Schema => {
    const properties = items['properties'] as Schema;
    const country = properties['country'] as Schema;
    return {
      ...items,
      properties: {...properties, country: {description: country['description'], anyOf: [oneCountry, country]}},
    };
  };
  const person = withCountry(people['items'] as Schema);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A seed of test data, as emk reads it',
    type: 'object',
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(
        seedKinds.map(kind => [
          kind,
          {description: kinds[kind].collection.noun.many, ...listOf(seedKeys(kind), kinds[kind].identity)},
        ]),
      ),
      [CONTACTS]: {
        description: 'People: each with an address at a reserved domain, or a count of people to invent',
        anyOf: [{...people, items: person}, person],
      },
    },
  };
}
