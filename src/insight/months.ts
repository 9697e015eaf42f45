import type {Context} from '../change/context.js';
import {UsageError} from '../core/errors.js';
import {monthNames} from '../core/words/calendar.js';
import {inZone, type Zones} from '../records/dates/clock.js';
import {fromDayInWords, readPastDays} from '../records/dates/when.js';

/** The clock for the account's moments. */
export type Clock = {
  readonly zones: Zones;
  /** The account's zone, or UTC: with the machine's, the same line would find other months elsewhere. */
  readonly zone: string;
  /** The real time. */
  readonly now: Date;
  /** The time on that clock, in milliseconds. */
  readonly shown: number;
};

export function clockOf({host, ...context}: Pick<Context, 'host' | 'zones'>): Clock {
  const [zones, now] = [context.zones(), host.now()];
  const zone = zones.service ?? 'UTC';
  return {zones, zone, now, shown: inZone(now.getTime(), zone).getTime()};
}

/** The clock of the months, in words. */
export const zoneInWords = (zone: string | null): string =>
  zone ?? "UTC, since emk does not know the account's time zone";

/** A calendar month such as `2026-03`; months compare like texts. */
export type Month = string;

export function monthsFrom(first: Month, last: Month): readonly Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = shifted(month, 1)) months.push(month);
  return months;
}

/** The month this many months after or before another. */
function shifted(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toMonth(Date.UTC(year, number - 1 + by, 1));
}

export const toMonth = (shown: number): Month => new Date(shown).toISOString().slice(0, 7);

/** `March 2026` */
export const monthInWords = (month: Month): string => `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** `Mar` */
export const shortMonth = (month: Month): string => (monthNames[Number(month.slice(5, 7)) - 1] ?? '').slice(0, 3);

/** The first month of a report: the month of the given day, with a notice, or a year ago, counting this month. */
export function firstMonth(since: string | undefined, clock: Clock, notice: (sentence: string) => void): Month {
  const now = toMonth(clock.shown);
  if (since === undefined) return shifted(now, -11);
  const {from} = readPastDays(since, clock.shown);
  if (from > clock.shown) {
    throw new UsageError(`--since ${since} is still to come.`, {hint: 'Give this month or an earlier one.'});
  }
  const first = toMonth(from);
  const start = Date.parse(`${first}-01T00:00:00Z`);
  const zone = zoneInWords(clock.zones.service ?? null);
  notice(`--since "${since}" means ${fromDayInWords({from: start, until: start}, zone)}.`);
  return first;
}

/** The month of a timestamp on a clock; undefined for anything else. */
export const monthOf = (timestamp: unknown, zone: string): Month | undefined =>
  typeof timestamp === 'string' && inUtc.test(timestamp)
    ? toMonth(inZone(Date.parse(timestamp), zone).getTime())
    : undefined;

const inUtc = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-\d{2}T\d{2}:\d{2}:\d{2}/;
