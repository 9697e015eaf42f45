import {UsageError} from '../../errors.js';
import {DAY, monthsLater} from '../../words/calendar.js';
import {readDate} from './spoken-date.js';
import {readPeriod} from './spoken-period.js';
import {
  COUNT,
  countOf,
  dateInWords,
  eitherDay,
  indexOfName,
  nearDays,
  notUnderstood,
  type ReadingDay,
  weekdays,
} from './spoken-words.js';

/** Reads a day as people write it, as a midnight on a clock in UTC. An ambiguous text is refused. */
export function readDay(text: string, on: ReadingDay): number {
  const {today} = on;
  const near = nearDays.get(text);
  if (near !== undefined) return today + near * DAY;
  const away = awayFrom(text);
  if (away) return away.months ? monthsLater(today, away.months) : today + away.days * DAY;
  if (text.startsWith('end ')) return endOf(text, on);
  const ofWeek = dayOfWeek(text, on);
  if (ofWeek !== undefined) return ofWeek;
  const [first = '', ...others] = text.split(' ');
  if (qualifiers.includes(first) && others.length === 1) {
    const weekday = indexOfName(others[0] ?? '', weekdays);
    if (weekday === undefined) throw notUnderstood(others[0] ?? '', on);
    return onWeekday(weekday, {qualifier: first, text}, on);
  }
  const weekday = indexOfName(first, weekdays);
  if (weekday === undefined) return readDate(text, on);
  if (others.length === 0) return onWeekday(weekday, {qualifier: '', text}, on);
  return agreeing(readDate(others.join(' '), on), weekday);
}

const qualifiers = ['this', 'next', 'coming', 'last'];

/** Reads `in 3 days`, `two weeks from now` and `2 years ago`. Days and months are counted on the calendar. */
export function awayFrom(text: string): {readonly days: number; readonly months: number} | undefined {
  const [, count, unit, way] = AWAY.exec(text.replace(/^in (.+)$/, '$1 from now')) ?? [];
  if (unit === undefined) return undefined;
  const times = countOf(count) * (way === 'ago' ? -1 : 1);
  const inDays = unit === 'day' || unit === 'week';
  return inDays
    ? {days: times * (unit === 'week' ? 7 : 1), months: 0}
    : {days: 0, months: times * (unit === 'year' ? 12 : 1)};
}

const AWAY = new RegExp(`^${COUNT} (day|week|month|year)s? (from now|ago)$`);

/** The last day of a month or a year. A week ends on Friday for some people, and on Sunday for others. */
function endOf(text: string, on: ReadingDay): number {
  const periodName = text.slice('end '.length);
  const period = readPeriod(/^(?:week|month|year)$/.test(periodName) ? `this ${periodName}` : periodName, on);
  if (period === undefined) throw notUnderstood(text, on);
  if (period.until - period.from === 7 * DAY) throw eitherDay(text, period.until - 3 * DAY, period.until - DAY, on);
  return period.until - DAY;
}

/** `monday next week`. Some weeks begin on Sunday: a day that depends on it is refused. */
function dayOfWeek(text: string, on: ReadingDay): number | undefined {
  const [, before, which = '', after] = /^(?:([a-z]+\.?) )?(this|next|last) week(?: ([a-z]+\.?))?$/.exec(text) ?? [];
  const weekday = indexOfName(before ?? after ?? '', weekdays);
  if (weekday === undefined || (before !== undefined && after !== undefined)) return undefined;
  const ahead = ['last', 'this', 'next'].indexOf(which) - 1;
  const now = new Date(on.today).getUTCDay();
  const fromMonday = on.today + (7 * ahead + ((weekday + 6) % 7) - ((now + 6) % 7)) * DAY;
  const fromSunday = on.today + (7 * ahead + weekday - now) * DAY;
  if (fromMonday === fromSunday) return fromMonday;
  throw eitherDay(text, Math.min(fromMonday, fromSunday), Math.max(fromMonday, fromSunday), on);
}

function onWeekday(
  weekday: number,
  {qualifier, text}: {readonly qualifier: string; readonly text: string},
  on: ReadingDay,
): number {
  const {today, leaning} = on;
  const either = (one: number, other: number): never => {
    throw eitherDay(text, one, other, on);
  };
  const now = new Date(today).getUTCDay();
  const coming = today + (((weekday - now + 6) % 7) + 1) * DAY;
  const latest = today - (((now - weekday + 6) % 7) + 1) * DAY;
  const monday = today - ((now + 6) % 7) * DAY;
  const inThisWeek = monday + ((weekday + 6) % 7) * DAY;
  const onPlainWeekday = (): number => {
    if (leaning === 'either') return either(latest, coming);
    const nearestDay = leaning === 'past' ? latest : coming;
    return weekday === now ? either(today, nearestDay) : nearestDay;
  };
  switch (qualifier) {
    case 'last':
      return latest;
    case 'coming':
      return weekday === now ? either(today, coming) : coming;
    case 'this':
      if (weekday === now) return today;
      return leaning === 'ahead' || inThisWeek === coming ? coming : either(inThisWeek, coming);
    case 'next':
      // Some people mean the coming day, others the one in next week.
      return coming === inThisWeek + 7 * DAY ? coming : either(coming, inThisWeek + 7 * DAY);
    default:
      return onPlainWeekday();
  }
}

function agreeing(date: number, weekday: number): number {
  if (new Date(date).getUTCDay() === weekday) return date;
  throw new UsageError(`${dateInWords(date)} is not a ${weekdays[weekday]}.`, {
    hint: `It is a ${weekdays[new Date(date).getUTCDay()]}. Remove the weekday, or fix the date.`,
  });
}
