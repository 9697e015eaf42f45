import {number} from '../words/sentence.js';
import {monthInWords} from './months.js';
import type {Report} from './report.schema.js';

/** The months of a report, and their clock. */
export const spanInWords = ({since, until, time_zone}: Pick<Report, 'since' | 'until' | 'time_zone'>): string =>
  `${since === until ? '' : `${monthInWords(since)} to `}${monthInWords(until)} (${zoneInWords(time_zone)})`;

/** The clock of the months. */
export const zoneInWords = (zone: string | null): string =>
  zone ?? "UTC, since emk does not know the account's time zone";

export const countInWords = (count: number | null): string => (count === null ? 'n/a' : number(count));

export const groupInWords = (name: string | null): string => name ?? 'Everything';

/** How many of today's people joined in the months of a report. */
export const joinedWithin = ({contacts}: Pick<Report, 'contacts'>): number =>
  contacts.months.reduce((sum, {joined}) => sum + joined, 0);

/** How many people unsubscribed in the months of a report. */
export const unsubscribedWithin = ({unsubscribes}: Pick<Report, 'unsubscribes'>): number =>
  unsubscribes.months.reduce((sum, {unsubscribed}) => sum + unsubscribed, 0);
