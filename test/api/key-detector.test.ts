/** A key is noticed anywhere in an answer, however the answer is cut into pieces. */

import {describe, expect, test} from 'vitest';
import {keyDetector} from '../../src/api/wire/key-detector.js';
import {sample} from '../sample.js';

const key = 'sk_live_8f3a91c0-7be2.4d55';
const filler = JSON.stringify({first_name: 'Søren', note: 'Nothing — “at all” — \\u00e9 &#233; %20'}).repeat(40);

/** Whether a key is noticed in a text that comes in pieces of this many bytes. */
function notices(secrets: readonly string[], text: string, length = 64 * 1024): boolean {
  let told = false;
  const look = keyDetector(secrets, () => {
    told = true;
  })();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) look(bytes.subarray(at, at + length));
  return told;
}

const writings: ReadonlyArray<readonly [string, (key: string) => string]> = [
  ['as it is', each => each],
  ['in capitals', each => each.toUpperCase()],
  ['in base64', each => Buffer.from(each).toString('base64')],
  ['in base64 for addresses', each => Buffer.from(each).toString('base64url')],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded throughout', each => [...each].map(letter => `%${hex(letter)}`).join('')],
  ['as escapes of JSON', each => [...each].map(letter => `\\u00${hex(letter)}`).join('')],
  ['as a string of JSON', each => JSON.stringify(each).replaceAll('/', '\\/')],
  ['as entities', each => [...each].map(letter => `&#${letter.charCodeAt(0)};`).join('')],
  ['as hexadecimal entities', each => [...each].map(letter => `&#x${hex(letter).toUpperCase()};`).join('')],
];
const hex = (letter: string): string => letter.charCodeAt(0).toString(16);

describe.each([key, 'pk"9f/Kx3vQ8zL1\\mN5tR', 'nobody', '0123456789abcdef'.repeat(40)])('the key %s', secret => {
  test.each(sample(writings, 4))('is noticed %s, at every place', (_, written) => {
    for (let at = 0; at < 80; at++) {
      expect(notices([secret], `${filler.slice(0, 1000 + at)}${written(secret)}${filler}`)).toBe(true);
    }
  });

  test.each(sample([1, 2, 3, 7, 20, 64, 1000], 2))('is noticed in pieces of %i bytes', length => {
    for (let at = 0; at < 40; at++) {
      expect(notices([secret], `${filler.slice(0, 960 + at)}${secret}${filler}`, length)).toBe(true);
    }
  });

  test('is not noticed where it is not', () => {
    expect(notices([secret], filler)).toBe(false);
  });
});

test('each of several keys is noticed, and the second answer is looked through as the first', () => {
  const told: string[] = [];
  const lookout = keyDetector([key, 'pk_another_key'], () => void told.push('told'));
  const [one, other] = [lookout(), lookout()];
  one(Buffer.from('pk_another'));
  other(Buffer.from('_key'));
  expect(told).toEqual([]);
  one(Buffer.from('_key'));
  one(Buffer.from(key));
  expect(told).toEqual(['told']);
});

test('short keys are not looked for, and keys without a run of letters count as noticed from the start', () => {
  expect(notices(['con', 'act'], 'contact')).toBe(false);
  expect(notices(['ab!cd!ef!gh'], '')).toBe(true);
});
