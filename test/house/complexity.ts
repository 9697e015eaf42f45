/** Where a function may branch more than elsewhere, and why: Biome holds the numbers, and this list the reasons. */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const reasons: Readonly<Record<string, string>> = {
  'src/api/answers/json-value.ts':
    'each byte of an answer: with a function for each state 13 to 70 % slower, with the escapes and the exponents apart 15 to 20 %',
  'test/**': 'a model of what is tested may follow it step by step in one place',
  'test/contacts-import/sync/nights.test.ts': 'the model of a sync over many nights',
  'test/house/exports.ts': 'it goes through every kind of export that the language has',
  'test/reference/shell-commands.ts': 'it reads a line as four shells do',
};

type Override = {readonly includes: readonly string[]};

test('every place that may branch more than others is listed with its reason', () => {
  const {overrides} = JSON.parse(readFileSync('biome.json', 'utf8')) as {readonly overrides: readonly Override[]};
  expect(overrides.flatMap(({includes}) => includes).sort()).toEqual(Object.keys(reasons).sort());
});
