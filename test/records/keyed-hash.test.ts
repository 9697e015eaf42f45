/** The hash of addresses is SipHash-2-4, and the same for all spellings that a look-up counts as one. */
import {expect, test} from 'vitest';
import {createAddressHash, KEY_BYTES} from '../../src/records/fields/keyed-hash.js';

const counting = (count: number): Buffer => Buffer.from(Array.from({length: count}, (_, index) => index));
const hashOf = createAddressHash(counting(KEY_BYTES));
const hex = (text: string): string => {
  const {high, low} = hashOf(text);
  return [high, low].map(half => half.toString(16).padStart(8, '0')).join('');
};

test('gives the values of the published examples', () => {
  expect(hex('')).toBe('726fdb47dd0e0e31');
  expect(hex(counting(8).toString('latin1'))).toBe('93f5f5799a932462');
  expect(hex(counting(15).toString('latin1'))).toBe('a129ca6149be45e5');
});

test.each([
  ['ada@example.com', ' Ada@Example.COM '],
  ['straße@example.com', 'STRASSE@example.com'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  [`${'x'.repeat(600)}@example.com`, `${'X'.repeat(600)}@example.com`],
  [`${'é'.repeat(600)}@example.com`, `${'É'.repeat(600)}@example.com`],
])('is the same for %s and %s', (one, other) => {
  expect(hex(one)).toBe(hex(other));
});

test('is another one for another address and with another key', () => {
  const other = createAddressHash(Buffer.alloc(KEY_BYTES));
  expect(hex('ada@example.com')).not.toBe(hex('ida@example.com'));
  expect({...other('ada@example.com')}).not.toEqual({...hashOf('ada@example.com')});
});
