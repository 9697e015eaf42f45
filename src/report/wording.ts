import {differenceInWords} from '../statistics/comparison.js';
import {counted, number} from '../words/sentence.js';
import {ENOUGH} from './mailing-figures.js';
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

/** The mailings with the highest and lowest open rates, and what their difference says; undefined if there are none. */
export function extremesOf({
  list,
  best_and_worst: extremes,
}: SentSends): {readonly best: Sent; readonly worst: Sent; readonly difference: string} | undefined {
  const [best, worst] = [extremes?.best, extremes?.worst].map(utr => list.find(send => send.utr === utr));
  if (!extremes || !best || !worst) return undefined;
  const points = differenceInWords((best.open_rate ?? 0) - (worst.open_rate ?? 0), extremes);
  const says = [`The difference is ${points}. ${chances[extremes.difference]}`, ...extremes.unlike];
  return {best, worst, difference: says.join(' ').replace('{among}', counted(extremes.among, 'mailing'))};
}

/** Why a report of several mailings names none as opened most, in a sentence; none if it does. */
export const noExtremes = ({list, best_and_worst: extremes}: SentSends): readonly string[] =>
  extremes !== null || list.length < 2
    ? []
    : [
        `No mailing is named as most opened: that takes two with ${ENOUGH} mails or more, possible numbers and different rates.`,
      ];

/** Whether the difference may be coincidence, in a sentence. */
const chances: Readonly<Record<Extremes['difference'], string>> = {
  differs: 'As the largest among {among}, it is unlikely to be coincidence.',
  'may be chance': 'As the largest among {among}, it could be coincidence.',
  'too few': 'It could be coincidence: too few mails to say.',
  nothing: 'Their numbers cannot be compared.',
};

/** How many of today's people joined in the months of a report. */
export const joinedWithin = ({people}: Pick<Report, 'people'>): number =>
  people.months.reduce((sum, {joined}) => sum + joined, 0);

/** How many people unsubscribed in the months of a report. */
export const unsubscribedWithin = ({unsubscribes}: Pick<Report, 'unsubscribes'>): number =>
  unsubscribes.months.reduce((sum, {unsubscribed}) => sum + unsubscribed, 0);
