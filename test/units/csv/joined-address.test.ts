/** Addresses that Mailchimp exports in one cell, their parts joined by two spaces. */
import {describe, expect, test} from 'vitest';
import {areJoined, splitAddress} from '../../../src/csv/columns/split-cells.js';

const partsOf = (text: string) => Object.values(splitAddress(text)).join('|');

test.each([
  ['1 Dock Road  Suite 4  New York  NY  10001  US', '1 Dock Road|Suite 4|New York|NY|10001|US'],
  ['1 Dock Road  New York  NY  10001  US', '1 Dock Road||New York|NY|10001|US'],
  ['Spuhlerstr. 2  Erlangen  91052  DE', 'Spuhlerstr. 2||Erlangen||91052|DE'],
  ['Spuhlerstr. 2    Erlangen    91052  Germany', 'Spuhlerstr. 2||Erlangen||91052|Germany'],
  ['Spuhlerstr. 2  c/o Noether  Erlangen  91052  DE', 'Spuhlerstr. 2|c/o Noether|Erlangen||91052|DE'],
  ['1 Dock Road  New York  NY  10001', '1 Dock Road||New York|NY|10001|'],
])('%s', (text, parts) => {
  expect(partsOf(text)).toBe(parts);
});

describe('stays whole', () => {
  test.each([
    '1 Dock Road',
    '1 Dock Road, New York',
    '1 Dock Road  New York',
    'Somewhere  far  away',
    'a  b  c  d  e  10001  US',
  ])('%s', text => {
    expect(splitAddress(text).address_line1).toBe(text);
  });
});

test('a column is joined where half of its addresses are', () => {
  expect(areJoined(['1 Dock Road  New York  NY  10001  US', 'unknown'])).toBe(true);
  expect(areJoined(['1 Dock Road  New York  NY  10001  US', 'a', 'b'])).toBe(false);
  expect(areJoined([])).toBe(false);
});
