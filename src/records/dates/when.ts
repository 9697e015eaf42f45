import {UsageError} from '../../core/errors.js';
import {DAY, dayOf, daysIn} from '../../core/words/calendar.js';
import {fromSent, inZone, momentsShowing, shownAt, toSent, type Zones} from './clock.js';
import type {Clock, SpokenDate} from './span.js';
import {dayInWords, weekdays} from './words.js';

/** The day on which a text is read, and how to fill what it leaves open. */
type ReadingDay = {
  /** What the clock shows, in milliseconds on a clock in UTC. */
  readonly now: number;
  /** Whether `friday` means the next one, and not the latest. */
  readonly ahead: boolean;
  /** The forms that are read, for the error. */
  readonly ways: string;
};

/** A span of days: the midnight of its first day, and the midnight after its last day. */
type Days = {readonly from: number; readonly until: number};

/** Reads a moment, a day or a longer time. All typed dates are read here, as a whole or not at all; none is guessed. */
function readSpoken(text: string, on: ReadingDay): SpokenDate {
  const words = plainWords(text);
  const distance = awayFrom(words);
  if (distance?.minutes !== undefined) return {wait: distance.minutes * MINUTE};
  const time = readTime(words);
  const day = time?.rest === '' ? nextDayWith(time, on) : dayNamed(time?.rest ?? words, on);
  if (time && day !== undefined) {
    const from = day + time.time;
    return {from, until: from + time.width, offset: time.offset, timed: true};
  }
  const span = time ? undefined : day === undefined ? periodNamed(words, on) : {from: day, until: day + DAY};
  if (span === undefined) throw new UsageError(`"${text}" is not a day that emk understands.`, {hint: on.ways});
  return {...span, offset: undefined, timed: false};
}

/** Reads a past date on the account's clock, or in UTC: the same line must find the same records everywhere. */
export const readOnClock = (text: string, {now, zones}: Clock, ways: string): SpokenDate =>
  readSpoken(text, {now: inZone(now().getTime(), zones().service ?? 'UTC').getTime(), ahead: false, ways});

/** Reads a future moment, and returns it in the service's format on the service's clock. */
export function readMoment(text: string, now: Date, zones: Zones): string {
  const ways = waysToSayMoments;
  const spoken = readSpoken(text, {now: inZone(now.getTime(), zones.service ?? 'UTC').getTime(), ahead: true, ways});
  if ('wait' in spoken) {
    if (spoken.wait <= 0) throw new UsageError(`"${text}" is not in the future.`, {hint: ways});
    const moment = Math.ceil((now.getTime() + spoken.wait) / MINUTE) * MINUTE;
    return toSent(shownOnce(shownAt(moment, zones, text), zones));
  }
  if (!spoken.timed) throw new UsageError(`"${text}" has no time of day.`, {hint: ways});
  // Which day "tomorrow" is depends on the account's zone, and a written one does not.
  if (!/^\s*\d{4}-/.test(text)) shownAt(now.getTime(), zones, text);
  const {from, offset} = spoken;
  return toSent(shownOnce(offset === undefined ? from : shownAt(from - offset, zones, text), zones));
}

/** Checks that the service's clock shows this time exactly once, because the service is sent only the time. */
function shownOnce(shown: number, {service}: Zones): number {
  const moments = service === undefined ? [0] : momentsShowing(shown, service);
  if (moments.length === 1) return shown;
  const what = moments.length === 0 ? 'skips' : 'shows twice';
  throw new UsageError(`The clock in ${service} ${what} ${toSent(shown).slice(0, -3)}, because of daylight saving.`, {
    hint: 'Choose a time that is an hour earlier or later.',
  });
}

/** A typed moment, where `+7 days` counts from the moment of a mailing on the account's clock. */
export function countedFrom(old: string | undefined, at: string): string {
  if (!at.trim().startsWith('+')) return at;
  const distance = awayFrom(plainWords(at));
  const shown = fromSent(old ?? '');
  if (distance === undefined || Number.isNaN(shown)) {
    throw new UsageError(`--at "${at}" cannot be counted from the time of the mailing.`, {
      hint: 'Write it like "+7 days" or "+2 hours", or give the new time: --at "2030-05-01 09:00"',
    });
  }
  const {minutes = 0, days = 0, months = 0} = distance;
  return toSent(monthsLater(shown + minutes * MINUTE + days * DAY, months));
}

type TimeOfDay = {
  readonly time: number;
  /** How long the named time lasts: a minute, a second, or a part of a second. */
  readonly width: number;
  readonly offset: number | undefined;
  readonly rest: string;
};

/** Finds the time of day after a day: `tomorrow 9am`, `18:30`, `2026-11-22 09:00+01:00`. */
function readTime(words: string): TimeOfDay | undefined {
  const {rest = '', hours, minutes, seconds, part = '', half, offset} = timeForm.exec(words)?.groups ?? {};
  const hour = Number(hours);
  // 12am and 12pm are not read: each is noon to some and midnight to others.
  if (half ? hour < 1 || hour > 11 : minutes === undefined || hour > 23) return undefined;
  const minute = (hour + (half === 'pm' ? 12 : 0)) * 60 + Number(minutes ?? 0);
  return {
    time: minute * MINUTE + Number(seconds ?? 0) * 1000 + Number(part.slice(1, 4).padEnd(3, '0')),
    width: part === '' ? (seconds === undefined ? MINUTE : 1000) : 1,
    offset: offset === undefined ? undefined : offsetOf(offset),
    rest,
  };
}

