import {createHmac} from 'node:crypto';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {countPeople} from '../../src/change/effect/crowd.js';
import {createAddressHash, KEY_BYTES} from '../../src/records/fields/keyed-hash.js';

const crowdOf = (addresses: readonly string[], secretKey = 'sk') => {
  const crowd = countPeople({secretKey});
  for (const address of addresses) crowd.add(address);
  return crowd;
};

const addresses = fc.uniqueArray(fc.emailAddress(), {
  minLength: 1,
  maxLength: 30,
  selector: text => text.toUpperCase(),
});

test('the same people have the same print in any order, and in capitals', () =>
  fc.assert(
    fc.asyncProperty(addresses, async people => {
      const [some, others] = [crowdOf(people), crowdOf(people.toReversed().map(text => text.toUpperCase()))];
      expect([some.count, await some.who()]).toEqual([people.length, await others.who()]);
    }),
  ));

test('one person more, fewer or another has a different print', () =>
  fc.assert(
    fc.asyncProperty(addresses, async people => {
      const who = await crowdOf(people).who();
      const [first = '', ...rest] = people;
      for (const others of [rest, [...people, 'new@x.example'], [`x${first}`, ...rest], [...people, first]])
        expect(await crowdOf(others).who()).not.toBe(who);
    }),
  ));

test('nobody without the keys of the account makes the same print', async () => {
  const people = ['ada@example.com', 'bob@example.com'];
  expect(await crowdOf(people, 'other').who()).not.toBe(await crowdOf(people).who());
  expect(await crowdOf(people).who()).toMatch(/^[0-9a-f]{40}$/);
});

test('a print has the count and two sums of 64 bits', async () => {
  const people = Array.from({length: 20}, (_, at) => `p${at}@example.com`);
  const keys = createHmac('sha256', 'sk').update('emk: crowd').digest();
  const sums = [keys.subarray(0, KEY_BYTES), keys.subarray(KEY_BYTES)].map(key => {
    const hash = createAddressHash(key);
    const all = people.map(address => {
      const {high, low} = hash(address);
      return (BigInt(high) << 32n) + BigInt(low);
    });
    return BigInt.asUintN(
      64,
      all.reduce((sum, each) => sum + each),
    )
      .toString(16)
      .padStart(16, '0');
  });
  expect(await crowdOf(people).who()).toBe(['00000014', ...sums].join(''));
});

test('the sums carry: many people have other prints than fewer', async () => {
  const prints = new Set<string>();
  const crowd = countPeople({secretKey: 'sk'});
  for (let at = 0; at < 5000; at++) {
    crowd.add(`p${at}@example.com`);
    if (at % 50 === 0) prints.add(await crowd.who());
  }
  expect(prints.size).toBe(100);
});
