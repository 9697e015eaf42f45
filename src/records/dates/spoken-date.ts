import {UsageError} from '../../errors.js';
import {dateInWords, eitherDay, months, notUnderstood, type ReadingDay} from './spoken-words.js';

/**
Reads a date of the calendar: `22.11.2026`, `2026-11-22`, `22 November`, `Nov 22nd, 2026`. Where the year is left out, the
leaning says which way to look for it. Dates are given as their midnight, in milliseconds on a clock in UTC.
*/
export function readDate(text: string, on: ReadingDay): number {
  const [, year, month, date] = /^(\d{4})([-/.]\d{1,2})([-/.]\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return calendarDay({text, year, month: digits(month), date: digits(date)}, on);
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?$/.exec(text);
  if (dotted) return calendarDay({text, year: dotted[3], month: Number(dotted[2]), date: Number(dotted[1])}, on);
  const slashed = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}))?$/.exec(text);
  if (slashed) return inEitherOrder(slashed, on);
  const named =
    /^(?<date>\d{1,2})(?:st|nd|rd|th|\.)? (?<month>[a-z]+\.?)(?: (?<year>\d{4}))?$/.exec(text) ??
    /^(?<month>[a-z]+\.?) (?<date>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/.exec(text);
  const index = monthIndex(named?.groups?.['month'] ?? '');
  if (named?.groups && index !== undefined) {
    return calendarDay({text, year: named.groups['year'], month: index + 1, date: Number(named.groups['date'])}, on);
  }
  throw notUnderstood(text, on);
}

/** The place of a month in the year; its name may be cut after three letters: `nov`, `sept`. */
export function monthIndex(word: string): number | undefined {
  const plain = word.replace(/\.$/, '');
  const index = plain.length < 3 ? -1 : months.findIndex(name => name.toLowerCase().startsWith(plain));
  return index < 0 ? undefined : index;
}

/** The number of a year. Years of the first millennium would silently become others. */
export function yearOf(text: string, ways: string): number {
  if (Number(text) >= 1000) return Number(text);
  throw new UsageError(`emk does not know the year ${text}.`, {hint: ways});
}

type Calendar = {
  readonly text: string;
  readonly year: string | undefined;
  readonly month: number;
  readonly date: number;
};

function calendarDay(said: Calendar, on: ReadingDay): number {
  const {text, year, month, date} = said;
  const {today, leaning, ways} = on;
  if (month < 1 || month > 12) throw new UsageError(`There is no month ${month}.`, {hint: ways});
  if (year !== undefined) return dayOfYear(yearOf(year, ways), month, date, ways);
  const thisYear = new Date(today).getUTCFullYear();
  const inThisYear = Date.UTC(thisYear, month - 1, date);
  const latest = (): number => dayOfYear(thisYear - (inThisYear > today ? 1 : 0), month, date, ways);
  const next = (): number => dayOfYear(thisYear + (inThisYear < today ? 1 : 0), month, date, ways);
  if (leaning !== 'either') return leaning === 'past' ? latest() : next();
  if (inThisYear === today) return today;
  throw eitherDay(text, latest(), next());
}

/** The thirtieth of February would silently become the second of March. */
function dayOfYear(year: number, month: number, date: number, ways: string): number {
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (date >= 1 && date <= length) return Date.UTC(year, month - 1, date);
  throw new UsageError(`There is no ${date} ${months[month - 1]} ${year}: that month has ${length} days.`, {
    hint: ways,
  });
}

/** `03/04` is the third of April in one half of the world, and the fourth of March in the other. */
function inEitherOrder([text, one, other, year]: RegExpExecArray, on: ReadingDay): number {
  const [first, second] = [Number(one), Number(other)];
  const day = (month: number, date: number): number => calendarDay({text, year, month, date}, on);
  if (second > 12) return day(first, second);
  if (first > 12 || first === second) return day(second, first);
  if (year === undefined && on.leaning === 'either') {
    throw new UsageError(`"${text}" may be ${first} ${months[second - 1]} or ${second} ${months[first - 1]}.`, {
      hint: `Write the month by its name, and the year: "${dateInWords(dayOfYear(new Date(on.today).getUTCFullYear(), second, first, on.ways))}".`,
    });
  }
  throw eitherDay(text, day(second, first), day(first, second));
}

const digits = (part = ''): number => Number(part.slice(1));
