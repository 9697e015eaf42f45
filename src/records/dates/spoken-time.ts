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
};

/** Finds the time of day in a text such as `tomorrow 9am` or `2026-11-22 09:00+01:00`; undefined if it has none. */
export function readTime(text: string): SpokenTime | undefined {
  const match = clock.exec(text) ?? hour.exec(text) ?? word.exec(text);
  if (!match?.groups) return undefined;
  const {hours = '12', minutes = '0', seconds, fraction, half, hourName, offset} = match.groups;
  if (hourName === 'midnight') throw eitherEnd(match[0]);
  return {
    time:
      ((hourOf(Number(hours), Number(minutes), half, match[0]) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) *
      1000,
    fraction: microseconds(fraction),
    width: fraction === undefined ? (seconds === undefined ? 60e6 : 1e6) : 10 ** (6 - Math.min(fraction.length, 6)),
    offset: offset === undefined ? undefined : offsetOf(offset),
    rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim().replace(/\s+/g, ' '),
  };
}

const half = String.raw`(?<half>am|pm|a\.m\.|p\.m\.)`;
const offset = String.raw`(?:\s?(?<offset>z|utc|gmt|[+-]\d{2}(?::?[0-5]\d)?))?`;
const clock = new RegExp(
  String.raw`(?<!\S)(?<hours>\d{1,2}):(?<minutes>[0-5]\d)(?::(?<seconds>[0-5]\d)(?:\.(?<fraction>\d{1,9}))?)?(?:\s?${half})?${offset}(?!\S)`,
);
const hour = new RegExp(String.raw`(?<!\S)(?<hours>\d{1,2})\s?${half}${offset}(?!\S)`);
const word = /(?<!\S)(?<hourName>noon|midnight)(?!\S)/;

function hourOf(hours: number, minutes: number, half: string | undefined, text: string): number {
  const [least, most] = half === undefined ? [0, 23] : [1, 12];
  if (hours < least || hours > most) {
    throw new UsageError(`"${text}" is not a time of day.`, {hint: 'Write it like 09:30, 18:00, 9am or 6:30pm.'});
  }
  if (half === undefined) return hours;
  if (hours === 12 && minutes === 0) {
    throw new UsageError(`"${text}" is noon to some and midnight to others.`, {hint: 'Write 12:00 or 00:00.'});
  }
  return (hours % 12) + (half.startsWith('p') ? 12 : 0);
}

const eitherEnd = (text: string): UsageError =>
  new UsageError(`"${text}" may be the start of the day or its end.`, {
    hint: 'Write 00:00 for its start, or 23:59 for its end.',
  });

function offsetOf(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
