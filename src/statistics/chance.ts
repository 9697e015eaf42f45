/** A part of a whole, as counted: 12 of 40 opened it. */
export type Share = {readonly part: number; readonly whole: number};

/** A test of two shares: `p` is how often chance alone causes such a difference, `least` the lowest possible p. */
export type Tested = {readonly p: number; readonly least: number; readonly test: 'z' | 'fisher'};

/**
 * Tests two shares, assuming that every mail is independent. It uses the pooled two-proportion z-test, corrected for
 * continuity, if that is valid; if fewer than ten are expected in some cell, Fisher's exact test counts every outcome instead. There is no
 * test where nothing was sent, or where the part is larger than the whole.
 */
export function testShares(one: Share, other: Share): Tested | undefined {
  if (![one, other].every(isShare)) return undefined;
  if (leastExpected(one, other) < 10) return {...fisherTest(one, other), test: 'fisher'};
  return {p: zTest(one, other), least: 0, test: 'z'};
}

/** How often chance alone makes all these shares differ as much, by the chi-squared test over all of them at once. */
export function testAll(shares: readonly Share[]): number {
  const [parts, wholes] = shares.reduce(([part, whole], each) => [part + each.part, whole + each.whole], [0, 0]);
  if (parts === 0 || parts === wholes) return 1;
  const rate = parts / wholes;
  const far = shares.reduce((sum, {part, whole}) => sum + (part - whole * rate) ** 2 / (whole * rate * (1 - rate)), 0);
  return chiSquaredTail(far, shares.length - 1);
}

/** The upper tail of the chi-squared distribution, a finite sum for whole degrees of freedom. */
function chiSquaredTail(x: number, degrees: number): number {
  const half = x / 2;
  const isOdd = degrees % 2 === 1;
  let sum = isOdd ? erfc(Math.sqrt(half)) : 0;
  let log = -half + (isOdd ? Math.log(half) / 2 - Math.log(Math.PI / 4) / 2 : 0);
  for (let at = isOdd ? 1.5 : 1; at <= degrees / 2; at++) {
    sum += Math.exp(log);
    log += Math.log(half / at);
  }
  return Math.min(1, sum);
}

/** The size that a normal deviation exceeds this often, in either direction. */
export function deviationOf(p: number): number {
  let [low, high] = [0, 40];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (erfc(middle / Math.SQRT2) > p) low = middle;
    else high = middle;
  }
  return low;
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
  // People are counted whole: without this correction, more than one of twenty equal pairs seem different.
  const step = (1 / one.whole + 1 / other.whole) / 2;
  const z = Math.max(0, Math.abs(one.part / one.whole - other.part / other.whole) - step) / error;
  return Math.min(1, erfc(z / Math.SQRT2));
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
export const isBelow = (p: number, level: number): boolean => p < level * (1 - rounding);

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
