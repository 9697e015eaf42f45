import {number} from '../words/count.js';
import {monthInWords} from './months.js';
import type {Extremes, Report, Sent, SentSends} from './report.schema.js';

/** The months of a report, and their clock. */
export const spanInWords = ({since, until, time_zone}: Pick<Report, 'since' | 'until' | 'time_zone'>): string =>
  `${since === until ? '' : `${monthInWords(since)} to `}${monthInWords(until)} (${zoneInWords(time_zone)})`;

/** The clock of the months. */
export const zoneInWords = (zone: string | null): string =>
  zone ?? "UTC, since emk does not know the account's time zone";

export const countInWords = (count: number | null): string => (count === null ? 'n/a' : number(count));

export const groupInWords = (name: string | null): string => name ?? 'Everything';

/** The mailings with the highest and lowest open rates; undefined if all are equal. */
export function extremesOf({
  list,
  best_and_worst: extremes,
}: SentSends): {readonly best: Sent; readonly worst: Sent; readonly difference: string} | undefined {
  const [best, worst] = [extremes?.best, extremes?.worst].map(utr => list.find(send => send.utr === utr));
  return extremes && best && worst ? {best, worst, difference: differences[extremes.difference]} : undefined;
}

/** Whether the difference may be coincidence, in a sentence. */
const differences: Readonly<Record<Extremes['difference'], string>> = {
  differs: 'The difference is unlikely to be coincidence.',
  'may be chance': 'The difference could be coincidence.',
  'too few': 'The difference could be coincidence: too few mails to say.',
  nothing: 'Their numbers cannot be compared.',
};

/** How many of today's people joined in the months of a report. */
export const joinedWithin = ({people}: Pick<Report, 'people'>): number =>
  people.months.reduce((sum, {joined}) => sum + joined, 0);

/** How many people unsubscribed in the months of a report. */
export const unsubscribedWithin = ({unsubscribes}: Pick<Report, 'unsubscribes'>): number =>
  unsubscribes.months.reduce((sum, {unsubscribed}) => sum + unsubscribed, 0);
