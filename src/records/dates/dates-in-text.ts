import {MONTH, monthWord} from './month-words.js';
import {dayLater, type Move, type MovedDay, monthLater, weekLater} from './moved-days.js';
import {WEEKDAY, weekdayMoved} from './weekday-words.js';

/** The parts of a date by name, and whether the text around them is German. */
export type Parts = Readonly<Partial<Record<string, string>>>;
export type Where = Move & {readonly isGerman: boolean};

/** A way to write a date. `become` gives its text after the move, and undefined for one that should not move. */
export type Form = {
  readonly form: RegExp;
  become(parts: Parts, where: Where): string | undefined;
  /** Whether only such parts make it a date for sure, wherever it stands. */
  readonly needs?: (parts: Parts) => boolean;
};

const to = `(?: ?[-–—] ?| bis (?:zum )?| to | through | & )`;
const before = String.raw`(?:(?<![\p{L}])(?:(?<weekday>${WEEKDAY})(?<between>\.?${to}))?(?<weekdayOfLast>${WEEKDAY})(?<after>\.?,? (?:the |den |der )?))?`;
const mark = (name: string): string => String.raw`(?<${name}>st|nd|rd|th|\.)?`;
const last = `(?:(?<to>${to})(?<last>\\d{1,2})${mark('lastMark')})?`;

/** The ways to write a date, the most specific first. */
export const forms: readonly Form[] = [
  {
    form: /\b(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)\b/gu,
    become: ({year, month, day}, where) =>
      dayLater(where, year, Number(month) - 1, day)
        ?.to.toISOString()
        .slice(0, 10),
  },
  {
    form: /\b(?<year>\d{4})-W(?<week>\d\d)\b/gu,
    become: ({year, week}, where) => weekLater(where, week, year, now => `${now.year}-W${padded(now.week, '00')}`),
  },
  {
    form: /\b(?<year>\d{4})-(?<month>\d\d)\b(?!-)/gu,
    become: ({year, month}, where) =>
      monthLater(where, year, Number(month) - 1)
        ?.toISOString()
        .slice(0, 7),
  },
  {
    form: new RegExp(
      `${before}\\b(?:(?<day>\\d{1,2})\\.(?<to>${to}))?(?<last>\\d{1,2})\\.(?<gap> ?)(?<month>\\d{1,2})\\.(?:(?<space> ?)(?<year>\\d{4}|\\d{2}))?(?!\\d)`,
      'gu',
    ),
    become(parts, where) {
      const {gap = '', month = '', space = '', year} = parts;
      const write = (date: Date, like: string): string =>
        `${padded(date.getUTCDate(), like)}.${gap}${padded(date.getUTCMonth() + 1, month)}.`;
      return writeRange(parts, {where, month: Number(month) - 1}, ({first, end}) => {
        const [day, years] = [parts['last'] ?? '', year === undefined ? '' : space + yearLike(end, year)];
        if (!first) return `${write(end, day)}${years}`;
        const begins = sameMonth(first, end) ? `${padded(first.getUTCDate(), day)}.` : write(first, day);
        return `${begins}${parts['to']}${write(end, day)}${years}`;
      });
    },
    needs: ({day, last = '', month = '', year, weekdayOfLast}) =>
      [day, year, weekdayOfLast].some(part => part !== undefined) || (last.startsWith('0') && month.length === 2),
  },
  {
    form: new RegExp(
      `${before}\\b(?<day>\\d{1,2})${mark('mark')}${last}(?<gap> (?:of )?)(?<month>${MONTH})(?![\\p{L}])(?:(?<space> )(?<year>\\d{4}))?`,
      'gu',
    ),
    become(parts, where) {
      const {gap = '', month = '', space = '', year, mark: dot = '', lastMark = ''} = parts;
      const word = monthWord(month, where.isGerman || [dot, lastMark].includes('.'));
      const write = (date: Date): string => `${gap}${word.write(date.getUTCMonth())}`;
      return writeRange(parts, {where, month: word.month}, ({first, end}) => {
        const years = year === undefined ? '' : `${space}${end.getUTCFullYear()}`;
        const ends = `${withMark(end, parts['last'] ?? '', first ? lastMark : dot)}${write(end)}${years}`;
        if (!first) return ends;
        const begins = withMark(first, parts['day'] ?? '', dot || (sameMonth(first, end) ? '' : lastMark));
        return `${begins}${sameMonth(first, end) ? '' : write(first)}${parts['to']}${ends}`;
      });
    },
  },
  {
    form: new RegExp(
      `${before}(?<![\\p{L}])(?<month>${MONTH})(?<gap> )(?<day>\\d{1,2})${mark('mark').replace('|\\.', '')}${last.replace('|\\.', '')}(?!\\d)(?:(?<space>,? )(?<year>\\d{4})\\b)?`,
      'gu',
    ),
    become(parts, where) {
      const {gap = '', month = '', space = '', year, mark: ending = '', lastMark = ''} = parts;
      const word = monthWord(month, false);
      const write = (date: Date): string => `${word.write(date.getUTCMonth())}${gap}`;
      return writeRange(parts, {where, month: word.month}, ({first, end}) => {
        const years = year === undefined ? '' : `${space}${end.getUTCFullYear()}`;
        if (!first) return `${write(end)}${withMark(end, parts['last'] ?? '', ending)}${years}`;
        const ends = `${sameMonth(first, end) ? '' : write(end)}${withMark(end, parts['last'] ?? '', lastMark)}`;
        return `${write(first)}${withMark(first, parts['day'] ?? '', ending)}${parts['to']}${ends}${years}`;
      });
    },
  },
  {
    form: new RegExp(`(?<![\\p{L}])(?<month>${MONTH})(?<gap> )(?<year>\\d{4})\\b`, 'gu'),
    become({month = '', gap = '', year}, where) {
      const word = monthWord(month, where.isGerman);
      const date = monthLater(where, year, word.month);
      return date && `${word.write(date.getUTCMonth())}${gap}${date.getUTCFullYear()}`;
    },
  },
  {
    form: /\b(?<word>(?:KW|CW|week|Woche|Kalenderwoche) ?)(?<week>\d{1,2})(?!\d)(?:(?<gap> ?\/ ?| )(?<year>\d{4})\b)?/giu,
    become: ({word = '', week = '', gap = '', year}, where) =>
      weekLater(where, week, year, now => `${word}${padded(now.week, week)}${year ? gap + now.year : ''}`),
  },
  {
    // A month alone may be a verb or a name, so it moves only if the text is nothing else.
    form: new RegExp(`^\\s*(?<month>${MONTH})\\s*$`, 'giu'),
    become({month = ''}, where) {
      const word = monthWord(month, where.isGerman);
      const date = monthLater(where, undefined, word.month);
      return date && word.write(date.getUTCMonth());
    },
  },
];

