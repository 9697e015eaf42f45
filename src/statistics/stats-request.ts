import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {showsPictures, viewOf} from '../commands/view.js';
import {UsageError} from '../errors.js';
import type {Reader} from '../output/results/format.js';
import {parseSent} from '../records/dates/moment.js';
import {fromDayInWords, readPastDays, untilDayInWords} from '../records/dates/past-day.js';
import {inZone} from '../records/dates/zone.js';
import type {Listed, View} from '../records/view/select.js';
import {type Limit, readLimits} from './limits.js';
import type {MailingKind} from './mailing-kinds.js';
import type {StatsInput} from './stats-input.js';

/** The statistics that a line requests, checked before anything is sent. */
export type StatsRequest = {
  readonly kind: MailingKind;
  readonly utrs: readonly string[] | undefined;
  readonly within: ((record: Loose) => boolean) | undefined;
  readonly view: View;
  readonly limits: readonly Limit[];
  readonly drawn: boolean;
};

/** Reads what a line requests. By default, mailings are listed newest first if none are named. */
export async function readStatsRequest(
  context: Context,
  kind: MailingKind,
  input: StatsInput & Loose,
): Promise<StatsRequest> {
  const order = input['sort'] === undefined && input.utr === undefined ? {sort: [`-${kind.moment}`]} : {};
  return {
    kind,
    utrs: input.utr,
    within: withinPeriod(context, input, kind.moment),
    view: await viewOf(context, {...input, ...order}, {...columnsFor(kind, context.reader), shape: kind.shape}),
    limits: readLimits(context, input.fail_if ?? [], kind),
    drawn: showsPictures(context),
  };
}

/** The default columns: people know mailings by name and read rates; programs get everything. */
function columnsFor({of: {label}, moment, shape}: MailingKind, reader: Reader): Omit<Listed, 'shape'> {
  if (reader !== 'people') return {columns: Object.keys(shape)};
  const read = [
    label,
    moment,
    'triggered',
    'delivered',
    'delivered_rate',
    'open_rate',
    'bounce_rate',
    'unsubscribe_rate',
  ];
  const importance = [label, 'open_rate', 'bounce_rate', 'unsubscribe_rate', 'delivered', moment, 'delivered_rate'];
  return {columns: read, importance, keyOffScreen: true};
}

/** The first and last day of the wanted mailings. */
type Period = {readonly since?: string | undefined; readonly until?: string | undefined};

/** Reads `--since` and `--until`, and reports how, on the clock of the service's moments. */
function withinPeriod(
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
