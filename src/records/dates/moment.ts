import {microseconds} from './microseconds.js';
import type {Span} from './spoken.js';

/** A moment as the service writes it, in microseconds; `real` if it has a time zone. */
export function parseSent(text: string): {readonly at: number; readonly real: boolean} | undefined {
  const match = sent.exec(text);
  if (!match) return undefined;
  const [, day = '', time = '00:00', second = '00', fraction, zone] = match;
  const at = Date.parse(`${day}T${time}:${second}Z`);
  return Number.isNaN(at) ? undefined : {at: at * 1000 + microseconds(fraction), real: zone !== undefined};
}

/** Where a moment lies: negative before the span, positive after it, zero within. */
export const inSpan = (at: number, {from, until}: Span): number => (at < from ? -1 : at >= until ? 1 : 0);

const sent = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z)?)?$/;
