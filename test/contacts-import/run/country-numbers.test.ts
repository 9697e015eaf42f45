/** A number in a column of countries is none until somebody says what the numbers are. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {countriesOfNumber, isNumber} from '../../../src/contacts-import/cells/country-numbers.js';
import {countriesOf, countryMeant} from '../../../src/contacts-import/run/countries.js';
import {countries, countryName} from '../../../src/sandbox/service/places/locations.js';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {answering} from '../person.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

const listed = countriesOf(countries.map(({id, sortname, name}) => ({id, sortname, name})));
const find = listed?.find ?? (() => undefined);
const namesOf = (text: string, as: 'phone' | 'iso' | 'ids') => countriesOfNumber(text, as, find).map(({name}) => name);

test.each(['49', '+49', '0049', '(+49)', '82.0', '1-242', '082', '12345'])('"%s" is no country by itself', text => {
  expect(isNumber(text)).toBe(true);
  expect(countryMeant(text, find, {places: new Map(), numbers: undefined})).toBeUndefined();
  expect(countryName(text)).toBe(/^[1-9]\d*$/.test(text) && Number(text) < 250 ? find(text)?.name : text);
});

test.each(['DE', 'Germany', 'Area 51', 'Côte d’Ivoire', ''])('"%s" is no number', text => {
  expect(isNumber(text)).toBe(false);
});

test('each way of reading finds its country, and none for a number that is not in it', () => {
  expect(['49', '+49', '0049', '+49 ', '49.0'].map(text => namesOf(text, 'phone'))).toEqual(Array(5).fill(['Germany']));
  expect(namesOf('+1-242', 'phone')).toEqual(['Bahamas']);
  expect(namesOf('+1', 'phone')).toEqual(['United States', 'Canada']);
  expect(namesOf('+7', 'phone')).toEqual(['Russia', 'Kazakhstan']);
  expect(['276', '040', '40', '40.0', '840'].map(text => namesOf(text, 'iso')[0])).toEqual([
    'Germany',
    'Austria',
    'Austria',
    'Austria',
    'United States',
  ]);
  expect(['049', '0', '900', '+276'].flatMap(text => namesOf(text, 'iso'))).toEqual([]);
  expect(['+49', '0049', '049', '0', '9999'].flatMap(text => namesOf(text, 'ids'))).toEqual([]);
  expect(['999', '0'].flatMap(text => namesOf(text, 'phone'))).toEqual([]);
});

test('every country of the service that people live in has a phone prefix, and its own id', () => {
  const missing = countries.filter(({phonecode, name}) => {
    const found = namesOf(`+${phonecode}`, 'phone');
    return found.length === 0 || (!found.includes(name) && !SHARING.includes(name));
  });
  expect(missing.map(({name}) => name)).toEqual([]);
  expect(countries.every(({id, name}) => namesOf(String(id), 'ids')[0] === name)).toBe(true);
});

/** Territories whose prefix mostly means another country. */
const SHARING = countries
  .filter(({sortname}) => 'AQ AX BV CC CX EH GG GS HM IM JE MF BL BQ PN SJ TF UM VA YT'.split(' ').includes(sortname))
  .map(({name}) => name);

test('a chosen country counts more than the reading, and a text kept as written is none', () => {
  const meant = (text: string, places: Record<string, string>) =>
    countryMeant(text, find, {places: new Map(Object.entries(places)), numbers: 'phone'})?.name;
  expect(meant('+1', {'+1': 'Canada'})).toBe('Canada');
  expect(meant('49', {'49': ''})).toBeUndefined();
  expect(meant('49', {})).toBe('Germany');
});

const FILE = 'email,country\na@example.com,49\nb@example.com,+91\nc@example.com,33\n';

test('a script is refused, and each line of the hint gets the file further', async () => {
  Object.assign(run.context, {line: 'LINE'});
  run.write('leads.csv', FILE);
  const {error} = await run.import();
  expect(error?.message).toContain('“49”, “+91”, “33” (first in line 2)');
  expect(error?.hint).toBe(
    [
      'Phone prefixes (49 is Germany, +91 is India, 33 is France): LINE --country-numbers phone',
      'To skip the column: LINE --map country=',
    ].join('\n'),
  );
  expect(run.service.uploads).toEqual([]);
  expect(await run.import({map: ['country=']})).toMatchObject({exit: 0, data: {sent: 3}});
});

test('a person is asked once for the column, and a resume knows the answer', async () => {
  const told: unknown[] = [];
  Object.assign(run.context, {answered: (values: unknown) => told.push(values)});
  run.write('leads.csv', FILE);
  const asked = answering(run, {picks: {'"country" has numbers': '--country-numbers phone'}});
  const {data} = await run.import();
  expect(asked[0]).toBe('"country" has numbers for countries in 3 rows: “49”, “+91”, “33”. What are they?');
  expect(asked).toHaveLength(2);
  expect(told.pop()).toMatchObject({country_numbers: 'phone'});
  expect(data).toMatchObject({sent: 3});
  expect(run.service.listed.map(({country}) => country)).toEqual(['Germany', 'India', 'France']);
});

test('what a reading leaves open is asked one by one, with the likely countries first', async () => {
  run.write('leads.csv', 'email,country\na@example.com,1\nb@example.com,777\n');
  const asked = answering(run, {
    picks: {
      '"country" has': 'Ask me about each number',
      'Which country is "1"': 'Germany',
      'Which country is "777"': 'France',
    },
  });
  expect(await run.import()).toMatchObject({exit: 0, data: {sent: 2}});
  expect(asked.slice(0, 3)).toEqual([
    '"country" has numbers for countries in 2 rows: “1”, “777”. What are they?',
    'Which country is "1" (line 2)?',
    'Which country is "777" (line 3)?',
  ]);
});

test('the column of numbers can be skipped for all', async () => {
  run.write('leads.csv', FILE);
  answering(run, {picks: {'"country" has': 'Skip the column "country"'}});
  const {data} = await run.import({map: ['Country=country']});
  expect(data?.read.left_out).toEqual(['country']);
  expect(run.service.listed.map(({country}) => country)).toEqual([undefined, undefined, undefined]);
});

test('a file that emk wrote to be edited has ids, and so has one that a script calls so', async () => {
  run.write('mine.csv', 'email,country,emk_id_0123456789ab\na@example.com,2,1\n');
  expect(await run.import({file: 'mine.csv'})).toMatchObject({exit: 0, data: {sent: 1}});
  run.write('leads.csv', 'email,country\nb@example.com,3\n');
  expect(await run.import({country_numbers: 'ids'})).toMatchObject({exit: 0, data: {sent: 1}});
  expect(run.service.listed.map(({country}) => country)).toEqual(['India', 'France']);
});

test('a number given on the line is no country either', async () => {
  run.write('leads.csv', 'email\na@example.com\n');
  expect((await run.import({set: ['country=2']})).error?.message).toContain('the service has no country “2”');
  expect((await run.import({set: ['country=India'], country: ['x=2']})).error?.message).toContain('--country x=2');
  expect(await run.import({set: ['country=2'], country_numbers: 'ids'})).toMatchObject({exit: 0});
});
