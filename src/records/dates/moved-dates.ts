import {DAY} from '../../words/calendar.js';
import {type Form, forms, type Parts, type Where} from './dates-in-text.js';
import {MONTH, monthWord, OTHER_MONTH, otherMonth} from './month-words.js';
import {dayLater, type Move, monthLater} from './moved-days.js';
import {WHOLE_WEEKDAY} from './weekday-words.js';

/** A text with its dates moved, the list of changes, and what names a time and stays, for a person to decide. */
export type MovedText = {
  readonly text: string;
  readonly moved: ReadonlyArray<readonly [string, string]>;
  readonly stays: readonly string[];
};

/** Moves the dates and weeks in a text as far as the mailing moves, if they are near the old one and surely dates. */
export function movedDates(text: string, move: Move): MovedText {
  const isGerman = /[äöüß]|\b(?:KW|und|der|die|das|vom|bis|im|für)\b|\d\. ?[A-ZÄ]/.test(text);
  const found = datesIn(text, {...move, isGerman});
  let [result, end] = ['', 0];
  for (const {at, old, now = old} of found) {
    result += text.slice(end, at) + now;
    end = at + old.length;
  }
  return {
    text: result + text.slice(end),
    moved: found.flatMap(({old, now}) => (now === undefined ? [] : [[old, now] as const])),
    stays: [...new Set(found.flatMap(({old, now}) => (now === undefined ? [old] : [])))],
  };
}

/** A date in a text and what it becomes; undefined if only a person can say. */
type Found = {readonly at: number; readonly old: string; readonly now: string | undefined};

/** Finds dates by each form in turn: what one form has found is no other's. */
function datesIn(text: string, where: Where): readonly Found[] {
  const ways = [
    ...forms.map(each => ({form: each.form, read: (match: RegExpExecArray) => readDate(match, each, where)})),
    ...alone.map(each => ({form: each.form, read: (match: RegExpExecArray) => readAlone(match, each, where)})),
  ];
  const found: Found[] = [];
  for (const {form, read} of ways) found.push(...free([...text.matchAll(form)].flatMap(read), found));
  return found.toSorted((one, other) => one.at - other.at);
}

const free = (dates: readonly Found[], found: readonly Found[]): readonly Found[] =>
  dates.filter(one => !found.some(({at, old}) => one.at < at + old.length && at < one.at + one.old.length));

function readDate(
  {0: old, index: at, input, groups = {}}: RegExpExecArray,
  {become, needs}: Form,
  where: Where,
): Found[] {
  const now = become(groups, where);
  if (now === undefined ? !isNear(groups, where) : now === old) return [];
  const around = {before: input.slice(0, at), after: input.slice(at + old.length), groups};
  return [{at, old, now: isSure(around, needs) ? now : undefined}];
}

const readAlone = ({0: old, index: at}: RegExpExecArray, {stays}: Alone, where: Where): Found[] =>
  stays(old, where) ? [{at, old, now: undefined}] : [];

type Around = {readonly before: string; readonly after: string; readonly groups: Parts};

/** Whether a number beside a month is surely its day: `Top 10 May deals` and `Version 2.5.` are not. */
function isSure({before, after, groups}: Around, needs?: (parts: Parts) => boolean): boolean {
  const {mark, last, day, year, weekdayOfLast} = groups;
  if (/^(?:[%€$£]| ?(?:%|€|Euro\b)|[.,:]\d)/.test(after)) return false;
  if (day === undefined && last === undefined) return true;
  if (prepositions.test(before)) return true;
  if (needs) return needs(groups) || (/(?:^|[:,;(|–—-] ?)$/.test(before) && after !== '');
  const isRange = day !== undefined && last !== undefined;
  if (isRange || [mark, year, weekdayOfLast].some(part => part !== undefined))
    return !counting.test(before) || year !== undefined;
  return (
    !counting.test(before) && /^\s*(?:$|[^\s\p{L}\d]| [–—|-] | (?:to|until|through|and|bis|und|at|um)\b)/u.test(after)
  );
}

const prepositions =
  /(?<!\p{L})(?:until|till|by|from|on|before|after|since|through|starting|ending|ends|of|bis|vom|am|ab|zum|seit|nach|vor|den|dem)\s+$/iu;
const counting =
  /(?<!\p{L})(?:top|best|our|the|first|last|only|over|all|these|those|my|your|with|nur|die|unsere|unseren|besten|ersten|letzten|alle|über|mehr|mit)\s+$/iu;

/** Whether a date that cannot be moved, as its weekday is wrong, is about the time of the mailing. */
const isNear = ({month = '', day, last, year, weekdayOfLast}: Parts, move: Move): boolean =>
  weekdayOfLast !== undefined &&
  dayLater(move, year, /^\d/.test(month) ? Number(month) - 1 : monthWord(month, false).month, last ?? day) !==
    undefined;

/** What follows “May” where it is no month. */
const verbs = 'we|I|you|he|she|it|they|the|this|these|all|your|our|every|not|be|contain';

type Alone = {readonly form: RegExp; stays(word: string, where: Where): boolean};

/** What names a time and may be something else: a month or a weekday alone, and 5/8, which has two orders. */
const alone: readonly Alone[] = [
  {
    form: /(?<![\d/])(?!24\/7)\d{1,2}\/\d{1,2}(?:\/\d{4})?(?![\d/])/gu,
    stays(word, where) {
      const [one = '', other = '', year] = word.split('/');
      return [dayLater(where, year, Number(one) - 1, other), dayLater(where, year, Number(other) - 1, one)].some(
        Boolean,
      );
    },
  },
  {
    form: new RegExp(`(?<![\\p{L}]|\\d[.a-z]{0,2} ?)(?!May (?:${verbs})(?!\\p{L}))${MONTH}(?![\\p{L}]| ?\\d)`, 'gu'),
    stays(word, where) {
      const {month, write} = monthWord(word, where.isGerman);
      const now = monthLater(where, undefined, month);
      return now !== undefined && write(now.getUTCMonth()) !== word;
    },
  },
  {
    form: new RegExp(`(?<!\\p{L}|\\d)\\d{1,2}(?:er|º|°)? (?:de |di )?${OTHER_MONTH}(?!\\p{L})`, 'gu'),
    stays: (word, where) =>
      dayLater(where, undefined, otherMonth(/\p{L}+$/u.exec(word)?.[0] ?? ''), /^\d+/.exec(word)?.[0]) !== undefined,
  },
  {
    form: new RegExp(`(?<!\\p{L}|Black |Good )${WHOLE_WEEKDAY}(?!\\p{L})`, 'gu'),
    stays: (_, {from, to}) => ((to - from) / DAY) % 7 !== 0,
  },
];
