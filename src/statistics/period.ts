import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {UsageError} from '../errors.js';
import {parseSent} from '../records/dates/moment.js';
import {fromDayInWords, readPastDays, untilDayInWords} from '../records/dates/past-day.js';
import {inZone} from '../records/dates/zone.js';

/** The first and last day of the wanted mailings. */
type Period = {readonly since?: string | undefined; readonly until?: string | undefined};

/** Reads `--since` and `--until`, and reports how, on the clock of the service's moments. */
export function withinPeriod(
  {host, zones, notice}: Pick<Context, 'host' | 'zones' | 'notice'>,
  {since, until}: Period,
  moment: string,
): ((record: Loose) => boolean) | undefined {
  if (since === undefined && until === undefined) return undefined;
  // With the machine's zone, the same line would find other mailings on another machine.
  const {service} = zones();
  const shown = inZone(host.now().getTime(), service ?? 'UTC').getTime();
  const [first, last] = [since, until].map(text => (text === undefined ? undefined : readPastDays(text, shown)));
  const from = first?.from ?? Number.NEGATIVE_INFINITY;
  const end = last?.until ?? Number.POSITIVE_INFINITY;
  if (from >= end) {
    throw new UsageError(`--since ${since} is after --until ${until}.`, {hint: 'Give the earlier day to --since.'});
  }
  const zone = service ?? "the account's time";
  if (first) notice(`--since "${since}" means ${fromDayInWords(first, zone)}.`);
  if (last) notice(`--until "${until}" means ${untilDayInWords(last, zone)}.`);
  return record => {
    const at = momentIn(record[moment]);
    return at !== undefined && at >= from && at < end;
  };
}

/** A moment in milliseconds on the service's clock; undefined if there is none. */
function momentIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.startsWith('0000')) return undefined;
  const sent = parseSent(value);
  return sent && sent.at / 1000;
}
