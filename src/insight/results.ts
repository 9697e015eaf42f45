import {allRecords, forEachRecord, recordsOf} from '../api/answers/record-sources.js';
import type {Client} from '../api/client/client.js';
import type {Loose, Shape} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {groupOf, orNoSuch} from '../change/records/read.js';
import {concurrently} from '../change/work/concurrently.js';
import {clockIn, viewOf} from '../commands/view.js';
import {CheckError, UsageError} from '../core/errors.js';
import {andList, capital, counted, plural} from '../core/words/sentence.js';
import type {OutputReader} from '../output/results/format.js';
import type {Result} from '../output/results/result.js';
import {select} from '../output/results/rows.js';
import {fieldAt} from '../records/fields/field.js';
import {headOf} from '../records/fields/heads.js';
import {rateInWords, toReadable} from '../records/fields/readable.js';
import {type Listed, readField} from '../records/view/select.js';
import {type Condition, parseWhere} from '../records/view/where.js';
import {
  comparedShape,
  countersOfSend,
  figuresOf,
  type MailingKind,
  partsOfRate,
  type Rate,
  rates,
  type StatsInput,
} from './counters.js';

/** `results`: a list with its sums. Everything is checked before anything is sent; the newest come first if none are named. */
export async function runResults(context: Context, kind: MailingKind, input: StatsInput & Loose): Promise<Result> {
  const {noun, key, label} = kind.of;
  if (input.compare) checkComparison(kind, input);
  const shape = input.compare ? comparedShape(kind) : kind.shape;
  const order = input['sort'] === undefined && input.utr === undefined ? {sort: [`-${kind.moment}`]} : {};
  const view = await viewOf(context, {...input, ...order}, {...columnsFor(kind, context.reader, shape), shape});
  const limits = readLimits(context, input.fail_if ?? [], kind);
  const read = await readResults(context, kind, input.utr);
  const verdicts = input.compare ? againstFirst(read) : undefined;
  if (verdicts && context.reader === 'people') context.notice(chanceInWords(read, label));
  const records = verdicts ? read.map((record, at) => ({...record, against_first: verdicts[at]})) : read;
  const shown: Loose[] = await allRecords(select(recordsOf(records), view, undefined));
  return {
    ...{kind: 'records', records: recordsOf(records), shape, key, label, noun},
    view,
    totals:
      shown.length > 1 ? {[label]: `Total of ${shown.length}`, ...figuresOf(...shown.map(countersOfSend))} : undefined,
    error: brokenLimits(shown, limits, kind),
  };
}

/** The default columns: people know mailings by name and read rates; programs get everything. */
function columnsFor({of: {label}, moment}: MailingKind, reader: OutputReader, shape: Shape): Omit<Listed, 'shape'> {
  if (reader !== 'people') return {columns: Object.keys(shape)};
  const last = ['open_rate', 'bounce_rate', 'unsubscribe_rate'];
  return {
    columns: [label, moment, 'triggered', 'delivered', 'delivered_rate', ...last],
    importance: [label, ...last, 'delivered', moment, 'delivered_rate'],
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

/** Reads `bounce_rate>2%`, before anything is sent. */
const readLimits = (
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

function checkComparison({of: {noun}}: MailingKind, {utr = []}: StatsInput): void {
  if (utr.length < 2) {
    throw new UsageError(`--compare needs at least two ${noun.many}.`, {
      hint: 'Give their names or codes. emk compares each with the first.',
    });
  }
}

type Verdict = 'differs' | 'may be chance' | 'too few';

/** What chance has to do with each rate of a mailing against that of the first; null where one of them is n/a. */
type Against = {readonly [rate in Rate]: Verdict | null};

/** The same for every mailing but the first. Counts are not compared: larger ones prove nothing, where more was sent. */
export function againstFirst([first = {}, ...others]: readonly Loose[]): readonly (Against | null)[] {
  const comparisons = rates.length * others.length;
  const verdicts = others.map(other =>
    rates.map(rate => [rate, verdictOn(rate, [first, other], comparisons)] as const),
  );
  return [null, ...verdicts.map(each => Object.fromEntries(each) as Against)];
}

/** Which rates differ by more than chance explains, in one sentence. */
function chanceInWords(records: readonly Loose[], label: string): string {
  const verdicts = againstFirst(records);
  const nameAt = (at: number): string => `"${String(records[at]?.[label])}"`;
  const valueAt = (at: number, rate: Rate): string => rateInWords((records[at]?.[rate] ?? null) as number | null);
  const differing = rates.flatMap(rate =>
    verdicts.flatMap((against, at) =>
      against?.[rate] === 'differs'
        ? [`the ${headOf(rate).toLowerCase()} of ${nameAt(at)} (${valueAt(at, rate)}, against ${valueAt(0, rate)})`]
        : [],
    ),
  );
  if (differing.length > 0) {
    const differ = plural(differing.length, 'differs', 'differ');
    return `${capital(andList(differing))} ${differ} from that of ${nameAt(0)} by more than chance explains; anything else may be chance.`;
  }
  const isTested = verdicts.some(against => Object.values(against ?? {}).includes('may be chance'));
  return isTested
    ? 'Chance alone may explain every difference of rates here.'
    : 'Too few people to say whether the rates differ: with numbers this small, any difference may be chance.';
}

/**
 * Whether chance explains the difference of a rate; null if it cannot be compared. A z-test, held to 5% for all
 * comparisons of a screen together: more comparisons find more by chance. Where fewer than ten people are expected in
 * some cell, the test says nothing.
 */
function verdictOn(rate: Rate, mailings: readonly [Loose, Loose], comparisons: number): Verdict | null {
  const {part, whole} = partsOfRate[rate];
  const [one = 0, other = 0] = mailings.map(mailing => Number(mailing[part] ?? -1));
  const [ofOne = 0, ofOther = 0] = mailings.map(mailing => Number(mailing[whole] ?? 0));
  if (Math.min(one, other) < 0 || Math.min(ofOne, ofOther) <= 0 || one > ofOne || other > ofOther) return null;
  const [parts, wholes] = [one + other, ofOne + ofOther];
  const leastExpected = (Math.min(parts, wholes - parts) * Math.min(ofOne, ofOther)) / wholes;
  if (leastExpected < 10) return 'too few';
  const pooled = parts / wholes;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / ofOne + 1 / ofOther));
  // People are counted whole: without this step, more than one of twenty equal pairs seem different.
  const step = (1 / ofOne + 1 / ofOther) / 2;
  const z = Math.max(0, Math.abs(one / ofOne - other / ofOther) - step) / error;
  // Never below the true tail of the normal distribution, and close to it where it decides.
  const p = Math.min(1, (Math.sqrt(2 / Math.PI) * Math.exp((-z * z) / 2)) / z);
  return p * comparisons < 0.05 ? 'differs' : 'may be chance';
}
