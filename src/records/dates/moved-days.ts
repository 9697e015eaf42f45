import {DAY} from '../../words/calendar.js';

/** The days of the old and the new mailing, as midnights in UTC. */
export type Move = {readonly from: number; readonly to: number};

/** A day in a text, and the day that it becomes. */
export type MovedDay = {readonly from: Date; readonly to: Date};

/** Moves a date that is within two months of the old mailing. Without a year, the nearest such date is meant. */
export function dayLater({from, to}: Move, year: string | undefined, month: number, day = ''): MovedDay | undefined {
  const around = new Date(from).getUTCFullYear();
  const years = year === undefined ? [around - 1, around, around + 1] : [Number(year) + (year.length === 2 ? 2000 : 0)];
  const dates = years.map(each => new Date(Date.UTC(each, month, Number(day))));
  const near = dates.find(date => date.getUTCMonth() === month && Math.abs(date.getTime() - from) <= NEAR);
  return near && {from: near, to: new Date(near.getTime() + to - from)};
}

/** Moves a month by as many months as the mailing moves. */
export function monthLater({from, to}: Move, year: string | undefined, month: number): Date | undefined {
  const [old, now] = [new Date(from), new Date(to)];
  const first = year === undefined ? old.getUTCFullYear() : Number(year);
  const away = (first - old.getUTCFullYear()) * 12 + month - old.getUTCMonth();
  const months = (now.getUTCFullYear() - old.getUTCFullYear()) * 12 + now.getUTCMonth() - old.getUTCMonth();
  return month > 11 || month < 0 || Math.abs(away) > 1 ? undefined : new Date(Date.UTC(first, month + months, 1));
}

/** Moves a week number as the mailing moves, if it is the old mailing's week or the one before or after. */
export function weekLater(
  {from, to}: Move,
  week: string | undefined,
  year: string | undefined,
  write: (now: Week) => string,
): string | undefined {
  for (const beside of [0, 1, -1]) {
    const old = weekOf(from + beside * 7 * DAY);
    if (old.week === Number(week) && (year === undefined || old.year === Number(year)))
      return write(weekOf(to + beside * 7 * DAY));
  }
  return undefined;
}

type Week = {readonly year: number; readonly week: number};

/** The ISO 8601 week of a day: the year and number of the week of its Thursday. */
function weekOf(day: number): Week {
  const thursday = new Date(day + (3 - ((new Date(day).getUTCDay() + 6) % 7)) * DAY);
  const year = thursday.getUTCFullYear();
  return {year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY / 7) + 1};
}

const NEAR = 62 * DAY;
