/** A part of a whole, as counted: 12 of 40 opened it. */
export type Share = {readonly part: number; readonly whole: number};

/** Whether two shares differ by more than coincidence. `p` is how often chance alone causes such a difference. */
export type Verdict =
  | {readonly told: 'differs' | 'may be chance'; readonly p: number; readonly test: 'z' | 'fisher'}
  /** The numbers are so small that every outcome could be coincidence. */
  | {readonly told: 'too few'; readonly p: number; readonly test: 'fisher'}
  /** There are no shares: nothing was sent, or the part is larger than the whole. */
  | {readonly told: 'nothing'; readonly p: null; readonly test: null};

/**
 * Compares two shares, assuming that every mail is independent. It uses the pooled two-proportion z-test if that is
 * valid; if fewer than ten are expected in some cell, Fisher's exact test counts every outcome instead.
 */
export function compareShares(one: Share, other: Share, level = 0.05): Verdict {
  if (![one, other].every(isShare)) return {told: 'nothing', p: null, test: null};
  if (leastExpected(one, other) >= 10) {
    const p = zTest(one, other);
    return {told: isBelow(p, level) ? 'differs' : 'may be chance', p, test: 'z'};
  }
  const {p, least} = fisherTest(one, other);
  return {told: isBelow(p, level) ? 'differs' : isBelow(least, level) ? 'may be chance' : 'too few', p, test: 'fisher'};
}

const isShare = ({part, whole}: Share): boolean => whole > 0 && part >= 0 && part <= whole;

/** The smallest expected count in the four cells if both shares were the same. */
function leastExpected(one: Share, other: Share): number {
  const parts = one.part + other.part;
  const wholes = one.whole + other.whole;
  return (Math.min(parts, wholes - parts) * Math.min(one.whole, other.whole)) / wholes;
}

function zTest(one: Share, other: Share): number {
  const pooled = (one.part + other.part) / (one.whole + other.whole);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.whole + 1 / other.whole));
  const z = Math.abs(one.part / one.whole - other.part / other.whole) / error;
  return erfc(z / Math.SQRT2);
}

/** Two-sided: sums every outcome at most as likely as the observed one. `least` is the lowest possible p. */
function fisherTest(one: Share, other: Share): {readonly p: number; readonly least: number} {
  const parts = one.part + other.part;
  const from = Math.max(0, parts - other.whole);
  const until = Math.min(parts, one.whole);
  const logs = [0];
  for (let x = from; x < until; x++) {
    const ratio = ((parts - x) / (x + 1)) * ((one.whole - x) / (other.whole - parts + x + 1));
    logs.push((logs.at(-1) ?? 0) + Math.log(ratio));
  }
  const top = logs.reduce((most, log) => Math.max(most, log));
  const likely = logs.map(log => Math.exp(log - top));
  const total = likely.reduce((sum, each) => sum + each, 0);
  const asUnlikelyAs = (seen: number): number =>
    Math.min(1, likely.reduce((sum, each) => (each <= seen * (1 + rounding) ? sum + each : sum), 0) / total);
  const ends = Math.min(likely[0] ?? 1, likely.at(-1) ?? 1);
  return {p: asUnlikelyAs(likely[one.part - from] ?? 1), least: asUnlikelyAs(ends)};
}

/** A share of exactly the level must not lie below it in one order of two mailings, and above it in the other. */
const isBelow = (p: number, level: number): boolean => p < level * (1 - rounding);

/** Tolerance for equally likely outcomes, whose computed values may differ slightly. */
const rounding = 1e-7;

/** The complementary error function, by the Chebyshev fit of Numerical Recipes: correct to seven digits. */
function erfc(x: number): number {
  const t = 1 / (1 + x / 2);
  return t * Math.exp(-x * x + fit.reduceRight((sum, each) => sum * t + each, 0));
}

const fit = [
  ...[-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806],
  ...[0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277],
];
