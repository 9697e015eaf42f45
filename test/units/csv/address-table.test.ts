import fc from 'fast-check';
import {expect, test} from 'vitest';
import {keepTexts, makeAddressTable} from '../../../src/csv/columns/address-table.js';
import {foldAddress} from '../../../src/records/fields/fold-address.js';
import {samples} from '../../support/random-runs.js';

/** Few letters, so that many addresses are the same, and characters that differ from letters in one bit only. */
const letters = ['a', 'A', 'z', 'Z', '@', '`', '[', '{', '-', '\r', '\0', 'é', 'É', 'e\u0301', 'ß', 'İ', '😀'];

const address = fc
  .string({unit: fc.constantFrom(...letters), minLength: 1, maxLength: 7})
  .map(text => `${text}@Bücher.Example`);

const step = fc.record({address, replace: fc.boolean()});

test('remembers the same as a map of folded addresses', () => {
  fc.assert(
    fc.property(fc.array(step, {maxLength: 300}), fc.array(address), (steps, others) => {
      const table = makeAddressTable();
      const model = new Map<string, number>();
      for (const [at, {address: one, replace}] of steps.entries()) {
        const key = foldAddress(one);
        expect(table.add(key, at + 1, replace)).toBe(model.get(key) ?? 0);
        if (replace || !model.has(key)) model.set(key, at + 1);
      }
      for (const one of [...steps.map(each => each.address), ...others]) {
        expect(table.of(foldAddress(one))).toBe(model.get(foldAddress(one)) ?? 0);
      }
      expect([...table.numbers()].sort()).toEqual([...model.values()].sort());
    }),
    samples(60),
  );
});

test('knows an address as bytes and as text alike', () => {
  fc.assert(
    fc.property(fc.array(step, {maxLength: 300}), steps => {
      const [table, other] = [makeAddressTable(), makeAddressTable()];
      for (const [at, {address: one}] of steps.entries()) {
        const bytes = Buffer.from(`x${foldAddress(one)}`);
        expect(table.addBytes(bytes, 1, bytes.length, at + 1)).toBe(other.add(foldAddress(one), at + 1));
      }
    }),
    samples(15),
  );
});

test('takes the letters of ASCII for the same in both cases, and no other characters', () => {
  const characters = Array.from({length: 256}, (_, code) => code);
  for (const before of ['', 'a', 'ab', 'abc', 'abcd']) {
    const table = makeAddressTable();
    const known = characters.map(code => {
      const bytes = Buffer.from([...Buffer.from(before), code, ...Buffer.from('xyz')]);
      return table.addBytes(bytes, 0, bytes.length, code + 1);
    });
    const small = characters.filter(code => code >= 0x61 && code <= 0x7a);
    expect(known.flatMap((number, code) => (number === 0 ? [] : [[code, number]]))).toEqual(
      small.map(code => [code, code - 0x20 + 1]),
    );
  }
});

test('remembers a hundred thousand addresses while its parts grow, with the largest numbers', {tags: ['long']}, () => {
  const table = makeAddressTable();
  const nameOf = (at: number): string => `user${at}@example${at % 7}.com`;
  const numberOf = (at: number): number => 2 ** 32 - 1 - at;
  for (let at = 0; at < 100_000; at++) if (table.add(nameOf(at), numberOf(at)) !== 0) expect.fail(`${at} is new`);
  for (let at = 0; at < 100_000; at += 7) {
    if (table.of(nameOf(at).toUpperCase()) !== numberOf(at)) expect.fail(`${at} is known`);
    if (table.of(`x${nameOf(at)}`) !== 0) expect.fail(`x${at} is unknown`);
  }
  expect([...table.numbers()]).toHaveLength(100_000);
});

test('has room for texts of any length', () => {
  const table = makeAddressTable();
  const texts = ['a'.repeat(319), 'a'.repeat(321), `${'a'.repeat(321)}é`];
  expect(texts.map((text, at) => table.add(text, at + 1))).toEqual([0, 0, 0]);
  expect(texts.map(text => table.of(text.toUpperCase().replace('É', 'é')))).toEqual([1, 2, 3]);
  expect(table.of('a'.repeat(320))).toBe(0);
});

test('keeps texts in their order', () => {
  const text = fc.string({unit: 'grapheme', maxLength: 40});
  fc.assert(
    fc.property(fc.array(text, {maxLength: 50}), fc.constantFrom(1, 400), (some, times) => {
      const texts = Array.from({length: times}, (_, at) => some.map(one => `${one.repeat(times / 10)}${at}`)).flat();
      const kept = keepTexts();
      for (const one of texts) kept.add(one);
      expect([...kept.all()]).toEqual(texts);
      kept.add('one more');
      expect([...kept.all()]).toEqual([...texts, 'one more']);
    }),
    samples(12),
  );
});
