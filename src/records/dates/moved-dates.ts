import {DAY} from '../../words/calendar.js';
import {MONTH, monthWord} from './month-words.js';

/** A text with its dates moved, and the list of changes. */
type MovedText = {readonly text: string; readonly moved: ReadonlyArray<readonly [string, string]>};

/** The days of the old and the new mailing, as midnights in UTC. */
export type Move = {readonly from: number; readonly to: number};

/** Moves the dates and weeks in a name or subject as far as the mailing moves, if they are near the old one. */
export function movedDates(text: string, move: Move): MovedText {
  const isGerman = /[äöüß]|\b(?:KW|und|der|die|das|vom|bis|im|für)\b|\d\. ?[A-ZÄ]/.test(text);
  const found: Array<{readonly at: number; readonly old: string; readonly now: string}> = [];
  for (const {form, become} of forms) {
    for (const match of text.matchAll(form)) {
      const old = match[0];
      const at = match.index;
      if (found.some(other => at < other.at + other.old.length && other.at < at + old.length)) continue;
      const now = become(match.slice(1), {...move, isGerman});
      if (now !== undefined && now !== old) found.push({at, old, now});
    }
  }
  found.sort((one, other) => one.at - other.at);
  let result = '';
  let end = 0;
  for (const {at, old, now} of found) {
    result += text.slice(end, at) + now;
    end = at + old.length;
  }
  return {text: result + text.slice(end), moved: found.map(({old, now}) => [old, now])};
}

type Where = Move & {readonly isGerman: boolean};
type Parts = ReadonlyArray<string | undefined>;
type Form = {readonly form: RegExp; become(parts: Parts, where: Where): string | undefined};

/** The ways to write a date, the most specific first. `become` returns undefined for a date that should not move. */
const forms: readonly Form[] = [
  {
    form: /\b(\d{4})-(\d\d)-(\d\d)\b/g,
    become: ([year, month, day], where) =>
      later(where, year, Number(month) - 1, day)
        ?.toISOString()
        .slice(0, 10),
  },
  {
    form: /\b(\d{4})-W(\d\d)\b/g,
    become: ([year, week], where) => weekLater(where, week, year, ({year: y, week: w}) => `${y}-W${padded(w, '00')}`),
  },
  {
    form: /\b(\d{4})-(\d\d)\b(?!-)/g,
    become: ([year, month], where) =>
      monthLater(where, year, Number(month) - 1)
        ?.toISOString()
        .slice(0, 7),
  },
  {
    form: /\b(\d{1,2})\.( ?)(\d{1,2})\.(?:( ?)(\d{4}))?(?!\d)/g,
    become([day = '', gap = '', month = '', space = '', year], where) {
      const date = later(where, year, Number(month) - 1, day);
      const numbers = date && `${padded(date.getUTCDate(), day)}.${gap}${padded(date.getUTCMonth() + 1, month)}.`;
      return date && `${numbers}${year === undefined ? '' : space + date.getUTCFullYear()}`;
    },
  },
  {
    form: new RegExp(`\\b(\\d{1,2})(st|nd|rd|th|\\.)?( (?:of )?)(${MONTH})(?![\\p{L}])(?:( )(\\d{4}))?`, 'gu'),
    become([day = '', mark = '', gap = '', name = '', space = '', year], where) {
      const word = monthWord(name, where.isGerman || mark === '.');
      const date = later(where, year, word.month, day);
      const number = date && withMark(date.getUTCDate(), day, mark);
      return date && `${number}${gap}${word.write(date.getUTCMonth())}${year ? space + date.getUTCFullYear() : ''}`;
    },
  },
  {
    form: new RegExp(`(?<![\\p{L}])(${MONTH})( )(\\d{1,2})(st|nd|rd|th)?(?!\\d)(?:(,? )(\\d{4}))?`, 'gu'),
    become([name = '', gap = '', day = '', mark = '', space = '', year], where) {
      const word = monthWord(name, false);
      const date = later(where, year, word.month, day);
      const number = date && withMark(date.getUTCDate(), day, mark);
      return date && `${word.write(date.getUTCMonth())}${gap}${number}${year ? space + date.getUTCFullYear() : ''}`;
    },
  },
  {
    form: new RegExp(`(?<![\\p{L}])(${MONTH})( )(\\d{4})\\b`, 'gu'),
    become([name = '', gap = '', year], where) {
      const word = monthWord(name, where.isGerman);
      const date = monthLater(where, year, word.month);
      return date && `${word.write(date.getUTCMonth())}${gap}${date.getUTCFullYear()}`;
    },
  },
  {
    form: /\b((?:KW|CW|week|Woche|Kalenderwoche) ?)(\d{1,2})(?!\d)(?:( ?\/ ?| )(\d{4})\b)?/gi,
    become: ([word = '', week = '', gap = '', year], where) =>
      weekLater(where, week, year, now => `${word}${padded(now.week, week)}${year ? gap + now.year : ''}`),
  },
  {
    // A month alone may be a verb or a name, so it moves only if the text is nothing else.
    form: new RegExp(`^\\s*(${MONTH})\\s*$`, 'giu'),
    become([name = ''], where) {
      const word = monthWord(name, where.isGerman);
      const date = monthLater(where, undefined, word.month);
      return date && word.write(date.getUTCMonth());
    },
  },
];

