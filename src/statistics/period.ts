import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {UsageError} from '../errors.js';
import {parseSent} from '../records/dates/moment.js';
import {readPastDays} from '../records/dates/past-day.js';
import {inZone} from '../records/dates/zone.js';

/** The days from which mailings are wanted, and until which, both included. */
export type Period = {readonly since?: string | undefined; readonly until?: string | undefined};

/** Reads `--since` and `--until`, on the clock that the service's moments are shown by; undefined where neither was given. */
export function withinPeriod(
  {host, zones}: Pick<Context, 'host' | 'zones'>,
  {since, until}: Period,
  moment: string,
): ((record: Loose) => boolean) | undefined {
  if (since === undefined && until === undefined) return undefined;
  // On the machine's clock the same line would find other mailings on another machine.
  const shown = inZone(host.now().getTime(), zones().service ?? 'UTC').getTime();
  const from = since === undefined ? Number.NEGATIVE_INFINITY : readPastDays(since, shown).from;
  const end = until === undefined ? Number.POSITIVE_INFINITY : readPastDays(until, shown).until;
  if (from >= end) {
    throw new UsageError(`--since ${since} is after --until ${until}, so that nothing lies between them.`, {
      hint: 'Give the earlier day to --since.',
    });
  }
  return record => {
    const at = momentIn(record[moment]);
    return at !== undefined && at >= from && at < end;
  };
}

/** A moment in milliseconds, as the service's clock shows it; undefined where there was none. */
export function momentIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.startsWith('0000')) return undefined;
  const sent = parseSent(value);
  return sent && sent.at / 1000;
}
