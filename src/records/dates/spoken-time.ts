import {UsageError} from '../../errors.js';
import {microseconds} from './microseconds.js';

/** A time of day in milliseconds, its offset if it had one, and the other words of the text. */
type SpokenTime = {
  readonly time: number;
  /** The fraction of a second, in microseconds. */
  readonly fraction: number;
  /** How long the named time lasts, in microseconds: a minute, a second, or a fraction of a second. */
  readonly width: number;
  readonly offset: number | undefined;
  readonly rest: string;
  /** An hour that nothing marks as one, as in `friday 9`: it might be the day of a month. */
  readonly unmarked: number | undefined;
};

/** Finds the time of day in a text such as `tomorrow 9am` or `2026-11-22 09:00+01:00`; undefined if it has none. */
export function readTime(text: string): SpokenTime | undefined {
  const found = forms.map(form => form.exec(text)).find(match => match !== null);
  if (!found?.groups) return undefined;
  const {hours = '12', minutes = '0', seconds, fraction, hourName, offset, unmarked} = found.groups;
  if (hourName === 'midnight') throw eitherEnd();
  const others = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  const part = partOfDay.exec(others)?.[0];
  const hour = hourOf(found.groups, part, found[0]);
  return {
    time: ((hour * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000,
    fraction: microseconds(fraction),
    width: fraction === undefined ? (seconds === undefined ? 60e6 : 1e6) : 10 ** (6 - Math.min(fraction.length, 6)),
    offset: offset === undefined ? undefined : offsetOf(offset),
    rest: others.replace(partOfDay, ' ').trim().replace(/\s+/g, ' '),
    unmarked: unmarked === undefined ? undefined : Number(hours),
  };
}

/** Whether a text says a part of a day: emk does not guess its hour. */
export const saysPartOfDay = (text: string): boolean => partOfDay.test(text);

const half = String.raw`(?<half>am|pm|a\.m\.|p\.m\.)`;
const offset = String.raw`(?:\s?(?<offset>z|utc|gmt|[+-]\d{2}(?::?[0-5]\d)?))?`;

const month = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`;

/** The ways to write a time, the surest first. A bare number counts only beside words without digits or months. */
const forms: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<!\S)(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>[0-5]\d)(?:\.(?<fraction>\d{1,9}))?)?(?:\s?${half})?${offset}(?!\S)`,
  ),
  new RegExp(String.raw`(?<!\S)(?<hours>\d{1,2})(?:\.(?<minutes>\d{2}))?\s?${half}${offset}(?!\S)`),
  /(?<!\S)@(?<hours>\d{1,2})(?<bare>)(?!\S)/,
  /(?<!\S)(?<hourName>noon|midnight)(?!\S)/,
  /(?<!\S)(?<hours>\d{1,2})(?<bare>)(?= (?:morning|midday|afternoon|evening)(?!\S))/,
  new RegExp(String.raw`(?<=^\D+ )(?<!(?<!\S)${month} )(?<hours>\d{1,2})(?<bare>)(?<unmarked>)$`),
];

/** The hours of each part of a day. A night belongs to two days, so it is none of them. */
const parts: Readonly<Record<string, readonly [least: number, most: number]>> = {
  morning: [4, 11],
  midday: [11, 14],
  afternoon: [12, 17],
  evening: [17, 23],
};

const partOfDay = /(?<!\S)(?:morning|midday|afternoon|evening)(?!\S)/;

/** The hour on a clock of 24 hours. One that can be two hours of that day is refused. */
function hourOf(groups: Partial<Record<string, string>>, part: string | undefined, text: string): number {
  const {minutes = '0', half, bare} = groups;
  const hour = hourAsWritten(groups, text.replace('@', ''));
  const [from, until] = parts[part ?? ''] ?? [0, 24];
  const both = half === undefined && (part !== undefined || (bare !== undefined && isEither(hour)));
  const [only, other] = (both ? [hour, (hour + 12) % 24] : [hour]).filter(each => each >= from && each <= until);
  if (only === undefined) {
    throw new UsageError(`${clockInWords(hour, minutes)} is not in the ${part}.`, {
      hint: 'Write the day and the time alone, like "tomorrow 18:00".',
    });
  }
  if (other === undefined) return only;
  const [one, two] = [clockInWords(only, minutes), clockInWords(other, minutes)];
  throw new UsageError(`"${text.replace('@', '')}" may be ${one} or ${two}.`, {hint: `Write ${one} or ${two}.`});
}

function hourAsWritten(
  {hours = '12', minutes = '0', seconds = '0', half}: Partial<Record<string, string>>,
  text: string,
): number {
  const [hour, rest] = [Number(hours), Number(minutes) + Number(seconds)];
  const [least, most] = half === undefined ? [0, rest === 0 ? 24 : 23] : [1, 12];
  if (hour < least || hour > most || Number(minutes) > 59) {
    throw new UsageError(`"${text}" is not a time of day.`, {hint: 'Write it like 09:30, 18:00, 9am or 6:30pm.'});
  }
  if (half === undefined) return hour;
  if (hour === 12 && rest === 0) {
    throw new UsageError(`"${text}" is noon to some and midnight to others.`, {hint: 'Write 12:00 or 00:00.'});
  }
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}

/** An hour without minutes is on the clock of 24 hours, except those that people say of both halves of a day. */
const isEither = (hour: number): boolean => (hour >= 1 && hour <= 7) || hour === 12;

const clockInWords = (hour: number, minutes: string): string =>
  `${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}`;

const eitherEnd = (): UsageError =>
  new UsageError('Midnight may be the start of the day or its end.', {
    hint: 'Write 00:00 for its start, or 24:00 for its end.',
  });

function offsetOf(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
