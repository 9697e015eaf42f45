import {allRecords, forEachRecord, recordsOf} from '../api/answers/record-sources.js';
import type {Client} from '../api/client/client.js';
import type {Loose, Shape} from '../api/describe/schema.js';
import {concurrently} from '../change/work/concurrently.js';
import type {Context} from '../commands/command.js';
import {groupOf, orNoSuch} from '../commands/records.js';
import {clockIn, showsPictures, viewOf} from '../commands/view.js';
import {CheckError, UsageError} from '../core/errors.js';
import {counted, plural} from '../core/words/sentence.js';
import type {Reader} from '../output/results/format.js';
import type {Result} from '../output/results/result.js';
import {select} from '../output/results/rows.js';
import {bar} from '../output/text/pictures.js';
import {fromSent} from '../records/dates/clock.js';
import {fromDayInWords, readPastDays, untilDayInWords} from '../records/dates/when.js';
import type {Computed} from '../records/fields/computed.js';
import {fieldAt} from '../records/fields/field.js';
import {headOf} from '../records/fields/heads.js';
import {toReadable} from '../records/fields/readable.js';
import {type Listed, readField} from '../records/view/select.js';
import {type Condition, parseWhere} from '../records/view/where.js';
import {againstFirst, chanceInWords, checkComparison} from './compare.js';
import {
  areOdd,
  type Counters,
  comparedShape,
  countersOfSend,
  figuresOf,
  type MailingKind,
  type StatsInput,
} from './counters.js';
import {clockOf} from './months.js';

