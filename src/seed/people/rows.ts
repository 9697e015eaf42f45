import type {PlacedEntry} from '../../account-files/folder/check-shape.js';
import type {Entry} from '../../account-files/kinds/shape.js';
import type {Loose} from '../../api/describe/schema.js';
import type {ContactColumn} from '../../csv/columns/contact-lines.js';
import {reservedFields} from '../../endpoints/fields.js';
import {lookUp} from '../../words/look-up.js';
import {markedAddress} from '../marks/marks.js';
import {inventPerson} from './invent-person.js';
import {inventedCountries} from './invented-countries.js';

/** The people of one list for a file. */
export type PeopleOfType = {
  readonly type: string;
  readonly count: number;
  readonly columns: readonly ContactColumn[];
  /** In order. They are created while they are read, so that ten thousand need no more memory than ten. */
  people(): Iterable<Loose>;
};

export type Inventing = {
  readonly run: string;
  readonly random: string;
  /** The account's name of a country, by English name; undefined for an unknown country. */
  readonly countryOf: (name: string) => string | undefined;
};

/** The people of a seed by list. Names and addresses of the entries already have the run's marks. */
export function peopleByType(people: readonly PlacedEntry[], inventing: Inventing): readonly PeopleOfType[] {
  const numbered = people.map(({entry}, at) => ({entry, generator: at + 1}));
  const types = [...new Set(numbered.map(({entry}) => String(entry['type'])))];
  return types.map(type => {
    const some = numbered.filter(({entry}) => entry['type'] === type);
    const custom = [...new Set(some.flatMap(({entry}) => [...valuesOf(entry).keys()]))];
    return {
      type,
      columns: [...reservedFields, ...custom].map(head => ({head, read: person => lookUp(person, head)})),
      count: some.reduce((sum, {entry}) => sum + countOf(entry), 0),
      *people() {
        for (const {entry, generator} of some) {
          for (let index = 1; index <= countOf(entry); index++) {
            yield {...personOf(entry, generator, index, inventing), ...Object.fromEntries(valuesOf(entry))};
          }
        }
      },
    };
  });
}

const countOf = ({count}: Entry): number => (typeof count === 'number' ? count : 1);

const valuesOf = ({fields}: Entry): ReadonlyMap<string, string> =>
  new Map((Array.isArray(fields) ? fields : []).map(({name, value = ''}) => [String(name), String(value)]));

/** One person. What the entry says applies to everyone whom it invents. */
function personOf(
  entry: Entry,
  generator: number,
  index: number,
  {run, random, countryOf}: Inventing,
): Readonly<Record<string, string>> {
  const told = Object.fromEntries(
    reservedFields.flatMap(field => {
      const value = entry[field.replaceAll('_', '-')];
      return typeof value === 'string' ? [[field, value] as const] : [];
    }),
  );
  const wanted = Array.isArray(entry['country']) ? entry['country'].map(String) : Object.keys(inventedCountries);
  if (told['email'] !== undefined) {
    const [country = ''] = wanted;
    return {...told, country: countryOf(country) ?? country};
  }
  const countries = wanted.filter(name => countryOf(name) !== undefined);
  const {country, ...invented} = inventPerson({random, generator, index, countries});
  return {...invented, email: markedAddress(run, invented.email), country: countryOf(country) ?? country, ...told};
}
