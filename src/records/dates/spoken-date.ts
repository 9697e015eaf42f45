import {UsageError} from '../../errors.js';
import {daysIn} from '../../words/calendar.js';
import {monthNames} from '../../words/months.js';
import {dateInWords, eitherDay, indexOfName, notUnderstood, type ReadingDay} from './spoken-words.js';

/** Reads a calendar date: `22.11.2026`, `22 November`, `Nov 22nd, 2026`, as a midnight on a clock in UTC. */
export function readDate(text: string, on: ReadingDay): number {
  const [, year, month, date] = /^(\d{4})([-/.]\d{1,2})([-/.]\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return calendarDay({text, year, month: digits(month), date: digits(date)}, on);
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?$/.exec(text);
  if (dotted) return calendarDay({text, year: dotted[3], month: Number(dotted[2]), date: Number(dotted[1])}, on);
  const slashed = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{4}))?$/.exec(text);
  if (slashed) return inEitherOrder(slashed, on);
  const [, numbered] = /^(\d{1,2})(?:st|nd|rd|th|\.)$/.exec(text) ?? [];
  if (numbered !== undefined) return dayOfMonth(text, Number(numbered), on);
  const match =
    /^(?<date>\d{1,2})(?:st|nd|rd|th|\.)? (?<month>[a-z]+\.?)(?: (?<year>\d{4}))?$/.exec(text) ??
    /^(?<month>[a-z]+\.?) (?<date>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}))?$/.exec(text);
  const index = indexOfName(match?.groups?.['month'] ?? '', monthNames);
  if (match?.groups && index !== undefined) {
    return calendarDay({text, year: match.groups['year'], month: index + 1, date: Number(match.groups['date'])}, on);
  }
  throw notUnderstood(text, on);
}

/** Reads a year. Years below 1000 are refused, because JavaScript would turn them into others. */
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

function calendarDay(typed: Calendar, on: ReadingDay): number {
  const {text, year, month, date} = typed;
  const {today, ways} = on;
  if (month < 1 || month > 12) throw new UsageError(`There is no month ${month}.`, {hint: ways});
  if (year !== undefined) return dayOfYear(yearOf(year, ways), month, date, ways);
  const thisYear = new Date(today).getUTCFullYear();
  return nearestDay(
    years.map(away => [thisYear + away, month] as const),
    on,
    {text, date, otherwise: () => dayOfYear(thisYear, month, date, ways)},
  );
}

/** 29 February may be eight years away. */
const years = Array.from({length: 17}, (_, index) => index - 8);

/** Reads `the 1st`, which names no month: the nearest month that has such a day. */
function dayOfMonth(text: string, date: number, on: ReadingDay): number {
  const [year, month] = [new Date(on.today).getUTCFullYear(), new Date(on.today).getUTCMonth()];
  const months = [-2, -1, 0, 1, 2].map(away => {
    const first = new Date(Date.UTC(year, month + away, 1));
    return [first.getUTCFullYear(), first.getUTCMonth() + 1] as const;
  });
  const otherwise = (): never => {
    throw new UsageError(`No month has a day ${date}.`, {hint: on.ways});
  };
  return nearestDay(months, on, {text, date, otherwise});
}

type DayToFind = {readonly text: string; readonly date: number; readonly otherwise: () => number};

/** The latest or the next of these months that has the day. */
function nearestDay(
  months: ReadonlyArray<readonly [year: number, month: number]>,
  on: ReadingDay,
  {text, date, otherwise}: DayToFind,
): number {
  const days = months
    .filter(([year, month]) => date >= 1 && date <= daysIn(year, month))
    .map(([year, month]) => Date.UTC(year, month - 1, date));
  const latest = days.findLast(day => day <= on.today);
  const next = days.find(day => day >= on.today);
  if (latest === undefined || next === undefined) return otherwise();
  if (latest === next || on.leaning === 'past') return latest;
  if (on.leaning === 'ahead') return next;
  throw eitherDay(text, latest, next, on);
}

/** Builds a date and refuses days that do not exist: JavaScript turns 30 February into 2 March. */
function dayOfYear(year: number, month: number, date: number, ways: string): number {
  const length = daysIn(year, month);
  if (date >= 1 && date <= length) return Date.UTC(year, month - 1, date);
  throw new UsageError(`There is no ${date} ${monthNames[month - 1]} ${year}: that month has ${length} days.`, {
    hint: ways,
  });
}

/** Reads `03/04`, which is 3 April in one half of the world and March 4 in the other. */
function inEitherOrder([text, one, other, year]: RegExpExecArray, on: ReadingDay): number {
  const [first, second] = [Number(one), Number(other)];
  const day = (month: number, date: number): number => calendarDay({text, year, month, date}, on);
  if (second > 12) return day(first, second);
  if (first > 12 || first === second) return day(second, first);
  if (year === undefined && on.leaning === 'either') {
    throw new UsageError(`"${text}" may be ${first} ${monthNames[second - 1]} or ${second} ${monthNames[first - 1]}.`, {
      hint: `Write the month by its name, and the year: "${dateInWords(dayOfYear(new Date(on.today).getUTCFullYear(), second, first, on.ways))}".`,
    });
  }
  throw eitherDay(text, day(second, first), day(first, second), on);
}

const digits = (part = ''): number => Number(part.slice(1));
