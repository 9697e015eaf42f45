/** Names and addresses of runs: what a run made is recognised by its name alone, and nothing else is. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {UsageError} from '../../../src/core/errors.js';
import type {KindName} from '../../../src/files/account/keys.js';
import {
  isReserved,
  markedAddress,
  markedName,
  markIn,
  markInAddress,
  requireRunId,
} from '../../../src/files/seed/marks.js';
import {addressProblem} from '../../../src/records/fields/email-address.js';
import {anyCharacter} from '../../support/any-character.js';
import {samples} from '../../support/random-runs.js';

const run = fc.stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,4}){0,2}$/);
const name = fc.string({minLength: 1, unit: anyCharacter});
const fieldName = fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/);
const local = fc.stringMatching(/^[a-z0-9]{1,8}([._+-][a-z0-9]{1,8}){0,2}$/);
const domain = fc.constantFrom('example.com', 'example.org', 'example.net', 'qa.test', 'mail.qa.test');
const kind = fc.constantFrom<KindName>('lists', 'senders', 'automations', 'mailings');

describe('a mark', () => {
  test('gives back the run and the name, whatever they are', () => {
    fc.assert(
      fc.property(kind, run, name, (of, id, own) => {
        expect(markIn(of, markedName(of, {run: id, name: own}))).toEqual({run: id, name: own});
      }),
      samples(100),
    );
  });

  test('fits into the names of fields, which hold no other signs', () => {
    fc.assert(
      fc.property(run, fieldName, (id, own) => {
        const marked = markedName('fields', {run: id, name: own});
        expect(marked).toMatch(/^[A-Za-z0-9_]+$/);
        expect(markIn('fields', marked)).toEqual({run: id, name: own});
      }),
      samples(100),
    );
  });

  test('is of one kind, one run and one name', () => {
    fc.assert(
      fc.property(run, run, name, name, (id, otherId, own, other) => {
        fc.pre(id !== otherId && own !== other);
        const [, mark = ''] = /(~[0-9a-f]{6})$/.exec(markedName('senders', {run: id, name: own})) ?? [];
        expect(markIn('automations', `${id}.${own}${mark}`)).toBeUndefined();
        expect(markIn('senders', `${otherId}.${own}${mark}`)).toBeUndefined();
        expect(markIn('senders', `${id}.${other}${mark}`)).toBeUndefined();
      }),
      samples(100),
    );
  });

  test('is in no name that a person gives', () => {
    fc.assert(
      fc.property(run, name, fc.stringMatching(/^[0-9a-f]{6}$/), (id, own, digits) => {
        const names = [own, `${id}.${own}`, `${id}-${own}`, `${id}.${own}~${digits}`, `${id}__${own}__${digits}`];
        for (const one of names) {
          if (one !== markedName('lists', {run: id, name: own})) expect(markIn('lists', one)).toBeUndefined();
        }
      }),
      samples(100),
    );
    for (const one of ['pr-12', 'pr-12.QA', 'pr-12.QA~', 'pr-12.QA~3f9a1', 'pr-12.~3f9a1c', '__proto__'])
      expect([markIn('lists', one), markIn('fields', one), markInAddress(one)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
  });

  test('is always the same', () => {
    expect(markedName('lists', {run: 'pr-12', name: 'QA'})).toMatchInlineSnapshot(`"pr-12.QA~5af8a1"`);
    expect(markedName('fields', {run: 'pr-12', name: 'score'})).toMatchInlineSnapshot(`"pr_12__score__94890f"`);
    expect(markedAddress('pr-12', 'Ada@Example.com')).toMatchInlineSnapshot(`"ada+pr-12.281bd1@example.com"`);
  });
});

describe('a marked address', () => {
  test('is an address, and gives back whose it is', () => {
    fc.assert(
      fc.property(run, local, domain, (id, own, at) => {
        const address = markedAddress(id, `${own}@${at}`);
        expect(addressProblem(address)).toBeUndefined();
        expect(markInAddress(address)).toEqual({run: id, name: `${own}@${at}`});
        expect(markInAddress(address.toUpperCase())).toEqual({run: id, name: `${own}@${at}`});
      }),
      samples(100),
    );
  });

  test('at a domain where people are is none, even with the right digits', () => {
    const address = markedAddress('pr-12', 'ada@gmail.com');
    expect(address).toContain('+pr-12.');
    expect(markInAddress(address)).toBeUndefined();
  });

  test.each([
    'ada@example.com.evil.io',
    'ada@myexample.com',
    'ada@test',
    'ada@contest',
    'ada@example.co',
    'a@b@example.io',
  ])('%s is at no reserved domain', address => expect(isReserved(address)).toBe(false));
});

describe('the id of a run', () => {
  test.each(['', 'PR', 'a_b', 'a--b', '-a', 'a-', 'a b', '../x', 'a'.repeat(21), 'ä'])('cannot be %j', text => {
    expect(() => requireRunId(text)).toThrow(UsageError);
  });
});
