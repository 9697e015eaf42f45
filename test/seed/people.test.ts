/** Invented people: the same everywhere, each with a unique address that belongs to nobody. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {codeOfCountry} from '../../src/contacts/run/countries.js';
import {isReserved, markedAddress, markInAddress} from '../../src/files/seed/marks.js';
import {type Inventing, inventedCountries, inventPerson, peopleByList} from '../../src/files/seed/people.js';
import {addressProblem} from '../../src/records/fields/email-address.js';
import {samples} from '../random-runs.js';

const countries = Object.keys(inventedCountries);
const inventing: Inventing = {run: 'pr-12', random: '1', countryOf: name => name};
const placed = (entry: Record<string, unknown>) => ({
  entry: entry as never,
  at: {line: 1, column: 1},
  places: new Map(),
});

test('the same four give the same person on every machine', () => {
  expect(inventPerson({random: '1', generator: 1, index: 1, countries})).toMatchInlineSnapshot(`
    {
      "address_line1": "中央15番地",
      "city": "京都市",
      "country": "Japan",
      "email": "aoi.nakamura.1-1@example.org",
      "first_name": "葵",
      "last_name": "中村",
      "postal_code": "600-1919",
      "state": "京都府",
    }
  `);
  expect(inventPerson({random: '1', generator: 2, index: 7, countries: ['Japan']})).toMatchInlineSnapshot(`
    {
      "address_line1": "中央122番地",
      "city": "大阪市",
      "country": "Japan",
      "email": "haruto.sato.2-7@mail.test",
      "first_name": "陽翔",
      "last_name": "佐藤",
      "postal_code": "530-5787",
      "state": "大阪府",
    }
  `);
  expect(inventPerson({random: '2', generator: 1, index: 1, countries})).not.toEqual(
    inventPerson({random: '1', generator: 1, index: 1, countries}),
  );
});

describe.each(countries)('people of %s', country => {
  const people = Array.from({length: 300}, (_, at) =>
    inventPerson({random: 'x', generator: 1, index: at + 1, countries: [country]}),
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
      expect(email).toMatch(/^[a-z]+\.[a-z]+\.1-\d+@(example\.(com|org|net)|mail\.test)$/);
      const longest = markedAddress('a'.repeat(20), email.replace('.1-', '.99-1000'));
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
      fc.array(fc.record({count: fc.integer({min: 1, max: 60}), country: fc.subarray(countries, {minLength: 1})}), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.string(),
      fc.boolean(),
      (generators, random, sameType) => {
        const people = generators.map((one, at) => placed({...one, fake: true, list: sameType ? 'QA' : `QA ${at}`}));
        const types = peopleByList(people, {...inventing, random});
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
  const rowsOf = (run: string) => [
    ...(peopleByList([placed({list: 'QA', count: 20, fake: true})], {...inventing, run})[0]?.people() ?? []),
  ];
  const [one, other] = [rowsOf('a'), rowsOf('b')];
  expect(one.map(({email: _, ...row}) => row)).toEqual(other.map(({email: _, ...row}) => row));
  expect(new Set([...one, ...other].map(({email}) => email)).size).toBe(40);
});

test('what an entry says holds for all it invents, custom fields too', () => {
  const [people] = peopleByList(
    [
      placed({
        list: 'QA',
        count: 2,
        fake: true,
        country: ['Germany'],
        city: 'Ulm',
        fields: [{name: 'score', value: '5'}],
      }),
      placed({list: 'QA', email: 'ada+pr-12.000000@example.com', country: ['France'], 'first-name': 'Ada'}),
    ],
    {...inventing, countryOf: name => `The ${name}`},
  );
  const rows = [...(people?.people() ?? [])].map(person =>
    Object.fromEntries(people?.columns.map(({head, read}) => [head, read(person) ?? '']) ?? []),
  );
  expect(people?.count).toBe(3);
  expect(rows.slice(0, 2)).toMatchObject([
    {city: 'Ulm', score: '5', country: 'The Germany'},
    {city: 'Ulm', score: '5'},
  ]);
  expect(rows[2]).toMatchObject({
    email: 'ada+pr-12.000000@example.com',
    first_name: 'Ada',
    last_name: '',
    score: '',
    country: 'The France',
  });
});

test('only countries that the account knows are picked', () => {
  const [people] = peopleByList([placed({list: 'QA', count: 50, fake: true})], {
    ...inventing,
    countryOf: name => (name === 'Japan' ? name : undefined),
  });
  expect(new Set([...(people?.people() ?? [])].map(({country}) => country))).toEqual(new Set(['Japan']));
});
