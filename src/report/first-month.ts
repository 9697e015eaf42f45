import {UsageError} from '../errors.js';
import {fromDayInWords, readPastDays} from '../records/dates/when.js';
import type {Clock} from './clock.js';
import {type Month, shifted, toMonth} from './months.js';
import {zoneInWords} from './wording.js';

/** The first month of a report: the month of the given day, with a notice, or a year ago, counting this month. */
export function firstMonth(since: string | undefined, clock: Clock, notice: (sentence: string) => void): Month {
  const now = toMonth(clock.shown);
  if (since === undefined) return shifted(now, -11);
  const {from} = readPastDays(since, clock.shown);
  if (from > clock.shown) {
    throw new UsageError(`--since ${since} is still to come.`, {hint: 'Give this month or an earlier one.'});
  }
  const first = toMonth(from);
  if (first >= shifted(now, -MOST_MONTHS)) {
    const start = Date.parse(`${first}-01T00:00:00Z`);
    notice(
      `--since "${since}" means ${fromDayInWords({from: start, until: start}, zoneInWords(clock.zones.service ?? null))}.`,
    );
    return first;
  }
  throw new UsageError(`--since ${since} is more than ${MOST_MONTHS / 12} years ago.`, {
    hint: `Give ${shifted(now, -MOST_MONTHS)} or a later month.`,
  });
}

const MOST_MONTHS = 20 * 12;
