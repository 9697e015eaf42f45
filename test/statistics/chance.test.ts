/** The test of two shares, against fractions counted by hand and areas under the bell curve that are summed up here. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {deviationOf, testAll} from '../../src/statistics/chance.js';
import {judgeFamily, type Verdict} from '../../src/statistics/family.js';
import {samples} from '../random-runs.js';

const of = (part: number, whole: number) => ({part, whole});
type Share = ReturnType<typeof of>;

/** Two shares on a screen that says nothing else. */
const compareShares = (one: Share, other: Share): Verdict => judgeFamily([[one, other]])[0] as Verdict;

describe('two shares', () => {
  test.each([
    ['a lady tasting tea', of(3, 4), of(1, 4), 34 / 70],
    ['all against none of four', of(4, 4), of(0, 4), 2 / 70],
    ['one of ten against eleven of fourteen', of(1, 10), of(11, 14), 0.002759456],
    ['seven of seven against one of seven', of(7, 7), of(1, 7), (2 * 7) / 3003],
  ])('of few are tested exactly: %s', (_, one, other, p) => {
    const verdict = compareShares(one, other);
    expect(verdict.test).toBe('fisher');
    expect(verdict.p).toBeCloseTo(p, 8);
  });

  test.each([
    // z = (0.30 - 0.25 - 0.001) / sqrt(0.275 * 0.725 * 2 / 1000) = 2.45384
    ['300 and 250 of 1,000', of(300, 1000), of(250, 1000), 2.45384, 'differs'],
    // z = (0.30 - 0.28 - 0.001) / sqrt(0.29 * 0.71 * 2 / 1000) = 0.93628
    ['300 and 280 of 1,000', of(300, 1000), of(280, 1000), 0.93628, 'may be chance'],
  ] as const)('of many are tested by z: %s', (_, one, other, z, told) => {
    const verdict = compareShares(one, other);
    expect(verdict).toMatchObject({test: 'z', told});
    expect(verdict.p).toBeCloseTo(tails(z), 4);
  });

  test('of too few are told nothing about, however different they are', () => {
    expect(compareShares(of(3, 3), of(0, 3))).toMatchObject({told: 'too few', p: expect.closeTo(2 / 20)});
    expect(compareShares(of(0, 3), of(0, 3))).toMatchObject({told: 'too few', p: 1});
  });

  test('are none where nothing was sent, or where a part exceeds its whole', () => {
    for (const none of [of(0, 0), of(5, 4), of(-1, 4)]) expect(compareShares(none, of(1, 2)).told).toBe('nothing');
  });

  test('of millions are told apart at once, however small p becomes', () => {
    expect(compareShares(of(500_000, 1_000_000), of(400_000, 1_000_000))).toMatchObject({told: 'differs', p: 0});
    expect(compareShares(of(3, 10_000_000), of(15, 10_000_000))).toMatchObject({told: 'differs', test: 'fisher'});
  });

  test('at the level itself are told the same whichever comes first', () => {
    expect(compareShares(of(12, 259), of(1, 1)).told).toBe(compareShares(of(1, 1), of(12, 259)).told);
  });

  test('are told the same whichever comes first, and p is a probability', () => {
    const share = fc.tuple(fc.nat(400), fc.integer({min: 1, max: 400})).map(([a, whole]) => of(a % (whole + 1), whole));
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [there, back] = [compareShares(one, other), compareShares(other, one)];
        expect(there.told).toBe(back.told);
        expect(there.p).toBeCloseTo(back.p ?? Number.NaN, 9);
        expect(there.p).toBeGreaterThanOrEqual(0);
        expect(there.p).toBeLessThanOrEqual(1);
        expect(compareShares(one, one).told).not.toBe('differs');
      }),
    );
  });
});

describe('the interval of a difference', () => {
  test('is Newcombe’s, as he published it', () => {
    // Newcombe 1998, method 10: 56/70 and 48/80, 9/10 and 3/10.
    const between = (one: Share, other: Share) => compareShares(other, one).between;
    expect(between(of(56, 70), of(48, 80))).toEqual({low: expect.closeTo(0.0524, 4), high: expect.closeTo(0.3339, 4)});
    expect(between(of(9, 10), of(3, 10))).toEqual({low: expect.closeTo(0.1705, 4), high: expect.closeTo(0.809, 3)});
  });

  test('leaves 0 out exactly where a difference is claimed', () => {
    const share = fc.tuple(fc.nat(900), fc.integer({min: 1, max: 900})).map(([a, whole]) => of(a % (whole + 1), whole));
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), {minLength: 1, maxLength: 6}), pairs => {
        for (const {told, between} of judgeFamily(pairs)) {
          if (between) expect(between.low > 0 || between.high < 0).toBe(told === 'differs');
        }
      }),
      samples(200),
    );
  });
});

describe('a family of comparisons', () => {
  test('is corrected by Holm: each p counts for all that are not claimed yet', () => {
    const verdicts = judgeFamily([
      [of(300, 1000), of(250, 1000)],
      [of(300, 1000), of(280, 1000)],
      [of(300, 1000), of(400, 1000)],
      [of(0, 0), of(1, 1)],
    ]);
    const [first, second, third] = verdicts;
    expect(verdicts.map(({told}) => told)).toEqual(['differs', 'may be chance', 'differs', 'nothing']);
    expect(third?.corrected).toBeCloseTo(3 * (third?.p ?? 0));
    expect(first?.corrected).toBeCloseTo(2 * (first?.p ?? 0));
    expect(second?.corrected).toBeCloseTo(second?.p ?? 0);
  });

  test('that was chosen from many is corrected for all of them', () => {
    const [verdict] = judgeFamily([[of(300, 1000), of(250, 1000)]], 66);
    expect(verdict).toMatchObject({told: 'may be chance', corrected: expect.closeTo(0.0141 * 66, 1)});
  });
});

describe('all shares at once', () => {
  // By R: chisq.test(matrix(c(30, 70, 50, 50), 2), correct = FALSE) and so on.
  test.each([
    [[of(30, 100), of(50, 100)], 0.003892],
    [[of(10, 100), of(20, 100), of(30, 100)], 0.00193],
    [[of(10, 100), of(12, 100), of(14, 100), of(11, 100)], 0.839],
  ])('%j', (shares, p) => {
    expect(testAll(shares)).toBeCloseTo(p, 3);
  });

  test('are equal where nobody or everybody is counted', () => {
    expect(testAll([of(0, 10), of(0, 20)])).toBe(1);
    expect(testAll([of(10, 10), of(20, 20)])).toBe(1);
  });

  test('and a normal deviation is found by how often it is exceeded', () => {
    expect([0.05, 0.01, 0.0125].map(deviationOf)).toEqual([1.95996, 2.57583, 2.49771].map(z => expect.closeTo(z, 4)));
  });
});

/** Both tails beyond z under the bell curve, summed in small steps. */
function tails(z: number): number {
  const step = 1e-4;
  let area = 0;
  for (let x = 0; x < z; x += step) area += Math.exp(-((x + step / 2) ** 2) / 2) * step;
  return 1 - 2 * (area / Math.sqrt(2 * Math.PI));
}
