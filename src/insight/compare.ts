import type {Loose} from '../api/describe/schema.js';
import {UsageError} from '../core/errors.js';
import {andList, capital, plural} from '../core/words/sentence.js';
import {headOf} from '../records/fields/heads.js';
import {rateInWords} from '../records/fields/readable.js';
import {type MailingKind, partsOf, type Rate, rates, type StatsInput} from './counters.js';

/** Refuses `--compare` without two mailings, or with options that choose from a list. */
export function checkComparison({of: {noun}}: MailingKind, {utr = [], ...input}: StatsInput): void {
  if (utr.length < 2) {
    throw new UsageError(`--compare needs at least two ${noun.many}.`, {
      hint: 'Give their names or codes. emk compares each with the first.',
    });
  }
  const choosing = ['since', 'until', 'sort', 'where', 'limit', 'count'].filter(name => input[name] !== undefined);
  if (choosing.length === 0) return;
  throw new UsageError(`--compare cannot be used with ${choosing.map(name => `--${name}`).join(', ')}.`, {
    hint: '--compare shows the ones you name, in your order.',
  });
}

type Verdict = 'differs' | 'may be chance' | 'too few';

/** What chance has to do with each rate of a mailing against that of the first; null where one of them is n/a. */
type Against = {readonly [rate in Rate]: Verdict | null};

/** The same for every mailing but the first. Counts are not compared: larger ones prove nothing, where more was sent. */
export function againstFirst([first = {}, ...others]: readonly Loose[]): readonly (Against | null)[] {
  const comparisons = rates.length * others.length;
  const verdicts = others.map(other =>
    rates.map(rate => [rate, verdictOn(shareOf(first, rate), shareOf(other, rate), comparisons)] as const),
  );
  return [null, ...verdicts.map(each => Object.fromEntries(each) as Against)];
}

function shareOf(record: Loose, rate: Rate): Share {
  const {part, whole} = partsOf[rate];
  return {part: Number(record[part] ?? -1), whole: Number(record[whole] ?? 0)};
}

/** Which rates differ by more than chance explains, in one sentence. */
export function chanceInWords(records: readonly Loose[], label: string): string {
  const verdicts = againstFirst(records);
  const nameAt = (at: number): string => `"${String(records[at]?.[label])}"`;
  const valueAt = (at: number, rate: Rate): string => rateInWords((records[at]?.[rate] ?? null) as number | null);
  const differing = rates.flatMap(rate =>
    verdicts.flatMap((against, at) =>
      against?.[rate] === 'differs'
        ? [`the ${headOf(rate).toLowerCase()} of ${nameAt(at)} (${valueAt(at, rate)}, against ${valueAt(0, rate)})`]
        : [],
    ),
  );
  if (differing.length > 0) {
    const differ = plural(differing.length, 'differs', 'differ');
    return `${capital(andList(differing))} ${differ} from that of ${nameAt(0)} by more than chance explains; anything else may be chance.`;
  }
  const isTested = verdicts.some(against => Object.values(against ?? {}).includes('may be chance'));
  return isTested
    ? 'Chance alone may explain every difference of rates here.'
    : 'Too few people to say whether the rates differ: with numbers this small, any difference may be chance.';
}

/** A part of a whole, as counted: 12 of 40 opened it. */
type Share = {readonly part: number; readonly whole: number};

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
