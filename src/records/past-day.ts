import {UsageError} from '../errors.js';
import {parseTyped} from './moment.js';
import {countOf, dayInWords, readDay, waysToWrite} from './spoken-day.js';

/** A stretch of days: the midnight of its first day, and the midnight after its last. */
export type Days = {readonly from: number; readonly until: number};

/**
Reads a day, a month or a year that is over or under way, as people say it: `yesterday`, `last monday`, `3 weeks ago`, `march`,
`2026-03`. A date without a year is the latest such day. Midnights are in milliseconds on a clock in UTC.
*/
export function readPastDays(text: string, today: number): Days {
  const said = text.trim().toLowerCase().replace(/,/g, ' ').replace(/\s+/g, ' ');
  if (said === '') throw new UsageError('The day is blank.', {hint: `Say one like ${waysToSayDays}.`});
  const typed = /^\d{4}-\d{2}/.test(said) ? parseTyped(said, undefined)?.shown : undefined;
  if (typed) return {from: startOfDay(typed.from / 1000), until: startOfDay(typed.until / 1000 - 1) + day};
  return calendarDays(said, today) ?? aDay(dayBefore(said, today) ?? onPastDate(text, said, today));
}

/** How days that are over may be said, for help and the hint of an error. */
const waysToSayDays = '"yesterday", "last monday", "2 weeks ago", "1 May", 2026-05-01, 2026-05 or "this year"';

const day = 86_400_000;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

const aDay = (from: number): Days => ({from, until: from + day});

const startOfDay = (at: number): number => Math.floor(at / day) * day;

/** Months and years, named or counted from this one. A week begins on Monday. */
function calendarDays(said: string, today: number): Days | undefined {
  const [year, month] = [new Date(today).getUTCFullYear(), new Date(today).getUTCMonth()];
  const [, which, unit] = /^(this|last) (week|month|year)$/.exec(said) ?? [];
  const back = which === 'last' ? 1 : 0;
  if (unit === 'week') {
    const monday = today - (((new Date(today).getUTCDay() + 6) % 7) + 7 * back) * day;
    return {from: monday, until: monday + 7 * day};
  }
  if (unit === 'month') return monthOf(year, month - back);
  if (unit === 'year') return yearOf(year - back);
  if (/^\d{4}$/.test(said)) return yearOf(Number(said));
  const [, name = '', named] = /^([a-z]+)\.?(?: (\d{4}))?$/.exec(said) ?? [];
  const index = name.length < 3 ? -1 : months.findIndex(each => each.startsWith(name));
  if (index < 0) return undefined;
  return monthOf(named === undefined ? year - (index > month ? 1 : 0) : Number(named), index);
}

const monthOf = (year: number, month: number): Days => ({
  from: Date.UTC(year, month, 1),
  until: Date.UTC(year, month + 1, 1),
});

const yearOf = (year: number): Days => ({from: Date.UTC(year, 0, 1), until: Date.UTC(year + 1, 0, 1)});

/** A day said by how long ago it was. */
function dayBefore(said: string, today: number): number | undefined {
  if (said === 'today' || said === 'now') return today;
  if (said === 'yesterday') return today - day;
  const [, count, unit] = /^(an?|one|\d{1,4}) (day|week|month|year)s? ago$/.exec(said) ?? [];
  if (unit === 'day' || unit === 'week') return today - countOf(count) * (unit === 'week' ? 7 : 1) * day;
  if (unit !== undefined) return monthsBefore(today, countOf(count) * (unit === 'year' ? 12 : 1));
  const [, last, name = ''] = /^(last )?([a-z]{3,})\.?$/.exec(said) ?? [];
  const weekday = weekdays.findIndex(each => name !== '' && each.startsWith(name));
  if (weekday < 0) return undefined;
  const back = (new Date(today).getUTCDay() - weekday + 7) % 7;
  if (back > 0) return today - back * day;
  if (last !== undefined) return today - 7 * day;
  throw new UsageError(`"${said}" may be ${dayInWords(today)} or ${dayInWords(today - 7 * day)}.`, {
    hint: `Write "today" or "last ${weekdays[weekday]}".`,
  });
}

/** The same day of an earlier month, or its last day where that month is shorter. */
function monthsBefore(today: number, count: number): number {
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - count];
  return Date.UTC(year, month, Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate()));
}

/** A date on the calendar. Read from a year ago on, one without a year is the latest. */
function onPastDate(text: string, said: string, today: number): number {
  try {
    if (!ahead.test(said)) return readDay(said, monthsBefore(today, 12) + day);
  } catch (error) {
    if (!(error instanceof UsageError) || error.hint?.includes(waysToWrite) !== true) throw error;
    throw new UsageError(error.message, {hint: `Say it like ${waysToSayDays}.`});
  }
  throw new UsageError(`"${text}" is a day to come.`, {hint: `Say a day that is over, like ${waysToSayDays}.`});
}

const ahead = /^(?:tomorrow|day after tomorrow|(?:next|coming|this) .*|in .*)$/;
