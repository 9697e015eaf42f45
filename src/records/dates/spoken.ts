import {UsageError} from '../../errors.js';
import {DAY} from '../../words/calendar.js';
import {readDay} from './spoken-day.js';
import {readPeriod} from './spoken-period.js';
import {readTime} from './spoken-time.js';
import {countOf, plainWords, type ReadingDay} from './spoken-words.js';

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
export function readSpoken(text: string, on: ReadingDay): SpokenDate {
  const words = plainWords(text);
  if (words === '') throw new UsageError('No day was given.', {hint: on.ways});
  const wait = waitOf(words);
  if (wait !== undefined) return {wait};
  const found = readTime(words);
  if (found) {
    const from = (readDay(found.rest, on) + found.time) * 1000 + found.fraction;
    return {from, until: from + found.width, offset: found.offset, timed: true};
  }
  const midnight = (): number => readDay(words, on);
  const days = readPeriod(words, on) ?? aDay(midnight());
  return {from: days.from * 1000, until: days.until * 1000, offset: undefined, timed: false};
}

/** Whether a text says a moment, rather than a whole day. */
export function saysMoment(text: string): boolean {
  const words = plainWords(text);
  return waitOf(words) !== undefined || readTime(words) !== undefined;
}

/** Whether a text itself says that it means the past or the future. */
export function saysDirection(text: string): 'past' | 'ahead' | undefined {
  const words = plainWords(text);
  if (/(?:^|\s)(?:yesterday|ago|last)(?=\s|$)/.test(words)) return 'past';
  return /(?:^|\s)(?:tomorrow|next|coming|in)(?=\s|$)/.test(words) ? 'ahead' : undefined;
}

const minute = 60_000;

/** How far `in 2 hours` or `2 hours ago` is from now, in milliseconds. Days are counted on the calendar instead. */
function waitOf(words: string): number | undefined {
  if (words === 'now') return 0;
  if (words === 'in half an hour') return 30 * minute;
  if (words === 'half an hour ago') return -30 * minute;
  const ahead = /^in (an?|one|\d{1,4}) (minute|min|hour)s?$/.exec(words);
  const [, count, unit] = ahead ?? /^(an?|one|\d{1,4}) (minute|min|hour)s? ago$/.exec(words) ?? [];
  if (unit === undefined) return undefined;
  return countOf(count) * (unit === 'hour' ? 60 : 1) * minute * (ahead ? 1 : -1);
}

const aDay = (from: number): Span => ({from, until: from + DAY});
