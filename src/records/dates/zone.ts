/** The time in a zone, for tables and typed dates; an unknown zone is the process's own. */
export function inZone(milliseconds: number, zone: string | undefined): Date {
  return new Date(milliseconds + offset(milliseconds, zone));
}

/** The moment at which a clock in the zone shows this time. The time is given as if in UTC. */
export function fromZone(shown: number, zone: string | undefined): number {
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
