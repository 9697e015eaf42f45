import {UsageError} from '../../errors.js';
import {DAY, dayOf, monthsLater} from '../../words/calendar.js';
import {awayFrom, readDay} from './spoken-day.js';
import {readPeriod} from './spoken-period.js';
import {readTime, saysPartOfDay} from './spoken-time.js';
import {COUNT, countOf, dayInWords, indexOfName, plainWords, type ReadingDay, weekdays} from './spoken-words.js';

/** A span of time in microseconds: a year, a day, a minute, an instant. `until` is the first moment after it. */
export type Span = {readonly from: number; readonly until: number};

/** What a text says: a distance from now, as in `2 hours ago`, or a span of time on a clock. */
export type SpokenDate = {readonly wait: number} | Stretch;

export type Stretch = Span & {
  /** The text's own UTC offset in milliseconds, if it has one. */
  readonly offset: number | undefined;
  /** Whether the text includes a time of day. */
  readonly timed: boolean;
};

/** Reads a moment, a day or a longer time as people say it. All typed dates are read here; none is guessed. */
export function readSpoken(text: string, by: Pick<ReadingDay, 'now' | 'leaning' | 'ways'>): SpokenDate {
  const on: ReadingDay = {...by, today: dayOf(by.now), typed: text};
  const words = plainWords(text);
  if (words === '') throw new UsageError('No day was given.', {hint: on.ways});
  const wait = waitOf(words);
  if (wait !== undefined) return {wait};
  const counted = words.endsWith(' from now') ? awayFrom(words) : undefined;
  if (counted) {
    const from = Math.ceil(monthsLater(on.now + counted.days * DAY, counted.months) / minute) * minute * 1000;
    return {from, until: from + 60e6, offset: undefined, timed: true};
  }
  const found = readTime(words);
  if (found) {
    const day = readDay(found.rest, on);
    if (found.unmarked !== undefined) mustBeAnHour(found.unmarked, {day, words: found.rest}, on);
    const from = (day + found.time) * 1000 + found.fraction;
    return {from, until: from + found.width, offset: found.offset, timed: true};
  }
  mustNotBeATime(words, on);
  const midnight = (): number => readDay(words, on);
  const days = readPeriod(words, on) ?? aDay(midnight());
  return {from: days.from * 1000, until: days.until * 1000, offset: undefined, timed: false};
}

/** Whether a text itself says that it means the past or the future. */
export function saysDirection(text: string): 'past' | 'ahead' | undefined {
  const words = plainWords(text);
  if (/(?:^|\s)(?:yesterday|ago|last)(?=\s|$)/.test(words)) return 'past';
  return /(?:^|\s)(?:tomorrow|next|coming|in|from now)(?=\s|$)/.test(words) ? 'ahead' : undefined;
}

const minute = 60_000;

/** Refuses `monday 23` if that Monday is the 23rd: the number may be its day, and then there is no hour. */
function mustBeAnHour(
  hour: number,
  {day, words}: {readonly day: number; readonly words: string},
  {typed, leaning}: ReadingDay,
): void {
  const isWeekday = indexOfName(words.split(' ').at(-1) ?? '', weekdays) !== undefined;
  const days = (isWeekday ? [0, 1, 2, 3, 4] : [0]).map(weeks => day + weeks * 7 * DAY * (leaning === 'past' ? -1 : 1));
  const same = days.find(each => new Date(each).getUTCDate() === hour);
  if (same === undefined) return;
  throw new UsageError(`"${typed.trim()}" may be ${dayInWords(same)}, or ${hour}:00 on ${dayInWords(day)}.`, {
    hint: `Write the hour as ${hour}:00, and the day of a month with the month.`,
  });
}

/** Refuses with the true reason what looks like a time and is none, instead of saying that there is none. */
function mustNotBeATime(words: string, {typed, ways}: ReadingDay): void {
  const [, dotted] = /(?<!\S)((?:[01]?\d|2[0-4])\.[0-5]\d)(?!\S)/.exec(words) ?? [];
  if (dotted !== undefined) {
    throw new UsageError(`"${dotted}" may be a time of day or a date.`, {
      hint: `Write ${dotted.replace('.', ':')} for the time, or the month by its name.`,
    });
  }
  if (saysPartOfDay(words)) {
    throw new UsageError(`"${typed.trim()}" names no hour.`, {hint: ways});
  }
}

/** How far `in 2 hours`, `in 2h` or `2 hours ago` is from now, in milliseconds. Days are counted on the calendar. */
function waitOf(words: string): number | undefined {
  if (words === 'now') return 0;
  const [, count, unit, half, way] = WAIT.exec(words.replace(/^in (.+)$/, '$1 from now')) ?? [];
  if (way === undefined) return undefined;
  const minutes = half === undefined ? countOf(count) * (unit?.startsWith('h') ? 60 : 1) : 30;
  return minutes * minute * (way === 'ago' ? -1 : 1);
}

const WAIT = new RegExp(`^(?:${COUNT} ?(minute|min|hour|hr|h)s?|(half) an hour) (from now|ago)$`);

const aDay = (from: number): Span => ({from, until: from + DAY});
