import {EmkError} from '../errors.js';
import type {Context} from './command.js';

/**
The zone that tables show times in: the account's, or that of the person where emk does not know it. A wrong zone of a profile
is an error where a moment is read in it, and never keeps people from seeing what a command has done.
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
