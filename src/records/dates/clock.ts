import {UsageError} from '../../core/errors.js';
import {DAY} from '../../core/words/calendar.js';

/** The time in a zone, for tables and typed dates; an unknown zone is the process's own. */
export function inZone(milliseconds: number, zone: string | undefined): Date {
  return new Date(milliseconds + offset(milliseconds, zone));
}

/** The moment at which a clock in the zone shows this time. The time is given as if in UTC. */
function fromZone(shown: number, zone: string | undefined): number {
  const first = shown - offset(shown, zone);
  return shown - offset(first, zone);
}

function offset(milliseconds: number, zone: string | undefined): number {
  const clock = zone ? clockOf(zone) : undefined;
  if (!clock) return -new Date(milliseconds).getTimezoneOffset() * 60_000;
  const parts: Record<string, number> = {};
  for (const {type, value} of clock.formatToParts(milliseconds)) parts[type] = Number(value);
  const {year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0} = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(milliseconds / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat | undefined>();

function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!clocks.has(zone)) clocks.set(zone, makeClock(zone));
  return clocks.get(zone);
}

function makeClock(timeZone: string): Intl.DateTimeFormat | undefined {
  const part = 'numeric';
  const parts = {year: part, month: part, day: part, hour: part, minute: part, second: part} as const;
  try {
    return new Intl.DateTimeFormat('en-US', {timeZone, hourCycle: 'h23', ...parts});
  } catch {
    return undefined;
  }
}

/** The service's time zone, if known, and the time zone of the person who types. */
export type Zones = {
  readonly service?: string | undefined;
  readonly local?: string | undefined;
  /** Whether a profile can keep the service's zone, so that "emk config set timezone" helps. */
  readonly canBeKept?: true;
};

/** Every moment at which a clock in the zone shows this time: none or two around daylight saving, and no zone changes twice in two days. */
export function momentsShowing(shown: number, zone: string | undefined): number[] {
  if (Number.isNaN(shown)) return [];
  const around = [shown - DAY, shown + DAY].map(moment => shown - (inZone(moment, zone).getTime() - moment));
  return [...new Set(around)]
    .filter(moment => inZone(moment, zone).getTime() === shown)
    .sort((one, other) => one - other);
}

/** The first moment at which a clock in the zone shows this time, or an hour later where daylight saving skips it. */
export function firstShowing(shown: number, zone: string): number {
  return Number.isNaN(shown) ? shown : (momentsShowing(shown, zone)[0] ?? fromZone(shown, zone));
}

/** What the service's clock shows at a real moment. Throws if its zone is unknown. */
export function shownAt(moment: number, zones: Zones, text: string): number {
  if (zones.service !== undefined) return inZone(moment, zones.service).getTime();
  throw new UsageError(`"${text}" needs the account's time zone, which emk does not know.`, {hint: waysAround(zones)});
}

/** What to do when emk needs the account's time zone and does not know it. */
export const waysAround = ({canBeKept}: Zones): string =>
  canBeKept
    ? 'Set it once, as your account page shows it: emk config set timezone Europe/Berlin. Or give the time there: "2030-05-01 09:00".'
    : 'Give day and time as your account page shows them: "2030-05-01 09:00".';

/** A time in the service's format: `2026-11-23 08:00:00`. */
export const toSent = (shown: number): string => new Date(shown).toISOString().slice(0, 19).replace('T', ' ');

/** The time in such a text; NaN if it is not a time. */
export const fromSent = (sent: string): number => Date.parse(`${sent.replace(' ', 'T')}Z`);

/** Whether a field holds a moment: the service writes zeros for something that has not happened. */
export const isMoment = (value: unknown): value is string => typeof value === 'string' && /^(?!0000)\d{4}-/.test(value);

/** A moment as the service writes it, on its clock or in UTC; undefined for anything else. */
export function parseSent(text: string): number | undefined {
  const [, day = '', time = '00:00', second = '00', part = ''] = sent.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}:${second}${part}Z`);
  return Number.isNaN(at) ? undefined : at;
}

const sent = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,9})?)?Z?)?$/;
