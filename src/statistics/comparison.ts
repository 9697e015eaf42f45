import type {Loose} from '../api/describe/schema.js';
import {inPercent} from '../records/fields/percent.js';
import {plural} from '../words/sentence.js';
import type {Share} from './chance.js';
import {type Counter, counters, partsOf, type Rate, rates} from './counters.js';
import {judgeFamily, type Pair, type Verdict} from './family.js';

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

/** Compares mailings side by side. All rates of all of them are one family: more comparisons find more by chance. */
export function compareMailings(records: readonly Loose[]): readonly Compared[] {
  const [first = {}, ...others] = records;
  const pairs = rates.flatMap(rate => others.map((other): Pair => [shareOf(first, rate), shareOf(other, rate)]));
  const verdicts = judgeFamily(pairs);
  return [...counters, ...rates].map(measure => ({
    measure,
    values: records.map(record => numberIn(record, measure)),
    others: others.map((other, at) => ({
      difference: difference(numberIn(first, measure), numberIn(other, measure)),
      verdict: isRate(measure) ? verdicts[rates.indexOf(measure) * others.length + at] : undefined,
    })),
  }));
}

/** What a verdict means, in a sentence. `family` is how many comparisons the screen makes. */
export function verdictInWords(verdict: Verdict, difference: number | null, family: number): string {
  const {told, corrected} = verdict;
  if (told === 'nothing') return 'There are no rates to compare.';
  if (difference === 0) return 'They are the same.';
  if (told === 'too few') return 'Too few people to say: with numbers this small, any difference could be coincidence.';
  const size = differenceInWords(difference, verdict);
  const happens = plural(family, 'that happens', `one of ${family} comparisons looks like that`);
  return `${size}. That ${told === 'differs' ? 'is unlikely to' : 'could'} be coincidence: even where nothing differs, ${happens} ${oftenInWords(corrected ?? 0)}.`;
}

/** A difference of rates with its interval: `+1.2 points, between +0.1 and +2.3`. */
export const differenceInWords = (difference: number | null, {between}: Pick<Verdict, 'between'>): string =>
  `${inPoints(difference ?? 0)} points${between ? `, between ${inPoints(between.low)} and ${inPoints(between.high)}` : ''}`;

/** A difference of rates in points, because 5% more than 20% could mean 21% or 25%. Only no difference reads 0.0. */
export function inPoints(difference: number): string {
  const points = difference * 100;
  const text = points.toFixed(Math.abs(points) < 0.05 && Math.abs(points) >= 0.005 ? 2 : 1).replace(/^-(?=0\.0$)/, '');
  return Number(text) > 0 ? `+${text}` : text;
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

const oftenInWords = (share: number): string => (share > 0.9995 ? 'nearly always' : `in ${inPercent(share)} of cases`);
