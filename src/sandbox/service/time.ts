import type {Settings} from './settings.js';

/** A time as in `created_at` and similar fields: ISO 8601 in UTC, with microseconds and `Z`. */
export function stamp(time: number, {timestampPrecision}: Pick<Settings, 'timestampPrecision'>): string {
  const text = new Date(time).toISOString();
  return timestampPrecision === 'seconds' ? `${text.slice(0, 19)}.000000Z` : `${text.slice(0, 23)}000Z`;
}

/** A time as in `sent_at` and `live_at`: to the second, in the account's own zone. */
export const moment = (time: number, {zoneMinutes}: Pick<Settings, 'zoneMinutes'>): string =>
  new Date(time + zoneMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

/** The time of a day and a time of day in the account's own zone. */
export const timeOf = (date: string, time: string, {zoneMinutes}: Pick<Settings, 'zoneMinutes'>): number =>
  Date.parse(`${date}T${time}Z`) - zoneMinutes * 60_000;
