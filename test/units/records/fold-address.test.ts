/** One mailbox has many spellings, and a person who left with one of them must not come back with another. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {foldAddress} from '../../../src/records/fields/fold-address.js';

test.each([
  ['ada@example.com', ' Ada@Example.COM​'],
  ['x@müller.example', 'x@xn--mller-kva.example'],
  ['x@MÜLLER.example', 'X@XN--MLLER-KVA.EXAMPLE'],
  ['x@mu\u0308ller.example', 'x@m\u00fcller.example'],
  ['jose\u0301@example.com', 'JOS\u00c9@example.com'],
  ['x@例え。テスト', 'x@例え.テスト'],
])('reads %s and %s as one address', (one, other) => {
  expect(foldAddress(one)).toBe(foldAddress(other));
});

test.each([
  ['ada@example.com', 'ida@example.com'],
  ['x@müller.example', 'x@muller.example'],
  ['josé@example.com', 'jose@example.com'],
  ['not a domain@', '@'],
])('keeps %s and %s apart', (one, other) => {
  expect(foldAddress(one)).not.toBe(foldAddress(other));
});

test('folds a folded address to itself', () => {
  fc.assert(
    fc.property(
      fc.string({unit: 'binary', maxLength: 20}),
      fc.string({unit: 'binary', maxLength: 20}),
      (local, domain) => {
        const folded = foldAddress(`${local}@${domain}`);
        expect(foldAddress(folded)).toBe(folded);
      },
    ),
  );
});
