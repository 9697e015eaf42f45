import type {Context} from '../commands/command.js';
import {inZone, type Zones} from '../records/dates/clock.js';

/** The clock for the account's moments. */
export type Clock = {
  readonly zones: Zones;
  /** The account's zone, or UTC: with the machine's, the same line would find other months elsewhere. */
  readonly zone: string;
  /** The real time. */
  readonly now: Date;
  /** The time on that clock, in milliseconds. */
  readonly shown: number;
};

/** The account's clock now. */
export const clockOf = ({host, zones}: Pick<Context, 'host' | 'zones'>): Clock => clockIn(zones(), host.now());

export function clockIn(zones: Zones, now: Date): Clock {
  const zone = zones.service ?? 'UTC';
  return {zones, zone, now, shown: inZone(now.getTime(), zone).getTime()};
}
