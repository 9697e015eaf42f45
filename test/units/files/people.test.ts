/** Invented people: the same everywhere, each with a unique address that belongs to nobody. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {isReserved, markedAddress, markInAddress} from '../../../src/files/seed/marks.js';
import {inventedCountries, inventPerson, peopleByList} from '../../../src/files/seed/people.js';
import {codeOfCountry} from '../../../src/records/fields/country-code.js';
import {addressProblem} from '../../../src/records/fields/email-address.js';
import {samples} from '../../support/random-runs.js';

const countries = Object.keys(inventedCountries);
const run = 'pr-12';

test('the same numbers give the same person on every machine', () => {
  expect(inventPerson({generator: 1, index: 1, countries, run})).toMatchInlineSnapshot(`
    {
      "address_line1": "Gartenstraße 49",
      "city": "München",
      "country": "Germany",
      "email": "mia.schmidt.1-1+pr-12.336284@example.net",
      "first_name": "Mia",
      "last_name": "Schmidt",
      "postal_code": "80797",
      "state": "Bayern",
    }
  `);
  expect(inventPerson({generator: 2, index: 7, countries: ['Japan'], run})).toMatchInlineSnapshot(`
    {
      "address_line1": "緑町5番地",
      "city": "札幌市",
      "country": "Japan",
      "email": "hanako.yoshida.2-7+pr-12.b72f92@mail.test",
      "first_name": "花子",
      "last_name": "吉田",
      "postal_code": "060-1091",
      "state": "北海道",
    }
  `);
});

describe.each(countries)('people of %s', country => {
  const people = Array.from({length: 300}, (_, at) =>
    inventPerson({generator: 1, index: at + 1, countries: [country], run}),
  );

  test('live there, in a place that the postal code belongs to', {tags: ['long']}, () => {
    expect(codeOfCountry(country)).toMatch(/^[A-Z]{2}$/);
    for (const person of people) {
      const place = inventedCountries[country]?.cities.find(({city}) => city === person.city);
      expect(person).toMatchObject({country, state: place?.state});
      const form = (place?.postal ?? '').replace(/[#@]/g, sign => (sign === '#' ? '\\d' : '[A-Z]'));
      expect(person.postal_code).toMatch(new RegExp(`^${form}$`));
      expect(person.address_line1).toMatch(/\d/);
      expect(Object.values(person).every(text => text !== '' && !text.includes('='))).toBe(true);
    }
  });

  test('have addresses that fit their names, are plain, and stay short with the longest mark', () => {
    for (const {email} of people) {
      expect(email).toMatch(/^[a-z]+\.[a-z]+\.1-\d+\+pr-12\.[0-9a-f]{6}@(example\.(com|org|net)|mail\.test)$/);
      const longest = markedAddress('a'.repeat(20), email.replace('.1-', '.99-1000').replace(/\+.*@/, '@'));
      expect(addressProblem(longest)).toBeUndefined();
    }
  });

  test('are not all alike', () => {
    expect(new Set(people.map(({first_name, last_name}) => `${first_name} ${last_name}`)).size).toBeGreaterThan(60);
    expect(new Set(people.map(({city}) => city)).size).toBeGreaterThan(3);
  });
});

test('no two people of a run have one address, and none of them can be anybody, whatever is asked for', {
  tags: ['long'],
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({count: fc.integer({min: 1, max: 60}), country: fc.constantFrom(...countries)}), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.boolean(),
      (generators, sameType) => {
        const people = generators.map((one, at) => ({...one, fake: true, list: sameType ? 'QA' : `QA ${at}`}));
        const types = peopleByList(people, run);
        const rows = types.flatMap(one => [...one.people()].map(({email}) => String(email)));
        expect(new Set(rows).size).toBe(rows.length);
        expect(rows).toHaveLength(generators.reduce((sum, {count}) => sum + count, 0));
        for (const email of rows) {
          expect(isReserved(email)).toBe(true);
          expect(markInAddress(email)?.run).toBe('pr-12');
        }
      },
    ),
    samples(15),
  );
});

test('runs have the same people at other addresses', () => {
  const rowsOf = (of: string) => [...(peopleByList([{list: 'QA', count: 20, fake: true}], of)[0]?.people() ?? [])];
  const [one, other] = [rowsOf('a'), rowsOf('b')];
  expect(one.map(({email: _, ...row}) => row)).toEqual(other.map(({email: _, ...row}) => row));
  expect(new Set([...one, ...other].map(({email}) => email)).size).toBe(40);
});

test.each(countries)('whom an entry invents in %s are from there', country => {
  const [people] = peopleByList([{list: 'QA', count: 20, fake: true, country}], run);
  const known = inventedCountries[country]?.cities.map(({city}) => city);
  for (const person of people?.people() ?? []) {
    expect(person['country']).toBe(country);
    expect(known).toContain(person['city']);
  }
});

test('what an entry says holds for all it invents, custom fields too', () => {
  const [people] = peopleByList(
    [
      {list: 'QA', count: 2, fake: true, country: 'Germany', city: 'Ulm', fields: [{name: 'score', value: '5'}]},
      {list: 'QA', email: 'ada+pr-12.000000@example.com', country: 'France', 'first-name': 'Ada'},
    ],
    run,
  );
  const rows = [...(people?.people() ?? [])].map(person =>
    Object.fromEntries(people?.columns.map(({head, read}) => [head, read(person) ?? '']) ?? []),
  );
  expect(rows).toMatchObject([
    {city: 'Ulm', score: '5', country: 'Germany'},
    {city: 'Ulm', score: '5'},
    {
      email: 'ada+pr-12.000000@example.com',
      first_name: 'Ada',
      last_name: '',
      score: '',
      country: 'France',
    },
  ]);
});
