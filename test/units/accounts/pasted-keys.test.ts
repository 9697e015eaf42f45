/** Keys and addresses as people paste them. */
import {expect, test} from 'vitest';
import {toBaseUrl, toKey} from '../../../src/accounts/key.js';

test('a key has no space, no line break and no other character that no header has', () => {
  expect(toKey('pk_1-a/b+c==', 'The key')).toBe('pk_1-a/b+c==');
  for (const text of ['', 'pk_1 sk_2', 'pk_1\nsk_2', 'schlüssel', 'k'.repeat(8193)])
    expect(() => toKey(text, 'The key')).toThrow(
      /^The key (is empty|has a space or another character that no key has)\.$/,
    );
});

test.each([
  'https://old.examplehttps://new.example/api',
  'https://ann:secret@mail.example/api',
  'https://mail.example/api?key=1',
  'mail',
])('%s is no base URL, and is not shown', text => {
  expect(() => toBaseUrl(text, 'your answer', {allowHttp: false})).toThrow(
    /^The base URL from your answer is not the address of an API\.$/,
  );
});
