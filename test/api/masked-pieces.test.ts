/** A long text in pieces is masked as in one piece, wherever it is cut. */

import {afterEach, describe, expect, test, vi} from 'vitest';
import {maskedPieces} from '../../src/api/answers/masked-pieces.js';
import {createKeyMask, piecesWithoutKeys} from '../../src/api/client/key-mask.js';
import {maskSecrets} from '../../src/api/wire/secrets.js';
import {sample} from '../sample.js';

const [publicKey, secretKey] = ['pk_abcdefgh12345678', 'sk_zyxwvuts87654321'];
const mask = maskSecrets([publicKey, secretKey]);
const row = JSON.stringify({id: 12345, fullname: 'Zoë — Ødegård', phone: null, created_at: '2024-01-01 00:00:00'});

afterEach(() => vi.restoreAllMocks());

/** The output for pieces of this many bytes. */
function passed(text: string, length: number): string {
  const passing = maskedPieces(mask);
  const bytes = Buffer.from(text);
  const out: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += length) out.push(passing.push(bytes.subarray(at, at + length)));
  return Buffer.concat([...out, passing.end()]).toString();
}

test.each(sample([1009, 65_536, 200_003], 1))('pieces of %i bytes are masked as one text', length => {
  const text = `${row.repeat(1800)}${secretKey}${row.repeat(2400)}${publicKey}`;
  expect(passed(text, length)).toBe(text.replace(secretKey, '…').replace(publicKey, '…'));
});

test('a character that the first noticed piece cuts stays whole', {tags: ['long']}, async () => {
  const {keyMask, keySeen} = createKeyMask({maskKeys: mask, warn: () => undefined});
  const text = `${'ë'.repeat(5000)} ${secretKey} ${'ë'.repeat(5000)}`;
  const bytes = Buffer.from(text);
  async function* body() {
    yield bytes.subarray(0, 5000 - 3);
    yield bytes.subarray(5000 - 3, 9999);
    keySeen();
    yield bytes.subarray(9999);
  }
  const out: Uint8Array[] = [];
  for await (const piece of piecesWithoutKeys(body(), keyMask)) out.push(Buffer.from(piece));
  expect(Buffer.concat(out).toString()).toBe(text.replace(secretKey, '…'));
});

describe('where only the beginning of a key stands', () => {
  test.each([
    ['before the key', `${secretKey.slice(0, 9)}${secretKey}`, `${secretKey.slice(0, 9)}…`],
    ['many times', `${'sk_zy'.repeat(50)}${secretKey}sk_zy`, `${'sk_zy'.repeat(50)}…sk_zy`],
    ['after it', `${secretKey}${secretKey.slice(0, 9)}`, `…${secretKey.slice(0, 9)}`],
  ])('%s, the key alone is masked', (_, text, shown) => {
    expect(mask(text)).toBe(shown);
  });

  test('a key that begins with a character of two halves is found as well', () => {
    const key = '😀secret-key';
    expect(maskSecrets([key])(`😀secre 😀 ${key} 😀`)).toBe('😀secre 😀 … 😀');
  });
});

test('the whole pattern is tried only where a key may begin', {tags: ['long']}, () => {
  const tried = vi.spyOn(RegExp.prototype, 'test');
  expect(mask(`${'within it no one will find it, '.repeat(4000)}${secretKey}`)).toMatch(/, …$/);
  // Once to see whether there is any end of a key, and once at its beginning.
  expect(tried.mock.calls.length).toBeLessThan(10);
});
