import {UsageError} from '../../errors.js';
import {DAY, monthsLater} from '../../words/calendar.js';
import {readDate} from './spoken-date.js';
import {
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

/** Reads `in 3 days` and `2 years ago`. Days and months are counted on the calendar. */
function awayFrom(text: string): {readonly days: number; readonly months: number} | undefined {
  const ahead = /^in (an?|one|\d{1,4}) (day|week|month|year)s?$/.exec(text);
  const [, count, unit] = ahead ?? /^(an?|one|\d{1,4}) (day|week|month|year)s? ago$/.exec(text) ?? [];
  if (unit === undefined) return undefined;
  const times = countOf(count) * (ahead ? 1 : -1);
  const inDays = unit === 'day' || unit === 'week';
  return inDays
    ? {days: times * (unit === 'week' ? 7 : 1), months: 0}
    : {days: 0, months: times * (unit === 'year' ? 12 : 1)};
}

function onWeekday(
  weekday: number,
  {qualifier, text}: {readonly qualifier: string; readonly text: string},
  {today, leaning}: ReadingDay,
): number {
  const now = new Date(today).getUTCDay();
  const coming = today + (((weekday - now + 6) % 7) + 1) * DAY;
  const latest = today - (((now - weekday + 6) % 7) + 1) * DAY;
  const monday = today - ((now + 6) % 7) * DAY;
  const inThisWeek = monday + ((weekday + 6) % 7) * DAY;
  const onPlainWeekday = (): number => {
    if (leaning === 'either') return either(text, latest, coming);
    const nearestDay = leaning === 'past' ? latest : coming;
    return weekday === now ? either(text, today, nearestDay) : nearestDay;
  };
  switch (qualifier) {
    case 'last':
      return latest;
    case 'coming':
      return weekday === now ? either(text, today, coming) : coming;
    case 'this':
      if (weekday === now) return today;
      return leaning === 'ahead' || inThisWeek === coming ? coming : either(text, inThisWeek, coming);
    case 'next':
      // Some people mean the coming day, others the one in next week.
      return coming === inThisWeek + 7 * DAY ? coming : either(text, coming, inThisWeek + 7 * DAY);
    default:
      return onPlainWeekday();
  }
}

function either(text: string, one: number, other: number): never {
  throw eitherDay(text, one, other);
}

function agreeing(date: number, weekday: number): number {
  if (new Date(date).getUTCDay() === weekday) return date;
  throw new UsageError(`${dateInWords(date)} is not a ${weekdays[weekday]}.`, {
    hint: `It is a ${weekdays[new Date(date).getUTCDay()]}. Remove the weekday, or fix the date.`,
  });
}
