import {type Counter, type Counters, counters} from './counters.js';

/** Shares of mailings: 0.25 is a quarter, and null is a share of nothing. */
type Rates = {readonly [name in Rate]: number | null};

export type Rate = (typeof rates)[number];

export const rates = ['delivered_rate', 'open_rate', 'bounce_rate', 'unsubscribe_rate'] as const;

/** The part and the whole of each rate. Opens count once per person: somebody who opens twice is still one reader. */
export const partsOf: Readonly<Record<Rate, {readonly part: Counter; readonly whole: Counter}>> = {
  delivered_rate: {part: 'delivered', whole: 'triggered'},
  open_rate: {part: 'unique_opens', whole: 'delivered'},
  bounce_rate: {part: 'bounces', whole: 'triggered'},
  unsubscribe_rate: {part: 'unsubscribes', whole: 'delivered'},
};

/**
 * The rates of one or several mailings together: parts and wholes are summed first, because an average of rates would
 * count a mailing to ten people as much as one to a million. A mailing that lacks one of the two counts for neither.
 */
export const ratesOf = (...mailings: readonly Counters[]): Rates =>
  Object.fromEntries(rates.map(rate => [rate, shareOf(rate, mailings)])) as Rates;

/** The sums of the counters; undefined if no mailing has the counter. */
export const sumOf = (mailings: readonly Counters[]): Counters =>
  Object.fromEntries(counters.map(counter => [counter, sum(mailings.map(each => each[counter]))])) as Counters;

function shareOf(rate: Rate, mailings: readonly Counters[]): number | null {
  const {part, whole} = partsOf[rate];
  const known = mailings.filter(each => each[part] !== undefined && each[whole] !== undefined);
  const all = sum(known.map(each => each[whole]));
  return all ? (sum(known.map(each => each[part])) ?? 0) / all : null;
}

const sum = (numbers: ReadonlyArray<number | undefined>): number | undefined =>
  numbers.reduce((total, number) => (number === undefined ? total : (total ?? 0) + number), undefined);
