import fc from 'fast-check';
import {expect, test} from 'vitest';
import {hashAddresses} from '../../src/people/hashed-addresses.js';
import {foldAddress} from '../../src/records/fields/fold-address.js';
import {samples} from '../random-runs.js';

test('hashed addresses are a set, however many there are', () => {
  const address = fc.string({maxLength: 3}).map(foldAddress);
  fc.assert(
    fc.property(fc.array(address, {maxLength: 500}), fc.array(address), (addresses, others) => {
      const hashed = hashAddresses(addresses);
      const expected = new Set(addresses);
      for (const one of [...addresses, ...others]) expect(hashed.has(one)).toBe(expected.has(one));
      expect(hashed.size).toBe(expected.size);
    }),
    samples(15),
  );
  const many = hashAddresses(Array.from({length: 20_000}, (_, at) => `person${at}@example.com`));
  const missing = Array.from({length: 20_000}, (_, at) => at).filter(at => !many.has(`person${at}@example.com`));
  expect([many.size, missing, many.has('person20000@example.com')]).toEqual([20_000, [], false]);
});
