/** A day, in milliseconds on a clock in UTC. */
export const DAY = 86_400_000;

export const dayOf = (shown: number): number => Math.floor(shown / DAY) * DAY;

/** How many days a month has; 1 is January. */
export const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

export const monthNames: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');
