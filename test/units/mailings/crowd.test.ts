import {createHmac} from 'node:crypto';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {countPeople} from '../../../src/change/effect/crowd.js';

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
  const key = createHmac('sha256', 'sk').update('emk: crowd').digest();
  const hashes = people.map(address => createHmac('sha256', key).update(address.toUpperCase()).digest());
  const sums = [0, 8].map(at => {
    const sum = hashes.reduce((all, hash) => all + hash.readBigUInt64BE(at), 0n);
    return BigInt.asUintN(64, sum).toString(16).padStart(16, '0');
  });
  expect(await crowdOf(people).who()).toBe(['00000014', ...sums].join(''));
});

test.each([
  ['ada@example.com', ' Ada@Example.COM '],
  ['straße@example.com', 'STRASSE@example.com'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
])('the print of %s and %s is the same', async (one, other) => {
  expect(await crowdOf([one]).who()).toBe(await crowdOf([other]).who());
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
