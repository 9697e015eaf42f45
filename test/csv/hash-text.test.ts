import fc from 'fast-check';
import {expect, test} from 'vitest';
import {asWritten, inLowerCase, shortHash, shortHashOfBytes} from '../../src/csv/bytes/hash-text.js';

const ascii = fc.string({unit: fc.integer({min: 0, max: 127}).map(code => String.fromCharCode(code))});

test('plain bytes have the hashes of their text, wherever they lie', () => {
  fc.assert(
    fc.property(ascii, ascii, ascii, (before, text, after) => {
      const bytes = Buffer.from(before + text + after);
      const [from, to] = [before.length, before.length + text.length];
      expect(shortHashOfBytes(bytes, from, to, asWritten)).toBe(shortHash(text));
      expect(shortHashOfBytes(bytes, from, to, inLowerCase)).toBe(shortHash(text.toLowerCase()));
    }),
  );
});

test('bytes of other letters are left to be decoded', () => {
  fc.assert(
    fc.property(ascii, fc.integer({min: 128, max: 0xd7ff}), ascii, (before, code, after) => {
      const bytes = Buffer.from(before + String.fromCharCode(code) + after);
      expect(shortHashOfBytes(bytes, 0, bytes.length, inLowerCase)).toBe(0);
    }),
  );
});
