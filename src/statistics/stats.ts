import {allRecords, recordsOf} from '../api/answers/record-sources.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {showsPictures, viewOf} from '../commands/view.js';
import {UsageError} from '../errors.js';
import {bar} from '../output/drawing/bars.js';
import type {Reader} from '../output/results/format.js';
import type {Result} from '../output/results/result.js';
import {select} from '../output/results/rows.js';
import {inZone, parseSent} from '../records/dates/clock.js';
import {fromDayInWords, readPastDays, untilDayInWords} from '../records/dates/when.js';
import type {Computed} from '../records/fields/computed.js';
import {fieldAt} from '../records/fields/field.js';
import {toReadable} from '../records/fields/readable.js';
import type {Listed} from '../records/view/select.js';
import {countersOfSend, ratesOf, sumOf} from './counters.js';
import {brokenLimits, readLimits} from './limits.js';
import {inJson, type MailingKind} from './mailing-kinds.js';
import {notesOn, readMailings, type StatsInput} from './read-mailings.js';

/** `stats`: as a list, or side by side. Everything is checked before anything is sent; the newest come first if none are named. */
export async function runStats(context: Context, kind: MailingKind, input: StatsInput & Loose): Promise<Result> {
  if (input.compare) return (await import('./compare.js')).runCompare(context, kind, input);
  const {noun, key, label} = kind.of;
  const order = input['sort'] === undefined && input.utr === undefined ? {sort: [`-${kind.moment}`]} : {};
  const within = withinPeriod(context, input, kind.moment);
  const view = await viewOf(context, {...input, ...order}, {...columnsFor(kind, context.reader), shape: kind.shape});
  const limits = readLimits(context, input.fail_if ?? [], kind);
  const read = await readMailings(context, kind, input.utr);
  for (const note of notesOn(kind, read, input.utr !== undefined)) context.notice(note);
  const records = within ? read.filter(within) : read;
  const shown: Loose[] = await allRecords(select(recordsOf(records), view, undefined));
  return {
    kind: 'records',
    records: recordsOf(records),
    shape: kind.shape,
    key,
    label,
    noun,
    view: showsPictures(context) ? {...view, computed: [drawnRate(kind, context.screenWidth ?? 80)]} : view,
    totals: shown.length > 1 ? {[label]: `Total of ${shown.length}`, ...totalsOf(shown)} : undefined,
    error: brokenLimits(shown, limits, kind),
  };
}

/** The totals. Statistics name their counters like a mailing, whatever their kind. */
function totalsOf(records: readonly Loose[]): Loose {
  const counted = records.map(countersOfSend);
  return {...inJson(sumOf(counted)), ...ratesOf(...counted)};
}

/** The open rate as a bar, which only a terminal draws; a narrow one needs its space for numbers. */
function drawnRate({shape}: MailingKind, width: number): Computed {
  const words = toReadable(fieldAt(shape, 'open_rate'), undefined);
  return {
    path: 'open_rate',
    instead: ['open_rate'],
    needs: ['open_rate'],
    read: ({open_rate}) => `${bar(open_rate as number | null, width >= 100 ? 12 : 5)} ${words(open_rate).padStart(6)}`,
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

/** Reads `--since` and `--until`, and reports how, on the clock of the service's moments. */
function withinPeriod(
  {host, zones, notice}: Pick<Context, 'host' | 'zones' | 'notice'>,
  {since, until}: StatsInput,
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
