import {UsageError} from '../../core/errors.js';
import {DAY, dayOf, daysIn, monthsLater} from '../../core/words/calendar.js';
import {fromSent, inZone, microseconds, shownAt, shownOnce, toSent, waysAround, type Zones} from './clock.js';
import type {Clock, SpokenDate} from './span.js';
import {dayInWords, weekdays} from './words.js';

/** The day on which a text is read, and how to fill what it leaves open. */
type ReadingDay = {
  /** What the clock shows, in milliseconds on a clock in UTC. */
  readonly now: number;
  /** Whether `friday` means the latest or the next one; `either` refuses it with both readings. */
  readonly leaning: 'past' | 'ahead' | 'either';
  /** The forms that are read, for the error. */
  readonly ways: string;
};

/** A span of days: the midnight of its first day, and the midnight after its last day. */
type Days = {readonly from: number; readonly until: number};

/** Reads a moment, a day or a longer time. All typed dates are read here, as a whole or not at all; none is guessed. */
function readSpoken(text: string, on: ReadingDay): SpokenDate {
  const words = plainWords(text);
  const away = awayFrom(words);
  if (away?.minutes !== undefined) return {wait: away.minutes * MINUTE};
  const time = readTime(words);
  const days = time?.rest === '' ? nextDayWith(time, on) : dayNamed(time?.rest ?? words, on);
  if (time) {
    if (days === undefined) throw notUnderstood(text, on);
    const from = (days + time.time) * 1000 + time.fraction;
    return {from, until: from + time.width, offset: time.offset, timed: true};
  }
  const span = days === undefined ? periodNamed(words, on) : {from: days, until: days + DAY};
  if (span === undefined) throw notUnderstood(text, on);
  return {from: span.from * 1000, until: span.until * 1000, offset: undefined, timed: false};
}

/** Reads a date on the account's clock, or in UTC: the same line must find the same records everywhere. */
export function readOnClock(text: string, {now, zones}: Clock, on: Pick<ReadingDay, 'leaning' | 'ways'>): SpokenDate {
  return readSpoken(text, {...on, now: inZone(now().getTime(), zones().service ?? 'UTC').getTime()});
}

/** Reads a future moment, and returns it in the service's format on the service's clock. */
export function readMoment(text: string, now: Date, zones: Zones): string {
  const spoken = readAhead(text, now, zones);
  if ('wait' in spoken) {
    if (spoken.wait <= 0) throw new UsageError(`"${text}" is not in the future.`, {hint: waysToSayMoments});
    const moment = Math.ceil((now.getTime() + spoken.wait) / MINUTE) * MINUTE;
    return toSent(shownOnce(shownAt(moment, zones, text), zones));
  }
  if (!spoken.timed) throw new UsageError(`"${text}" has no time of day.`, {hint: waysToSayMoments});
  if (spoken.from % 1e6 !== 0) {
    throw new UsageError(`"${text}" has parts of a second, which the service refuses.`, {hint: waysToSayMoments});
  }
  const typed = spoken.from / 1000;
  return toSent(shownOnce(spoken.offset === undefined ? typed : shownAt(typed - spoken.offset, zones, text), zones));
}

/** A typed moment, where `+7 days` counts from the moment of a mailing on the account's clock. */
export function countedFrom(old: string | undefined, at: string): string {
  const typed = at.trim();
  if (!/^[+-]/.test(typed)) return at;
  const away = awayFrom(plainWords(typed.replace('-', '+')));
  if (away === undefined) {
    throw new UsageError(`--at "${at}" is not a time that emk can count.`, {
      hint: 'Write it like "+7 days" or "+2 hours".',
    });
  }
  const shown = fromSent(old ?? '');
  if (Number.isNaN(shown)) {
    throw new UsageError(`--at "${at}" counts from the time of the mailing, but the service shows none.`, {
      hint: 'Give the new time: --at "2030-05-01 09:00"',
    });
  }
  const {minutes = 0, days = 0, months = 0} = away;
  const way = typed.startsWith('-') ? -1 : 1;
  return toSent(monthsLater(shown + way * (minutes * MINUTE + days * DAY), way * months));
}

export function readPastDays(text: string, shown: number): Days {
  const ways = `Write it like ${waysToSayDays}.`;
  if (/^\s*(?:tomorrow|next|in|\+)/i.test(text)) throw new UsageError(`"${text}" is in the future.`, {hint: ways});
  const spoken = readSpoken(text, {now: shown, leaning: 'past', ways});
  if ('wait' in spoken) return {from: dayOf(shown + spoken.wait), until: dayOf(shown + spoken.wait) + DAY};
  return {from: dayOf(spoken.from / 1000), until: dayOf((spoken.until - 1) / 1000) + DAY};
}

