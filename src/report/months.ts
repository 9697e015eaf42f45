import {fromZone} from '../records/dates/clock.js';
import {monthNames} from '../words/months.js';

/** A calendar month such as `2026-03`; months compare like texts. */
export type Month = string;

export function monthsFrom(first: Month, last: Month): readonly Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = shifted(month, 1)) months.push(month);
  return months;
}

/** The month this many months after or before another. */
export function shifted(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return toMonth(Date.UTC(year, number - 1 + by, 1));
}

export const toMonth = (shown: number): Month => new Date(shown).toISOString().slice(0, 7);

/** `March 2026` */
export const monthInWords = (month: Month): string => `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** `Mar` */
export const shortMonth = (month: Month): string => (monthNames[Number(month.slice(5, 7)) - 1] ?? '').slice(0, 3);

/** `5 Mar` */
export const shortDay = (moment: string): string => `${Number(moment.slice(8, 10))} ${shortMonth(moment)}`;

/** Returns a function for the month of a timestamp in a zone, which converts only the ends of each month. */
export function createMonthOf(zone: string | undefined): (timestamp: unknown) => Month | undefined {
  const known = new Map<Month, Bounds>();
  const boundsOf = (month: Month): Bounds => {
    const [before, after] = [shifted(month, -1), shifted(month, 1)];
    const startOf = (some: Month): string =>
      new Date(fromZone(Date.parse(`${some}-01T00:00:00Z`), zone)).toISOString().slice(0, 19);
    const bounds = {before, after, start: startOf(month), end: startOf(after)};
    known.set(month, bounds);
    return bounds;
  };
  return timestamp => {
    if (typeof timestamp !== 'string' || !inUtc.test(timestamp)) return undefined;
    const month = timestamp.slice(0, 7);
    const second = timestamp.slice(0, 19);
    const {before, after, start, end} = known.get(month) ?? boundsOf(month);
    return second < start ? before : second < end ? month : after;
  };
}

/** A month's neighbours, and when it begins and ends in real time. */
type Bounds = {readonly before: Month; readonly after: Month; readonly start: string; readonly end: string};

const inUtc = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-\d{2}T\d{2}:\d{2}:\d{2}/;
