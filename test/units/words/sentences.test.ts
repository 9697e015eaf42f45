import {expect, test} from 'vitest';
import {
  andList,
  capital,
  counted,
  folded,
  number,
  orList,
  plural,
  withoutAccents,
} from '../../../src/core/words/sentence.js';

test('numbers have commas between their thousands, and a noun that fits', () => {
  expect([0, 1, 999, 1000, 1_234_567, -1000].map(number)).toEqual(['0', '1', '999', '1,000', '1,234,567', '-1,000']);
  expect([0, 1, 2, 1500].map(count => counted(count, 'contact'))).toEqual([
    '0 contacts',
    '1 contact',
    '2 contacts',
    '1,500 contacts',
  ]);
  expect(counted(2, 'person', 'people')).toBe('2 people');
  expect(plural(1, 'is', 'are')).toBe('is');
});

test('lists are read aloud', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(andList)).toEqual(['', 'a', 'a and b', 'a, b and c']);
  expect(orList(['table', 'json', 'csv'])).toBe('table, json or csv');
});

test('letters are compared without case and accents', () => {
  expect(capital('öffentlich')).toBe('Öffentlich');
  expect(withoutAccents('Köln, Łódź')).toBe('Koln, Łodz');
  expect(folded('São PAULO')).toBe('sao paulo');
});