/** What `--since yesterday` means, in words: `from Saturday 21 November 2026, 00:00, Europe/Berlin`. */
export const fromDayInWords = ({from}: Days, zone: string): string => `from ${midnightInWords(from, zone)}`;

/** What `--until yesterday` means, in words: it includes all of that day. */
export const untilDayInWords = ({until}: Days, zone: string): string => `before ${midnightInWords(until, zone)}`;

const midnightInWords = (day: number, zone: string): string => `${dayInWords(day)}, 00:00, ${zone}`;

type TimeOfDay = {
  readonly time: number;
  readonly fraction: number;
  /** How long the named time lasts, in microseconds: a minute, a second, or a fraction of a second. */
  readonly width: number;
  readonly offset: number | undefined;
  readonly rest: string;
};

/** Finds the time of day before or after a day: `tomorrow 9am`, `18:30`, `2026-11-22t09:00+01:00`. */
export function readTime(text: string): TimeOfDay | undefined {
  const found = timeForms.map(form => form.exec(plainWords(text))?.groups).find(groups => groups !== undefined);
  if (!found) return undefined;
  const {hours = '', minutes = '0', seconds, fraction, half, offset, rest = ''} = found;
  const hour = (Number(hours) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0);
  return {
    time: ((hour * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000,
    fraction: microseconds(fraction),
    width: fraction === undefined ? (seconds === undefined ? 60e6 : 1e6) : 10 ** (6 - Math.min(fraction.length, 6)),
    offset: offset === undefined ? undefined : offsetOf(offset),
    rest,
  };
}

/** 12am and 12pm are not read: each is noon to some and midnight to others. */
const timeForms: readonly RegExp[] = [
  String.raw`(?<hours>[01]?\d|2[0-3]):(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d)(?:\.(?<fraction>\d{1,9}))?)?`,
  String.raw`(?<hours>1[01]|0?[1-9])(?::(?<minutes>[0-5]\d))? ?(?<half>am|pm)`,
].flatMap(time => {
  const zoned = String.raw`${time}(?: ?(?<offset>z|[+-]\d{2}(?::?[0-5]\d)?))?`;
  return [new RegExp(`^(?:(?<rest>.+) )?${zoned}$`), new RegExp(`^${zoned} (?<rest>.+)$`)];
});

function offsetOf(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^(\d{4}-\d{2}-\d{2})t(?=\d)/, '$1 ')
    .replace(/ at (?=\d)/, ' ');

type Away = {readonly minutes?: number; readonly days?: number; readonly months?: number};

/** Reads `in 3 days`, `+2 weeks` and `2 years ago`. */
function awayFrom(words: string): Away | undefined {
  if (words === 'now') return {minutes: 0};
  const [, ahead, count = '', unit = '', ago] = AWAY.exec(words) ?? [];
  if ((ahead === undefined) === (ago === undefined)) return undefined;
  const times = (/^\d/.test(count) ? Number(count) : 1) * (ago ? -1 : 1);
  if (unit.startsWith('min')) return {minutes: times};
  if (unit.startsWith('h')) return {minutes: times * 60};
  if (unit.startsWith('d')) return {days: times};
  if (unit.startsWith('w')) return {days: times * 7};
  return {months: times * (unit === 'year' ? 12 : 1)};
}

const AWAY = /^(in |\+ ?)?(\d{1,4}|an?) ?(minute|min|hour|h|day|d|week|w|month|year)s?( ago)?$/;

/** Reads a day as a midnight on a clock in UTC; undefined if the words name none. */
function dayNamed(words: string, on: ReadingDay): number | undefined {
  const today = dayOf(on.now);
  const near = ['yesterday', 'today', 'tomorrow'].indexOf(words);
  if (near >= 0) return today + (near - 1) * DAY;
  const {days, months} = awayFrom(words) ?? {};
  if (days !== undefined || months !== undefined) return monthsLater(today, months ?? 0) + (days ?? 0) * DAY;
  const [, year, month, date] = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(words) ?? [];
  if (year === undefined) return onWeekday(words, on);
  mustBeInCalendar(words, [Number(year), Number(month), Number(date)], on);
  return Date.UTC(Number(year), Number(month) - 1, Number(date));
}

/** Reads `friday`, `last fri` and `next friday`. One that can be two days is refused. */
function onWeekday(words: string, on: ReadingDay): number | undefined {
  const [, which, name = ''] = /^(?:(last|next) )?([a-z]{3,})$/.exec(words) ?? [];
  const weekday = weekdays.findIndex(each => name !== '' && each.toLowerCase().startsWith(name));
  if (weekday < 0) return undefined;
  const today = dayOf(on.now);
  const now = new Date(today).getUTCDay();
  const coming = today + (((weekday - now + 6) % 7) + 1) * DAY;
  const latest = today - (((now - weekday + 6) % 7) + 1) * DAY;
  if (which === 'last') return latest;
  if (which === 'next') {
    // Some people mean the coming day, others the one in next week.
    const inNextWeek = today + (7 + ((weekday + 6) % 7) - ((now + 6) % 7)) * DAY;
    return coming === inNextWeek ? coming : either(words, [coming, inNextWeek]);
  }
  if (on.leaning === 'either') return either(words, [latest, coming]);
  const nearest = on.leaning === 'past' ? latest : coming;
  return weekday === now ? either(words, [today, nearest]) : nearest;
}

/** Reads `last week`, `2026-03` and `2025`. A week begins on Monday. */
function periodNamed(words: string, on: ReadingDay): Days | undefined {
  const today = dayOf(on.now);
  const [year, month] = [new Date(today).getUTCFullYear(), new Date(today).getUTCMonth()];
  const [, which = '', unit] = /^(last|this|next) (week|month|year)$/.exec(words) ?? [];
  const ahead = ['last', 'this', 'next'].indexOf(which) - 1;
  if (unit === 'week') {
    const monday = today - (((new Date(today).getUTCDay() + 6) % 7) - 7 * ahead) * DAY;
    return {from: monday, until: monday + 7 * DAY};
  }
  if (unit !== undefined) return monthsFrom(unit === 'year' ? [year + ahead, 0, 12] : [year, month + ahead, 1]);
  const [, ofYear, ofMonth] = /^([1-9]\d{3})(?:-(\d{2}))?$/.exec(words) ?? [];
  if (ofYear === undefined) return undefined;
  if (ofMonth === undefined) return monthsFrom([Number(ofYear), 0, 12]);
  mustBeInCalendar(words, [Number(ofYear), Number(ofMonth), 1], on);
  return monthsFrom([Number(ofYear), Number(ofMonth) - 1, 1]);
}

const monthsFrom = ([year, month, count]: readonly [number, number, number]): Days => ({
  from: Date.UTC(year, month, 1),
  until: Date.UTC(year, month + count, 1),
});

/** The day of a time without one: today, or tomorrow if that time is over. */
function nextDayWith({time, offset}: TimeOfDay, {now, leaning}: ReadingDay): number | undefined {
  if (leaning !== 'ahead' || offset !== undefined) return undefined;
  return dayOf(now) + time > now ? dayOf(now) : dayOf(now) + DAY;
}

/** Reads a text that means a future moment. One that means different days without the zone is refused. */
function readAhead(text: string, now: Date, zones: Zones): SpokenDate {
  const {service} = zones;
  const on = (shown: number): SpokenDate => readSpoken(text, {now: shown, leaning: 'ahead', ways: waysToSayMoments});
  if (service !== undefined) return on(inZone(now.getTime(), service).getTime());
  const [first, last] = [on(now.getTime() + farthestWest), on(now.getTime() + farthestEast)];
  // A text with an offset is converted to the account's time later, which needs the account's zone.
  if ('wait' in first || 'wait' in last || first.offset !== undefined || first.from === last.from) return first;
  throw new UsageError(
    `"${text}" may be ${dayInWords(first.from / 1000)} or ${dayInWords(last.from / 1000)}: emk does not know the account's time zone.`,
    {hint: waysAround(zones)},
  );
}

const MINUTE = 60_000;

/** The largest offsets from UTC anywhere in the world. */
const farthestWest = -12 * 60 * MINUTE;
const farthestEast = 14 * 60 * MINUTE;

const waysToSayMoments = 'Write it like "2030-05-01 09:30", "tomorrow 9am", "friday 18:30" or "in 2 hours".';

const waysToSayDays = '"yesterday", "last monday", "2 weeks ago", 2026-05-01, 2026-05 or "this year"';

const notUnderstood = (text: string, {ways}: ReadingDay): UsageError =>
  new UsageError(`"${text}" is not a day that emk understands.`, {hint: ways});

function either(words: string, days: readonly [number, number]): never {
  const [one, other] = days.map(day => toSent(day).slice(0, 10));
  throw new UsageError(`"${words}" may be ${dayInWords(days[0])} or ${dayInWords(days[1])}.`, {
    hint: `Write ${one} or ${other}.`,
  });
}

/** JavaScript turns 30 February into 2 March. */
function mustBeInCalendar(
  words: string,
  [year, month, date]: readonly [number, number, number],
  {ways}: ReadingDay,
): void {
  if (month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month)) return;
  throw new UsageError(`There is no ${words} in the calendar.`, {hint: ways});
}
