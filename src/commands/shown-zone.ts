import {EmkError} from '../errors.js';
import type {Context} from './command.js';

/**
 * The zone in which tables show times: the account's, or the person's if emk does not know it. A profile's wrong zone
 * is an error only when reading a moment, and never hides what a command has done.
 */
export function shownZone({host, zones}: Pick<Context, 'host' | 'zones'>): string | undefined {
  const here = host.env['TZ'] || undefined;
  try {
    return zones().service ?? here;
  } catch (error) {
    if (error instanceof EmkError) return here;
    throw error;
  }
}
