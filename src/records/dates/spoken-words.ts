import {UsageError} from '../../errors.js';
import {closest} from '../../words/closest.js';
import {monthNames} from '../../words/months.js';
import {germanDays, inEnglish} from './german-words.js';
import {fromSent} from './service-clock.js';

/** The day on which a text is read, how to fill what it leaves open, and other ways to write it. */
export type ReadingDay = {
  /** What the clock shows, and its last midnight, in milliseconds on a clock in UTC. */
  readonly now: number;
  readonly today: number;
  /** Whether `friday` and `1 May` mean the latest or the next one; `either` refuses them with both readings. */
  readonly leaning: 'past' | 'ahead' | 'either';
  /** Ways to type a moment, for hints. */
  readonly ways: string;
  /** The whole text, for errors about words that were put into English. */
  readonly typed: string;
};

/** A day as sentences say it: `Monday 23 November 2026`. */
export const dayInWords = (day: number): string => `${weekdays[new Date(day).getUTCDay()]} ${dateInWords(day)}`;

/** A date as sentences say it: `23 November 2026`. */
export const dateInWords = (day: number): string => {
  const date = new Date(day);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};

/** The day of a moment that the service sent, and with its time: `Monday 23 November 2026 at 09:00`. */
export const sentDayInWords = (moment: string): string => dayInWords(fromSent(`${moment.slice(0, 10)} 00:00:00`));

export const sentMomentInWords = (moment: string): string => `${sentDayInWords(moment)} at ${moment.slice(11, 16)}`;

/** The significant words of a text in English, in lower case. An hour after "at" is marked: `@9`. */
export const plainWords = (text: string): string =>
  inEnglish(
    text
      .toLowerCase()
      .replace(/^(\s*\d{4}-\d{2}-\d{2})t(?=\d)/, '$1 ')
      .replace(/,/g, ' ')
      .trim()
      .replace(/\s+/g, ' '),
  )
    .replace(/(?<!\S)(?:(?:at |@ ?)?(\d{1,2}) o[’']?clock|(?:at |@ ?)(\d{1,2}))(?!\S| ?[ap]\.?m)/, '@$1$2')
    .replace(/(?<=(?<!\S)at \d{1,2})\.(?=\d\d(?!\S))/, ':')
    .replace(/(?<!\S)(?:at|on|the|of)(?!\S)/g, ' ')
    .replace(/(?<!\S)tonight(?!\S)/, 'today evening')
    .replace(/(?<!\S)this +(?=(?:morning|afternoon|evening)(?!\S))/, 'today ')
    .replace(/(?<!\S)in +(?=(?:morning|afternoon|evening)(?!\S))/, '')
    .trim()
    .replace(/\s+/g, ' ');

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The index of a weekday or a month; three letters of its name are enough: `thurs`, `nov`. */
export function indexOfName(word: string, names: readonly string[]): number | undefined {
  const letters = word.replace(/\.$/, '');
  const index = letters.length < 3 ? -1 : names.findIndex(name => name.toLowerCase().startsWith(letters));
  return index < 0 ? undefined : index;
}

/** A count in an expression: `an`, a number up to twelve in letters, or digits. */
export const COUNT = `(an?|${numbers.join('|')}|\\d{1,4})`;

/** Such a count as a number. */
export const countOf = (word = ''): number =>
  /^\d+$/.test(word) ? Number(word) : Math.max(1, numbers.indexOf(word) + 1);

export const eitherDay = (text: string, one: number, other: number, {typed}: ReadingDay): UsageError =>
  new UsageError(`"${asTyped(text, typed)}" may be ${dayInWords(one)} or ${dayInWords(other)}.`, {
    hint: `Write "${dateInWords(one)}" or "${dateInWords(other)}".`,
  });

export function notUnderstood(text: string, {ways, typed}: ReadingDay): UsageError {
  if (text === '') return new UsageError('The moment has a time of day, but no day.', {hint: ways});
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}$/.test(text)) {
    return new UsageError(`"${text}" has a year of two digits.`, {hint: 'Write all four digits: 22.11.2026.'});
  }
  const similar = closest(text, [...nearDays.keys(), ...weekdays.map(name => name.toLowerCase()), ...germanDays]);
  return new UsageError(`"${asTyped(text, typed)}" is not a day that emk understands.`, {
    hint: `${similar === undefined ? '' : `Did you mean "${similar}"? `}${ways}`,
  });
}

/** A part of a text as somebody typed it; the whole text if the part was put into other words. */
const asTyped = (part: string, typed: string): string => (typed.toLowerCase().includes(part) ? part : typed.trim());

/** The days around today, as offsets from it. */
export const nearDays = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
  ['day after tomorrow', 2],
  ['day before yesterday', -2],
]);

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
