import type {Context} from '../commands/command.js';
import {UsageError} from '../core/errors.js';
import {monthNames} from '../core/words/calendar.js';
import {fromZone, inZone, type Zones} from '../records/dates/clock.js';
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

/** The account's clock now. */
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
  if (first < shifted(now, -MOST_MONTHS)) {
    throw new UsageError(`--since ${since} is more than ${MOST_MONTHS / 12} years ago.`, {
      hint: `Give ${shifted(now, -MOST_MONTHS)} or a later month.`,
    });
  }
  const start = Date.parse(`${first}-01T00:00:00Z`);
  const zone = zoneInWords(clock.zones.service ?? null);
  notice(`--since "${since}" means ${fromDayInWords({from: start, until: start}, zone)}.`);
  return first;
}

const MOST_MONTHS = 20 * 12;

/** Returns a function for the month of a timestamp in a zone, which converts only the ends of each month. */
export function createMonthOf(zone: string | undefined): (timestamp: unknown) => Month | undefined {
  const startOf = (month: Month): string =>
    new Date(fromZone(Date.parse(`${month}-01T00:00:00Z`), zone)).toISOString().slice(0, 19);
  const boundsOf = (month: Month) => {
    const [before, after] = [shifted(month, -1), shifted(month, 1)];
    return {before, after, start: startOf(month), end: startOf(after)};
  };
  const known = new Map<Month, ReturnType<typeof boundsOf>>();
  return timestamp => {
    if (typeof timestamp !== 'string' || !inUtc.test(timestamp)) return undefined;
    const month = timestamp.slice(0, 7);
    const second = timestamp.slice(0, 19);
    const bounds = known.get(month) ?? boundsOf(month);
    known.set(month, bounds);
    return second < bounds.start ? bounds.before : second < bounds.end ? month : bounds.after;
  };
}

const inUtc = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-\d{2}T\d{2}:\d{2}:\d{2}/;
