import type {Context} from '../change/context.js';
import {inZone, type Zones} from '../records/dates/clock.js';

/** The clock for the account's moments. */
export type AccountClock = {
  readonly zones: Zones;
  /** The account's zone, or UTC: with the machine's, the same line would find other months elsewhere. */
  readonly zone: string;
  /** The real time. */
  readonly now: Date;
  /** The time on that clock, in milliseconds. */
  readonly shown: number;
};

export function clockOf({host, ...context}: Pick<Context, 'host' | 'zones'>): AccountClock {
  const [zones, now] = [context.zones(), host.now()];
  const zone = zones.service ?? 'UTC';
  return {zones, zone, now, shown: inZone(now.getTime(), zone).getTime()};
}

/** The clock of the months, in words. */
export const zoneInWords = (zone: string | null): string =>
  zone ?? "UTC, since emk does not know the account's time zone";

/** A calendar month such as `2026-03`; months compare like texts. */
export type Month = string;

export const toMonth = (shown: number): Month => new Date(shown).toISOString().slice(0, 7);

/** The month of a timestamp on a clock; undefined for anything else. */
export const monthOf = (timestamp: unknown, zone: string): Month | undefined =>
  typeof timestamp === 'string' && inUtc.test(timestamp)
    ? toMonth(inZone(Date.parse(timestamp), zone).getTime())
    : undefined;

const inUtc = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-\d{2}T\d{2}:\d{2}:\d{2}/;