/** Moves a date that is within two months of the old mailing. Without a year, the nearest such date is meant. */
function later({from, to}: Where, year: string | undefined, month: number, day = ''): Date | undefined {
  const around = new Date(from).getUTCFullYear();
  const years = year === undefined ? [around - 1, around, around + 1] : [Number(year)];
  const dates = years.map(each => new Date(Date.UTC(each, month, Number(day))));
  const nearDate = dates.find(date => date.getUTCMonth() === month && Math.abs(date.getTime() - from) <= NEAR);
  return nearDate && new Date(nearDate.getTime() + to - from);
}

/** Moves a month by as many months as the mailing moves. */
function monthLater({from, to}: Where, year: string | undefined, month: number): Date | undefined {
  const [old, now] = [new Date(from), new Date(to)];
  const first = year === undefined ? old.getUTCFullYear() : Number(year);
  const away = (first - old.getUTCFullYear()) * 12 + month - old.getUTCMonth();
  const months = (now.getUTCFullYear() - old.getUTCFullYear()) * 12 + now.getUTCMonth() - old.getUTCMonth();
  return month > 11 || month < 0 || Math.abs(away) > 1 ? undefined : new Date(Date.UTC(first, month + months, 1));
}

/** Moves a week number as the mailing moves, if it is the old mailing's week or the one before or after. */
function weekLater(
  {from, to}: Where,
  week = '',
  year: string | undefined,
  write: (now: Week) => string,
): string | undefined {
  for (const beside of [0, 1, -1]) {
    const old = weekOf(from + beside * 7 * DAY);
    if (old.week === Number(week) && (year === undefined || old.year === Number(year)))
      return write(weekOf(to + beside * 7 * DAY));
  }
  return undefined;
}

type Week = {readonly year: number; readonly week: number};

/** The ISO 8601 week of a day: the year and number of the week of its Thursday. */
function weekOf(day: number): Week {
  const thursday = new Date(day + (3 - ((new Date(day).getUTCDay() + 6) % 7)) * DAY);
  const year = thursday.getUTCFullYear();
  return {year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY / 7) + 1};
}

const NEAR = 62 * DAY;

/** A number with as many digits as the number that it replaces. */
const padded = (number: number, like: string): string =>
  String(number).padStart(like.startsWith('0') || like === '00' ? 2 : 1, '0');

const withMark = (number: number, like: string, mark: string): string =>
  padded(number, like) + (mark === '' || mark === '.' ? mark : ordinal(number));

const ordinal = (number: number): string => {
  const last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
  return ['th', 'st', 'nd', 'rd'][last] ?? 'th';
};
