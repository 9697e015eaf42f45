/** What is trimmed before comparing: at least what the service trims, or a text never equals its stored form. */
import {expect, test} from 'vitest';
import {trim} from '../../../src/records/fields/fold-address.js';
import {trimmed} from '../../../src/sandbox/http/form.js';

test('nothing that the service would trim is left at either end', () => {
  const codes = Array.from({length: 0x1_0000}, (_, code) => code);
  const left = codes.filter(code => {
    const text = trim(`${String.fromCharCode(code)}x${String.fromCharCode(code)}`);
    return trimmed(text) !== text;
  });
  expect(left.map(code => code.toString(16))).toEqual([]);
});

test.each(['\u0000', '\u0085', '\u00a0', '\u200b', '\u200e', '\u2060', '\ufeff', ' \t\r\n'])(
  '%j is taken off the ends and left between words',
  blank => expect(trim(`${blank}a${blank}b${blank}`)).toBe(`a${blank}b`),
);
