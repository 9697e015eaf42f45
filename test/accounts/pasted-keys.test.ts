/** Keys as people paste them. */
import {expect, test} from 'vitest';
import {bareKey, LONGEST_KEY, toBaseUrl, toKey} from '../../src/accounts/key.js';

test.each([
  '  pk_1-a/b+c==  ',
  '"pk_1-a/b+c=="',
  "'pk_1-a/b+c=='",
  '“pk_1-a/b+c==”',
  '`pk_1-a/b+c==`',
  'PublicKey: pk_1-a/b+c==',
  'Public key = pk_1-a/b+c==',
  '"secretKey": "pk_1-a/b+c==",',
  'EMK_PUBLIC_KEY=pk_1-a/b+c==',
  "export EMK_SECRET_KEY='pk_1-a/b+c=='",
  'secret_key: pk_1-a/b+c==;',
  '\u200bpk_1-a/b+c==\u00a0\ufeff',
])('%j is the key in it', text => {
  expect(toKey(bareKey(text), 'The key')).toBe('pk_1-a/b+c==');
});

test.each([
  ['pk_1 sk_2', 'a space'],
  ['pk_1\nsk_2', 'a line break'],
  ['PublicKey: pk_1 SecretKey: sk_2', 'a space'],
  ['schlüssel', 'characters that a key never has'],
  ['k'.repeat(LONGEST_KEY + 1), '8,193 characters'],
  ['""', 'nothing'],
])('%j is no key', (text, holds) => {
  expect(() => toKey(bareKey(text), 'The key')).toThrow(`The key has ${holds}, so it cannot be a key.`);
});

test('an address that was pasted behind another is refused', () => {
  expect(() => toBaseUrl('https://old.examplehttps://new.example/api', 'your answer', {allowHttp: false})).toThrow(
    'has two addresses',
  );
});
