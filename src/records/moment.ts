import {fromZone} from './zone.js';

/** A stretch of time in microseconds: a day, a minute, an instant. `until` is the first moment after it. */
export type Span = {readonly from: number; readonly until: number};

/** A typed date as a stretch of real time, and as one on a clock without a zone. */
export type Typed = {readonly real: Span; readonly shown: Span};

/**
Reads a date as people type it, in as much detail as they give: `2026-03` is a month, `2026-03-04` a day,
`2026-03-04 14:05` a minute. Times are local unless they end in `Z` or an offset.
*/
export function parseTyped(text: string, zone: string | undefined): Typed | undefined {
  const match = typed.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const at = (ahead: number): number => {
    const steps = [month, day, hour, minute, second].findLastIndex(part => part !== undefined);
    const parts = [Number(month) - 1, Number(day ?? 1), Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
    parts[steps] = (parts[steps] ?? 0) + ahead;
    const [months = 0, days = 1, hours = 0, minutes = 0, seconds = 0] = parts;
    return Date.UTC(Number(year), months, days, hours, minutes, seconds);
  };
  if (!isCalendarDay(at(0), month, day)) return undefined;
  const width = fraction === undefined ? undefined : 10 ** (6 - Math.min(fraction.length, 6));
  const span = (toReal: (shown: number) => number): Span => {
    const from = toReal(at(0)) * 1000 + microseconds(fraction);
    return {from, until: width === undefined ? toReal(at(1)) * 1000 : from + width};
  };
  const shift = offset === undefined ? undefined : offsetOf(offset);
  return {
    real: span(shown => (shift === undefined ? fromZone(shown, zone) : shown - shift)),
    shown: span(shown => shown),
  };
}

const typed =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;

/** A moment as the service writes it, in microseconds; `real` unless it comes without a zone. */
export function parseSent(text: string): {readonly at: number; readonly real: boolean} | undefined {
  const match = sent.exec(text);
  if (!match) return undefined;
  const [, day = '', time = '00:00:00', fraction, zone] = match;
  const at = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(at) ? undefined : {at: at * 1000 + microseconds(fraction), real: zone !== undefined};
}

const sent = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z)?)?$/;

const microseconds = (fraction = ''): number => Number(fraction.padEnd(6, '0').slice(0, 6));

/** The thirtieth of February would silently become the second of March. */
const isCalendarDay = (at: number, month: string | undefined, day: string | undefined): boolean => {
  const date = new Date(at);
  return date.getUTCMonth() + 1 === Number(month) && (day === undefined || date.getUTCDate() === Number(day));
};

const offsetOf = (text: string): number => {
  if (text === 'Z') return 0;
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
};
