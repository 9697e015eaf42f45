import {UsageError} from '../errors.js';
import {closest} from './closest.js';

/**
Reads a day as people write it: `tomorrow`, `next monday`, `22.11.2026`, `22 November`. Days are given as their midnight, in
milliseconds on a clock in UTC. A text that two people would read differently is refused with both readings.
*/
export function readDay(text: string, today: number): number {
  const near = nearDays.get(text);
  if (near !== undefined) return today + near * day;
  const ahead = /^in (an?|one|\d{1,3}) (day|week)s?$/.exec(text);
  if (ahead) return today + countOf(ahead[1]) * (ahead[2] === 'week' ? 7 : 1) * day;
  const [first = '', ...others] = text.split(' ');
  if (qualifiers.includes(first) && others.length === 1) {
    return onWeekday(weekdayOf(others[0] ?? ''), {qualifier: first, text, today});
  }
  const weekday = indexOf(weekdays, first);
  if (weekday === undefined) return onDate(text, today);
  if (others.length === 0) return onWeekday(weekday, {qualifier: '', text, today});
  return agreeing(onDate(others.join(' '), today), weekday);
}

/** A day as sentences say it: `Monday 23 November 2026`. */
export const dayInWords = (day: number): string => `${weekdays[new Date(day).getUTCDay()]} ${dateInWords(day)}`;

/** `an`, `one` and digits as a number. */
export const countOf = (word = ''): number => (/^\d+$/.test(word) ? Number(word) : 1);

/** How a moment may be written, for the hint of an error. */
export const waysToWrite = 'Write it like "2030-05-01 09:30", "tomorrow 9am", "friday 18:30" or "1 May 2030 9:00".';

const day = 86_400_000;
const nearDays = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['day after tomorrow', 2],
]);
const qualifiers = ['this', 'next', 'coming'];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** Names may be cut after three letters: `nov`, `sept`, `thurs`. */
function indexOf(names: readonly string[], word: string): number | undefined {
  const plain = word.replace(/\.$/, '');
  const index = plain.length < 3 ? -1 : names.findIndex(name => name.toLowerCase().startsWith(plain));
  return index < 0 ? undefined : index;
}

const weekdayOf = (word: string): number => indexOf(weekdays, word) ?? refuse(notUnderstood(word));

type Said = {readonly qualifier: string; readonly text: string; readonly today: number};

function onWeekday(weekday: number, {qualifier, text, today}: Said): number {
  const now = new Date(today).getUTCDay();
  const coming = today + (((weekday - now + 6) % 7) + 1) * day;
  if (qualifier === 'this' && weekday === now) return today;
  if (qualifier !== 'next') {
    if (weekday !== now) return coming;
    throw eitherDay(text, today, coming);
  }
  // Some mean the coming one, others that of the next week from Monday to Sunday.
  const monday = today - ((now + 6) % 7) * day;
  const inNextWeek = monday + (7 + ((weekday + 6) % 7)) * day;
  if (coming === inNextWeek) return coming;
  throw eitherDay(text, coming, inNextWeek);
}

const eitherDay = (text: string, one: number, other: number): UsageError =>
  new UsageError(`"${text}" may be ${dayInWords(one)} or ${dayInWords(other)}.`, {
    hint: `Write "${dateInWords(one)}" or "${dateInWords(other)}".`,
  });

function agreeing(date: number, weekday: number): number {
  if (new Date(date).getUTCDay() === weekday) return date;
  throw new UsageError(`${dateInWords(date)} is not a ${weekdays[weekday]}.`, {
    hint: `It is a ${weekdays[new Date(date).getUTCDay()]}. Leave the weekday out, or correct the date.`,
  });
}

function onDate(text: string, today: number): number {
  const [, year, month, dayOfMonth] = /^(\d{4})([-/.]\d{1,2})([-/.]\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return calendarDay(year, digits(month), digits(dayOfMonth), today);
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?$/.exec(text);
  if (dotted) return calendarDay(dotted[3], Number(dotted[2]), Number(dotted[1]), today);
  const slashed = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}))?$/.exec(text);
  if (slashed) return inEitherOrder(slashed, today);
  const named =
    /^(?<date>\d{1,2})(?:st|nd|rd|th|\.)? (?<month>[a-z]+\.?)(?: (?<year>\d{4}))?$/.exec(text) ??
    /^(?<month>[a-z]+\.?) (?<date>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/.exec(text);
  const name = indexOf(months, named?.groups?.['month'] ?? '');
  if (named?.groups && name !== undefined) {
    return calendarDay(named.groups['year'], name + 1, Number(named.groups['date']), today);
  }
  throw notUnderstood(text);
}

/** Without a year it is the next such day. The thirtieth of February would silently become the second of March. */
function calendarDay(yearText: string | undefined, month: number, date: number, today: number): number {
  if (month < 1 || month > 12) {
    throw new UsageError(`There is no month ${month}.`, {hint: waysToWrite});
  }
  const thisYear = new Date(today).getUTCFullYear();
  const year =
    yearText === undefined ? thisYear + (Date.UTC(thisYear, month - 1, date) < today ? 1 : 0) : Number(yearText);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (date >= 1 && date <= length) return Date.UTC(year, month - 1, date);
  throw new UsageError(`There is no ${date} ${months[month - 1]} ${year}: that month has ${length} days.`, {
    hint: waysToWrite,
  });
}

/** `03/04` is the third of April in one half of the world, and the fourth of March in the other. */
function inEitherOrder([text, one, other, year]: RegExpExecArray, today: number): number {
  const [first, second] = [Number(one), Number(other)];
  if (second > 12) return calendarDay(year, first, second, today);
  if (first > 12 || first === second) return calendarDay(year, second, first, today);
  const [european, american] = [calendarDay(year, second, first, today), calendarDay(year, first, second, today)];
  throw eitherDay(text, european, american);
}

const dateInWords = (day: number): string => {
  const date = new Date(day);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};

const digits = (part = ''): number => Number(part.slice(1));

function notUnderstood(text: string): UsageError {
  if (text === '') return new UsageError('The moment has a time of day, but no day.', {hint: waysToWrite});
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/.test(text)) {
    return new UsageError(`"${text}" has a year of two digits.`, {hint: 'Write all four: 22.11.2026.'});
  }
  const meant = closest(text, [...nearDays.keys(), ...weekdays.map(name => name.toLowerCase())]);
  return new UsageError(`"${text}" is not a day that emk understands.`, {
    hint: `${meant === undefined ? '' : `Did you mean "${meant}"? `}${waysToWrite}`,
  });
}

function refuse(error: Error): never {
  throw error;
}
