import type {Loose} from '../api/describe/schema.js';
import {inPercent} from '../records/fields/percent.js';
import {compareShares, type Share, type Verdict} from './chance.js';
import {type Counter, counters, partsOf, type Rate, rates} from './counters.js';

/** A counter or rate of several mailings side by side. */
export type Compared = {
  readonly measure: Counter | Rate;
  readonly values: readonly (number | null)[];
  /** Every later mailing compared with the first. */
  readonly others: readonly Against[];
};

export type Against = {
  readonly difference: number | null;
  /** Only for rates: larger counts prove nothing, because more mail may have been sent. */
  readonly verdict: Verdict | undefined;
};

/** Compares mailings side by side. More comparisons find more by chance, so the level is divided by their number. */
export function compareMailings(records: readonly Loose[]): readonly Compared[] {
  const level = 0.05 / Math.max(1, records.length - 1);
  const [first = {}, ...others] = records;
  return [...counters, ...rates].map(measure => ({
    measure,
    values: records.map(record => numberIn(record, measure)),
    others: others.map(other => ({
      difference: difference(numberIn(first, measure), numberIn(other, measure)),
      verdict: isRate(measure) ? compareShares(shareOf(first, measure), shareOf(other, measure), level) : undefined,
    })),
  }));
}

/** What a verdict means, in a sentence. */
export function verdictInWords(verdict: Verdict, difference: number | null): string {
  if (verdict.told === 'nothing') return 'There are no rates to compare.';
  if (difference === 0) return 'They are the same.';
  const {told, p} = verdict;
  if (told === 'too few') return 'Too few people to say: with numbers this small, any difference could be coincidence.';
  return told === 'differs'
    ? `That is unlikely to be coincidence: by chance alone it would happen in ${inPercent(p)} of cases.`
    : `That could be coincidence: by chance alone it would happen in ${inPercent(p)} of cases.`;
}

export const isRate = (measure: string): measure is Rate => (rates as readonly string[]).includes(measure);

const numberIn = (record: Loose, measure: string): number | null =>
  typeof record[measure] === 'number' ? record[measure] : null;

const difference = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : other - one;

function shareOf(record: Loose, rate: Rate): Share {
  const {part, whole} = partsOf[rate];
  return {part: numberIn(record, part) ?? -1, whole: numberIn(record, whole) ?? 0};
}
