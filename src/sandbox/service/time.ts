/** A time as in `created_at` and similar fields: ISO 8601 in UTC, with microseconds and `Z`. */
export const stamp = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}.000000Z`;

/** A time as in `sent_at` and `live_at`: to the second. */
export const moment = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
