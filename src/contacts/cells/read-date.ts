import {headerKey} from '../../csv/columns/header-names.js';
import type {DateOrder, Fitted} from '../file/contract.js';

/**
 * A date as people and programs write it, as `YYYY-MM-DDTHH:MM`. One with two meanings is read in the order that a person
 * gave or that other dates of its column show, else refused; dates with dots need only the first.
 */
export function readDate(text: string, given: DateOrder | undefined, shown: DateOrder | undefined): Fitted {
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    return {reason: 'is an Excel day number: format the column as a date and save the file again'};
  }
  const [, day = '', clock = ''] = /^(.*?)(?:(?:[T,]\s*|\s+)(\d{1,2}:\d\d.*))?$/.exec(text) ?? [];
  const date = readDay(day.trim(), given, shown);
  if ('reason' in date) return date;
  const time = clock === '' ? '00:00' : readClock(clock.trim());
  if (time === undefined) return notADate;
  // A date field stores no zone.
  return {value: `${date.value}T${time}`, note: namesZone(text) ? 'time zone' : undefined};
}

const namesZone = (text: string): boolean => /\d\s*(?:z|utc|gmt|[+-]\d\d:?\d\d)$/i.test(text) && /:\d\d/.test(text);

const notADate: Fitted = {reason: 'is not a date: write 2026-04-03 or 2026-04-03 14:30'};

function readDay(text: string, given: DateOrder | undefined, shown: DateOrder | undefined): Fitted {
  const [, ...iso] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? /^(\d{4})()(\d\d)(\d\d)$/.exec(text) ?? [];
  if (iso.length > 0) return onCalendar(iso[0], iso[2], iso[3]);
  const [, one, sign, two, year] = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) return inOrder(Number(one), Number(two), year, given ?? (sign === '.' ? 'dmy' : shown));
  if (/^\d{1,2}([-/.])\d{1,2}\1\d\d$/.test(text)) return {reason: 'has a two-digit year: write all four digits'};
  if (/^\d{1,2}[-/.]\d{1,2}\.?$/.test(text)) return {reason: 'has no year: write 1990-04-03'};
  return readNamedMonth(text);
}

function inOrder(first: number, second: number, year: string, order: DateOrder | undefined): Fitted {
  if (order === undefined && first <= 12 && second <= 12 && first !== second) {
    const readings = `${written(year, second, first)} or ${written(year, first, second)}`;
    return {reason: `can mean ${readings}: say which with: emk config set dates dmy (or mdy)`};
  }
  const dayFirst = order === undefined ? first > 12 : order === 'dmy';
  return dayFirst ? onCalendar(year, second, first) : onCalendar(year, first, second);
}

/** Reads `4 Mar 2026`, `March 4th, 2026`, `4. März 2026`, `4 de marzo de 2026`, with or without a weekday. */
function readNamedMonth(text: string): Fitted {
  const words = text
    .replace(/[.,]/g, ' ')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th|er|º)\b/gi, '$1')
    .replace(/-/g, ' ');
  const parts = words.split(/\s+/).filter(word => word !== '' && !/^(?:de|del|of|the)$/i.test(word));
  const dated = parts.length === 4 && monthCalled(parts[0] ?? '') === undefined ? parts.slice(1) : parts;
  const [a = '', b = '', c = ''] = dated;
  if (dated.length !== 3 || !/^\d{4}$/.test(c)) return notADate;
  const [day, name] = /^\d/.test(a) ? [a, b] : [b, a];
  const month = monthCalled(name);
  return month === undefined || !/^\d{1,2}$/.test(day) ? notADate : onCalendar(c, month, day);
}

function onCalendar(...[year, month, day]: DateParts): Fitted {
  const isMonth = Number(month) >= 1 && Number(month) <= 12 && Number(year) >= 1000;
  const isDay = Number(day) >= 1 && Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return isMonth && isDay ? {value: written(year, month, day)} : {reason: 'is a date that does not exist'};
}

type DateParts = [year: string | undefined, month: string | number | undefined, day: string | number | undefined];

const written = (...parts: DateParts): string => parts.map(part => String(part).padStart(2, '0')).join('-');

function readClock(text: string): string | undefined {
  const match =
    /^(\d{1,2}):(\d\d)(?::\d\d(?:[.,]\d+)?)?\s*(?:([ap])\.?\s?m\.?)?\s*(?:uhr)?\s*(?:z|utc|gmt|[+-]\d\d:?\d\d)?$/i.exec(
      text,
    );
  if (match === null) return undefined;
  const half = match[3]?.toLowerCase();
  const typedHour = Number(match[1]);
  if (half !== undefined && (typedHour < 1 || typedHour > 12)) return undefined;
  const hour = half === undefined ? typedHour : (typedHour % 12) + (half === 'p' ? 12 : 0);
  return hour < 24 && Number(match[2]) < 60 ? `${String(hour).padStart(2, '0')}:${match[2]}` : undefined;
}

function monthCalled(word: string): number | undefined {
  const key = headerKey(word);
  if (key.length < 3) return undefined;
  const index = months.findIndex(names => names.split(' ').some(name => name === key || shortened(name, key)));
  return index < 0 ? undefined : index + 1;
}

/** French needs four letters to tell `juin` from `juillet`; elsewhere three are enough. */
const shortened = (name: string, key: string): boolean => key.length <= 4 && key !== 'jui' && name.startsWith(key);

const months = [
  'january januar janner janvier enero',
  'february februar fevrier febrero',
  'march marz maerz mars marzo mrz',
  'april avril abril',
  'may mai mayo',
  'june juni juin junio',
  'july juli juillet julio',
  'august aout agosto',
  'september septembre septiembre sept',
  'october oktober octobre octubre',
  'november novembre noviembre',
  'december dezember decembre diciembre',
];

type DatesSeen = Partial<Record<DateOrder | 'unclear', {readonly text: string; readonly line: number}>>;

/**
 * What the dates of a column show: a single 31/12/2020 settles what 03/04/2020 means. A date with dots has the day first
 * anyway, and shows nothing.
 */
export function datesSeen(values: ReadonlyArray<{readonly text: string; readonly line: number}>): DatesSeen {
  const seen: DatesSeen = {};
  for (const value of values) {
    const [, first = '', , second = ''] = /^(\d{1,2})([-/])\s?(\d{1,2})\2\s?\d{4}(?!\d)/.exec(value.text) ?? [];
    const [one, two] = [Number(first), Number(second)];
    if (one === two || (one > 12 && two > 12)) continue;
    seen[one > 12 ? 'dmy' : two > 12 ? 'mdy' : 'unclear'] ??= value;
  }
  return seen;
}

/** The order that all dates of a column have in common; undefined if none shows it, or both appear. */
export const orderOf = ({dmy, mdy}: DatesSeen): DateOrder | undefined =>
  dmy && mdy ? undefined : dmy ? 'dmy' : mdy && 'mdy';