/** `results`: a list with its sums. Everything is checked before anything is sent; the newest come first if none are named. */
export async function runResults(context: Context, kind: MailingKind, input: StatsInput & Loose): Promise<Result> {
  const {noun, key, label} = kind.of;
  if (input.compare) checkComparison(kind, input);
  const shape = input.compare ? comparedShape(kind) : kind.shape;
  const order = input['sort'] === undefined && input.utr === undefined ? {sort: [`-${kind.moment}`]} : {};
  const within = withinPeriod(context, input, kind.moment);
  const view = await viewOf(context, {...input, ...order}, {...columnsFor(kind, context.reader, shape), shape});
  const limits = readLimits(context, input.fail_if ?? [], kind);
  const read = await readResults(context, kind, input.utr);
  for (const note of notesOn(kind, read, input.utr !== undefined)) context.notice(note);
  const verdicts = input.compare ? againstFirst(read) : undefined;
  if (verdicts && context.reader === 'people') context.notice(chanceInWords(read, label));
  const all = verdicts ? read.map((record, at) => ({...record, against_first: verdicts[at]})) : read;
  const records = within ? all.filter(within) : all;
  const shown: Loose[] = await allRecords(select(recordsOf(records), view, undefined));
  return {
    ...{kind: 'records', records: recordsOf(records), shape, key, label, noun},
    view: showsPictures(context) ? {...view, computed: [drawnRate(kind, context.screenWidth ?? 80)]} : view,
    totals:
      shown.length > 1 ? {[label]: `Total of ${shown.length}`, ...figuresOf(...shown.map(countersOfSend))} : undefined,
    error: brokenLimits(shown, limits, kind),
  };
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
function columnsFor({of: {label}, moment}: MailingKind, reader: Reader, shape: Shape): Omit<Listed, 'shape'> {
  if (reader !== 'people') return {columns: Object.keys(shape)};
  const last = ['open_rate', 'bounce_rate', 'unsubscribe_rate'];
  return {
    columns: [label, moment, 'triggered', 'delivered', 'delivered_rate', ...last],
    importance: [label, ...last, 'delivered', moment, 'delivered_rate'],
  };
}

/** Reads `--since` and `--until`, and reports how, on the clock of the service's moments. */
function withinPeriod(
  context: Pick<Context, 'host' | 'zones' | 'notice'>,
  {since, until}: StatsInput,
  moment: string,
): ((record: Loose) => boolean) | undefined {
  if (since === undefined && until === undefined) return undefined;
  const {shown, zones} = clockOf(context);
  const [first, last] = [since, until].map(text => (text === undefined ? undefined : readPastDays(text, shown)));
  const from = first?.from ?? Number.NEGATIVE_INFINITY;
  const end = last?.until ?? Number.POSITIVE_INFINITY;
  if (from >= end) {
    throw new UsageError(`--since ${since} is after --until ${until}.`, {hint: 'Give the earlier day to --since.'});
  }
  const zone = zones.service ?? "the account's time";
  if (first) context.notice(`--since "${since}" means ${fromDayInWords(first, zone)}.`);
  if (last) context.notice(`--until "${until}" means ${untilDayInWords(last, zone)}.`);
  return record => {
    // A mailing that never went out has no moment, and no number is within any days.
    const at = fromSent(String(record[moment]));
    return at >= from && at < end;
  };
}

/** The statistics of one record as the service sent it. */
function toStatistics({shape, countersOf}: MailingKind, sent: Loose): Loose {
  const made: Loose = figuresOf(countersOf(sent));
  return Object.fromEntries(Object.keys(shape).map(name => [name, (name in made ? made : sent)[name] ?? null]));
}

/** Reads the statistics of the named mailings, in order and one by one; without names, those of all. */
async function readResults(
  {call, stream}: Pick<Client, 'call' | 'stream'>,
  kind: MailingKind,
  utrs: readonly string[] | undefined,
): Promise<readonly Loose[]> {
  if (utrs)
    return concurrently(AT_ONCE, utrs, async utr => {
      const sent = await call(kind.details, {utr} as never).catch(orNoSuch(kind.of.noun, utr));
      return toStatistics(kind, sent as Loose);
    });
  const all: Loose[] = [];
  // A list contains the HTML of every mailing, none of which is kept.
  await forEachRecord(stream(kind.list), sent => {
    all.push(toStatistics(kind, sent));
  });
  return all;
}

const AT_ONCE = 4;

/** Sentences about impossible or missing statistics. If `areNamed`, each mailing was read separately. */
function notesOn({of: {noun, label}}: MailingKind, records: readonly Loose[], areNamed: boolean): readonly string[] {
  const odd = records.filter(record => areOdd(countersOfSend(record)));
  const others = odd.length > 1 ? ` and ${counted(odd.length - 1, 'other')}` : '';
  const notes = odd
    .slice(0, 1)
    .map(record => `The numbers of "${String(record[label])}"${others} cannot all be true. emk shows them as sent.`);
  const blank = records.filter(record => isBlank(countersOfSend(record))).length;
  if (blank === 0) return notes;
  const way = areNamed ? '' : ` Name ${plural(blank, 'it', 'them')}, and emk reads each one separately.`;
  return [...notes, `The service gave no numbers for ${blank} of ${records.length} ${noun.many}.${way}`];
}

const isBlank = (of: Counters): boolean => Object.values(of).every(count => count === undefined);

/** Reads `bounce_rate>2%`, before anything is sent. */
export const readLimits = (
  context: Pick<Context, 'host' | 'zones' | 'notice'>,
  texts: readonly string[],
  {shape}: MailingKind,
): readonly Condition[] => {
  const terms = {shape, clock: clockIn(context), fieldOf: (typed: string) => readField(shape, typed, option)};
  const limits = parseWhere(texts, {...terms, option, example: 'bounce_rate>2%'});
  for (const {reading} of limits) if (reading) context.notice(reading);
  return limits;
};

/** The error that names which mailing broke which limit. An unknown rate breaks none. */
function brokenLimits(
  records: readonly Loose[],
  limits: readonly Condition[],
  {of: {noun, key, label}, shape}: MailingKind,
): CheckError | undefined {
  const broken = records.flatMap(record => {
    const breaking = limits.filter(limit => isKnown(record[limit.path]) && limit.holds(record));
    const says = breaking.map(({path, text}) => {
      const value = toReadable(fieldAt(shape, path), undefined)(record[path]);
      return `"${String(record[label])}": ${headOf(path)} is ${value}, and the limit is ${text}.`;
    });
    return says.length === 0 ? [] : [[String(record[key]), says] as const];
  });
  if (broken.length === 0) return undefined;
  return new CheckError(`${broken.length} of ${counted(records.length, noun.one, noun.many)} broke a limit.`, {
    fields: Object.fromEntries(broken),
    hint: `To see more: emk ${groupOf(noun)} show ${broken[0]?.[0]}`,
  });
}

const option = '--fail-if';

const isKnown = (value: unknown): boolean => value !== null && value !== undefined;
