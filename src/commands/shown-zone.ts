import {EmkError} from '../core/errors.js';
import type {Context} from './command.js';

/** The zone in which tables show times: the account's, or the person's. A wrong one never hides a result. */
export function shownZone({host, zones}: Pick<Context, 'host' | 'zones'>): string | undefined {
  const here = host.env['TZ'] || undefined;
  try {
    return zones().service ?? here;
  } catch (error) {
    if (error instanceof EmkError) return here;
    throw error;
  }
}
