import {UsageError} from '../../errors.js';
import {DAY, dayOf} from '../../words/calendar.js';
import {readSpoken, saysDirection} from './spoken.js';
import type {Days} from './spoken-period.js';
import {dayInWords} from './spoken-words.js';

/** Reads a past or current day, month or year as people say it, the latest one if no year is given. */
export function readPastDays(text: string, shown: number): Days {
  if (saysDirection(text) === 'ahead') {
    throw new UsageError(`"${text}" is in the future.`, {hint: `Give a day in the past, like ${waysToSayDays}.`});
  }
  const spoken = readSpoken(text, {now: shown, leaning: 'past', ways: `Write it like ${waysToSayDays}.`});
  if ('wait' in spoken) return {from: dayOf(shown + spoken.wait), until: dayOf(shown + spoken.wait) + DAY};
  return {from: dayOf(spoken.from / 1000), until: dayOf((spoken.until - 1) / 1000) + DAY};
}

/** What `--since yesterday` means, in words: `from Saturday 21 November 2026, 00:00, Europe/Berlin`. */
export const fromDayInWords = ({from}: Days, zone: string): string => `from ${midnightInWords(from, zone)}`;

/** What `--until yesterday` means, in words: it includes all of that day. */
export const untilDayInWords = ({until}: Days, zone: string): string => `before ${midnightInWords(until, zone)}`;

const midnightInWords = (day: number, zone: string): string => `${dayInWords(day)}, 00:00, ${zone}`;

/** Ways to type a past day, for help and hints. */
const waysToSayDays = '"yesterday", "last monday", "2 weeks ago", "1 May", 2026-05-01, 2026-05 or "this year"';
