import {expect, test} from 'vitest';
import {matchColumns, toCandidates} from '../../../src/csv/columns/match-columns.js';

const names = (count: number): string[] => Array.from({length: count}, (_, at) => `field_${at}`);

const matched = (headers: readonly string[], fields: readonly string[]) => [
  ...matchColumns(toCandidates(headers, [{texts: headers.map(() => 'x')}]), fields),
];

test('an account may have tens of thousands of fields, and a file as many columns', {tags: ['long']}, () => {
  const fields = ['email', ...names(20_000)];
  expect(matched(['Email', 'Field 19999'], fields)).toEqual([
    [0, 'email'],
    [1, 'field_19999'],
  ]);
  expect(matched(fields.toReversed(), fields)).toHaveLength(20_001);
});

test('two fields that differ only in signs each get the column that is spelled like them', () => {
  expect(matched(['shoe size', 'shoe_size'], ['shoe_size', 'shoe size'])).toEqual([
    [1, 'shoe_size'],
    [0, 'shoe size'],
  ]);
});
