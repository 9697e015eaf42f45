import {UsageError} from '../../errors.js';

import {type Clock, realSpan, spanInWords} from '../../records/dates/span.js';
import {readOnClock} from '../../records/dates/when.js';
import {counted} from '../../words/sentence.js';

/**
 * The moment before which everything is older than a text says, in milliseconds: `2d` and `12h` ago to the minute, or
 * an age or a day as people say it (`2 weeks`, `last month`, `2026-05-01`), of which the first moment counts. If the
 * text leaves something open, the reading says how emk understood it.
 */
export function readOlderThan(text: string, clock: Clock): {readonly before: number; readonly reading?: string} {
  const short = /^(\d{1,5})([mhdw])$/.exec(text.trim());
  if (short) return {before: clock.now().getTime() - Number(short[1]) * (units[short[2] ?? ''] ?? Number.NaN)};
  const spoken = readOnClock(isAge.test(text) ? `${text} ago` : text, clock, {leaning: 'past', ways});
  const {from} = realSpan(spoken, clock);
  if (from > clock.now().getTime() * 1000) {
    throw new UsageError(`"${text}" is in the future.`, {hint: ways});
  }
  const words = spanInWords('<', spoken, {real: true, clock});
  return {before: from / 1000, reading: `--older-than "${text}" means ${words}.`};
}

const ways = 'Give an age or a day, such as 2d, 12h, "2 weeks", "last month" or 2026-05-01.';

/** Matches `2 weeks`, which has no "ago" after "older than". */
const isAge = /^\s*(?:an?|one|\d{1,4})\s+(?:minute|min|hour|day|week|month|year)s?\s*$/i;

const units: Readonly<Record<string, number>> = {m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000};

/** The age of something, for people: `3 days`. */
export function ageInWords(age: number): string {
  if (Number.isNaN(age)) return 'of unknown age';
  const [unit, size] = ages.find(([, each]) => age >= each) ?? ['minute', 60_000];
  const count = Math.max(0, Math.floor(age / size));
  return `${counted(count, unit)} old`;
}

const ages = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
] as const;
