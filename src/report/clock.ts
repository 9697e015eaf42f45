import {zonesOf} from '../accounts/time-zone.js';
import type {Context} from '../commands/command.js';
import type {Zones} from '../records/dates/service-clock.js';
import {inZone} from '../records/dates/zone.js';

/** The clock that the account's moments are read on. */
export type Clock = {
  readonly zones: Zones;
  /** The account's zone, or this machine's where emk does not know the account's. */
  readonly zone: string | undefined;
  /** The real time. */
  readonly now: Date;
  /** What the clock shows now, in milliseconds. */
  readonly shown: number;
};

/** The account's clock now. Without the account's zone it is this machine's, which is the best that can be said. */
export function clockOf(context: Pick<Context, 'host' | 'globals' | 'warn'>): Clock {
  return clockIn(zonesOf(context), context.host.now());
}

/** A clock in these zones at a moment of real time. */
export function clockIn(zones: Zones, now: Date): Clock {
  const zone = zones.service ?? zones.local;
  return {zones, zone, now, shown: inZone(now.getTime(), zone).getTime()};
}

/** The midnight before a time that a clock shows. */
export const dayOf = (shown: number): number => Math.floor(shown / DAY) * DAY;

export const DAY = 86_400_000;
