import type {Context} from '../commands/command.js';
import type {Zones} from '../records/dates/service-clock.js';
import {inZone} from '../records/dates/zone.js';

/** The clock that the account's moments are read on. */
export type Clock = {
  readonly zones: Zones;
  /** The account's zone, or UTC where emk does not know it: on the machine's clock the same line would find other months elsewhere. */
  readonly zone: string;
  /** The real time. */
  readonly now: Date;
  /** What the clock shows now, in milliseconds. */
  readonly shown: number;
};

/** The account's clock now. */
export const clockOf = ({host, zones}: Pick<Context, 'host' | 'zones'>): Clock => clockIn(zones(), host.now());

/** A clock in these zones at a moment of real time. */
export function clockIn(zones: Zones, now: Date): Clock {
  const zone = zones.service ?? 'UTC';
  return {zones, zone, now, shown: inZone(now.getTime(), zone).getTime()};
}

/** The midnight before a time that a clock shows. */
export const dayOf = (shown: number): number => Math.floor(shown / DAY) * DAY;

export const DAY = 86_400_000;
