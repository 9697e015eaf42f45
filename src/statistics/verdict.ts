/** A part of a whole, as counted: 12 of 40 opened it. */
export type Share = {readonly part: number; readonly whole: number};

export type Verdict = 'differs' | 'may be chance' | 'too few';

/**
 * Whether chance explains the difference of two shares; null if they cannot be compared. A z-test, held to 5% for all
 * comparisons of a screen together: more comparisons find more by chance. Where fewer than ten people are expected in
 * some cell, the test says nothing.
 */
export function verdictOn(one: Share, other: Share, comparisons: number): Verdict | null {
  if (![one, other].every(({part, whole}) => whole > 0 && part >= 0 && part <= whole)) return null;
  const [parts, wholes] = [one.part + other.part, one.whole + other.whole];
  const leastExpected = (Math.min(parts, wholes - parts) * Math.min(one.whole, other.whole)) / wholes;
  if (leastExpected < 10) return 'too few';
  const pooled = parts / wholes;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.whole + 1 / other.whole));
  // People are counted whole: without this step, more than one of twenty equal pairs seem different.
  const step = (1 / one.whole + 1 / other.whole) / 2;
  const z = Math.max(0, Math.abs(one.part / one.whole - other.part / other.whole) - step) / error;
  // Never below the true tail of the normal distribution, and close to it where it decides.
  const p = Math.min(1, (Math.sqrt(2 / Math.PI) * Math.exp((-z * z) / 2)) / z);
  return p * comparisons < 0.05 ? 'differs' : 'may be chance';
}
