import {deviationOf, isBelow, type Share, type Tested, testShares} from './chance.js';

/** What a screen says about two shares. `corrected` is p for all comparisons of the screen together. */
export type Verdict = {
  readonly told: 'differs' | 'may be chance' | 'too few' | 'nothing';
  readonly p: number | null;
  readonly corrected: number | null;
  readonly test: Tested['test'] | null;
  /** Between which values the true difference lies, second minus first. Without a claim it includes 0. */
  readonly between: Interval | null;
};

/** From where to where a difference may go. */
type Interval = {readonly low: number; readonly high: number};

/** Two shares to be told apart: by how much the second is larger. */
export type Pair = readonly [Share, Share];

/**
 * Judges all comparisons of one screen as a family, by Holm's method: if nothing differs, at most one screen of twenty
 * claims anything. `among` is how many comparisons they were chosen from.
 */
export function judgeFamily(pairs: readonly Pair[], among = pairs.length): readonly Verdict[] {
  const tests = pairs.map(([one, other]) => testShares(one, other));
  const missing = tests.filter(each => each === undefined).length;
  const surestFirst = [...tests.entries()]
    .flatMap(([at, tested]) => (tested === undefined ? [] : [{at, tested}]))
    .sort((one, other) => one.tested.p - other.tested.p);
  const verdicts: Verdict[] = pairs.map(() => nothing);
  let [left, corrected, isClaiming] = [Math.max(1, among - missing), 0, true];
  for (const {at, tested} of surestFirst) {
    corrected = Math.max(corrected, Math.min(1, tested.p * left));
    const between = intervalOf(pairs[at] as Pair, deviationOf(LEVEL / left));
    isClaiming = isClaiming && isBelow(corrected, LEVEL) && (between.low > 0 || between.high < 0);
    verdicts[at] = verdictOf(tested, {left, corrected, isClaiming, between});
    if (isClaiming) left = Math.max(1, left - 1);
  }
  return verdicts;
}

/** How often a screen may claim something although nothing differs. */
const LEVEL = 0.05;

const nothing: Verdict = {told: 'nothing', p: null, corrected: null, test: null, between: null};

type StepOfFamily = {
  readonly left: number;
  readonly corrected: number;
  readonly isClaiming: boolean;
  readonly between: Interval;
};

function verdictOf({p, least, test}: Tested, {left, corrected, isClaiming, between}: StepOfFamily): Verdict {
  if (isClaiming) return {told: 'differs', p, corrected, test, between};
  if (!isBelow(least, LEVEL / left)) return {told: 'too few', p, corrected, test, between: null};
  return {
    told: 'may be chance',
    p,
    corrected,
    test,
    between: {low: Math.min(0, between.low), high: Math.max(0, between.high)},
  };
}

/** Newcombe's interval for the difference of two shares, which also holds for few people and for shares near 0. */
function intervalOf([one, other]: Pair, z: number): Interval {
  const [first, second] = [wilson(one, z), wilson(other, z)];
  const difference = second.rate - first.rate;
  return {
    low: difference - Math.hypot(second.rate - second.low, first.high - first.rate),
    high: difference + Math.hypot(second.high - second.rate, first.rate - first.low),
  };
}

/** Wilson's interval of one share. */
function wilson({part, whole}: Share, z: number): {readonly rate: number; readonly low: number; readonly high: number} {
  const rate = part / whole;
  const [middle, scale] = [rate + (z * z) / (2 * whole), 1 + (z * z) / whole];
  const reach = z * Math.sqrt((rate * (1 - rate) + (z * z) / (4 * whole)) / whole);
  return {rate, low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale)};
}