type Range = {readonly first: Date | undefined; readonly end: Date};

/** Moves both days of a range, and the weekdays before it. One that was wrong already keeps the whole date as it is. */
function writeRange(
  parts: Parts,
  {where, month}: {readonly where: Where; readonly month: number},
  write: (range: Range) => string,
): string | undefined {
  const {day, last: end = day, year} = parts;
  const moved = dayLater(where, year, month, end);
  const first = day === undefined || day === end ? undefined : dayLater(where, year, month, day);
  if (moved === undefined || (first && first.from > moved.from)) return undefined;
  const weekday = weekdaysMoved(parts, first, moved);
  return weekday === undefined ? undefined : weekday + write({first: first?.to, end: moved.to});
}

/** The weekdays before a date, moved: `Friday, `. One weekday before a range is that of its first day. */
function weekdaysMoved(
  {weekday, between = '', weekdayOfLast, after = ''}: Parts,
  first: MovedDay | undefined,
  end: MovedDay,
): string | undefined {
  if (weekdayOfLast === undefined) return '';
  const own = weekdayMoved(weekdayOfLast, weekday === undefined ? (first ?? end) : end);
  if (own === undefined) return undefined;
  if (weekday === undefined) return own + after;
  const begins = first && weekdayMoved(weekday, first);
  return begins === undefined ? undefined : begins + between + own + after;
}

const sameMonth = (one: Date, other: Date): boolean => one.getUTCMonth() === other.getUTCMonth();

const yearLike = (date: Date, like: string): string => String(date.getUTCFullYear()).slice(-like.length);

/** A number with as many digits as the number that it replaces. */
const padded = (number: number, like: string): string =>
  String(number).padStart(like.startsWith('0') || like === '00' ? 2 : 1, '0');

const withMark = (date: Date, like: string, mark: string): string =>
  padded(date.getUTCDate(), like) + (mark === '' || mark === '.' ? mark : ordinal(date.getUTCDate()));

const ordinal = (number: number): string => {
  const last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
  return ['th', 'st', 'nd', 'rd'][last] ?? 'th';
};