const timeForm =
  /^(?:(?<rest>.+) )?(?<hours>\d{1,2})(?::(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d)(?<part>\.\d{1,9})?)?)? ?(?<half>am|pm)?(?: ?(?<offset>z|[+-]\d{2}:?[0-5]\d))?$/;

function offsetOf(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(\d{4}-\d{2}-\d{2})t(?=\d)/, '$1 ');

type Away = {readonly minutes?: number; readonly days?: number; readonly months?: number};

/** Reads `in 3 days`, `+2 weeks` and `2 years ago`. */
function awayFrom(words: string): Away | undefined {
  if (words === 'now') return {minutes: 0};
  const [, ahead, count, unit = '', ago] = AWAY.exec(words) ?? [];
  if ((ahead === undefined) === (ago === undefined)) return undefined;
  const times = Number(count) * (ago ? -1 : 1);
  if (unit.startsWith('min')) return {minutes: times};
  if (unit.startsWith('h')) return {minutes: times * 60};
  if (unit.startsWith('d')) return {days: times};
  if (unit.startsWith('w')) return {days: times * 7};
  return {months: times * (unit === 'year' ? 12 : 1)};
}

/** No number of years leads beyond the year 9999, after which dates have another form. */
const AWAY = /^(in |\+ ?)?(\d{1,4}) ?(minute|min|hour|h|day|d|week|w|month|(?<!\d{4} ?)year)s?( ago)?$/;

/** Reads a day as a midnight on a clock in UTC; undefined if the words name none. */
function dayNamed(words: string, on: ReadingDay): number | undefined {
  const today = dayOf(on.now);
  const near = ['yesterday', 'today', 'tomorrow'].indexOf(words);
  if (near >= 0) return today + (near - 1) * DAY;
  const distance = awayFrom(words);
  if (distance) return monthsLater(today, distance.months ?? 0) + (distance.days ?? 0) * DAY;
  const [, year, month, date] = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(words) ?? [];
  return year === undefined ? onWeekday(words, on) : inCalendar(words, [year, month, date].map(Number), on);
}

/** Reads `friday`. On a Friday it can be two days, and is refused. */
function onWeekday(words: string, on: ReadingDay): number | undefined {
  const weekday = weekdays.findIndex(each => words.length > 2 && each.toLowerCase().startsWith(words));
  if (weekday < 0) return undefined;
  const today = dayOf(on.now);
  const distance = (weekday - new Date(today).getUTCDay() + 7) % 7;
  if (distance > 0) return today + (on.ahead ? distance : distance - 7) * DAY;
  const other = today + (on.ahead ? 7 : -7) * DAY;
  throw new UsageError(`"${words}" may be ${dayInWords(today)} or ${dayInWords(other)}.`, {
    hint: `Write ${toSent(today).slice(0, 10)} or ${toSent(other).slice(0, 10)}.`,
  });
}

/** Reads `last week`, which begins on Monday, and `2026-03`. */
function periodNamed(words: string, on: ReadingDay): Days | undefined {
  const [, week] = /^(last|next) week$/.exec(words) ?? [];
  if (week !== undefined) {
    const today = dayOf(on.now);
    const thisMonday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY;
    const monday = thisMonday + (week === 'last' ? -7 : 7) * DAY;
    return {from: monday, until: monday + 7 * DAY};
  }
  const [, year, month] = /^([1-9]\d{3})-(\d{2})$/.exec(words) ?? [];
  if (year === undefined) return undefined;
  const from = inCalendar(words, [Number(year), Number(month), 1], on);
  return {from, until: monthsLater(from, 1)};
}

/** The day of a time without one: today, or tomorrow if that time is over. */
function nextDayWith({time, offset}: TimeOfDay, {now, ahead}: ReadingDay): number | undefined {
  if (!ahead || offset !== undefined) return undefined;
  return dayOf(now) + time > now ? dayOf(now) : dayOf(now) + DAY;
}

/** A date's midnight. JavaScript turns 30 February into 2 March. */
function inCalendar(words: string, [year = 0, month = 0, date = 0]: readonly number[], {ways}: ReadingDay): number {
  if (month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month)) return Date.UTC(year, month - 1, date);
  throw new UsageError(`There is no ${words} in the calendar.`, {hint: ways});
}

const MINUTE = 60_000;

const waysToSayMoments = 'Write it like "2030-05-01 09:30", "tomorrow 9am", "friday 18:30" or "in 2 hours".';

/** The same day and time some months later, or on the last day of a shorter month. */
function monthsLater(shown: number, count: number): number {
  const date = new Date(shown);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  return date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), daysIn(year, month + 1)));
}
