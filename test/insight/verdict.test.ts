/** Whether chance explains a difference: sure of large ones, silent about few people, and the same in both orders. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {verdictOn} from '../../src/insight/results.js';

const of = (part: number, whole: number) => ({part, whole});

test.each([
  [of(600, 2000), of(720, 2000), 4, 'differs'],
  [of(600, 2000), of(720, 2000), 44, 'differs'],
  [of(300, 1000), of(299, 1000), 4, 'may be chance'],
  [of(300, 1000), of(300, 1000), 4, 'may be chance'],
  [of(300, 1000), of(245, 1000), 4, 'differs'],
  [of(300, 1000), of(245, 1000), 8, 'may be chance'],
  [of(3, 3), of(0, 3), 1, 'too few'],
  [of(0, 1000), of(0, 1000), 4, 'too few'],
  [of(3, 0), of(1, 3), 4, null],
  [of(-1, 10), of(1, 3), 4, null],
  [of(11, 10), of(1, 3), 4, null],
])('%j against %j, one of %i comparisons: %s', (one, other, comparisons, verdict) => {
  expect(verdictOn(one, other, comparisons)).toBe(verdict);
});

test('the order of the two decides nothing', () => {
  const share = fc.tuple(fc.nat(5000), fc.nat(5000)).map(([a, b]) => of(Math.min(a, b), Math.max(a, b)));
  fc.assert(
    fc.property(share, share, fc.integer({min: 1, max: 50}), (one, other, comparisons) => {
      expect(verdictOn(one, other, comparisons)).toBe(verdictOn(other, one, comparisons));
    }),
  );
});
