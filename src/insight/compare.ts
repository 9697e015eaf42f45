import {recordsOf} from '../api/answers/record-sources.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {UsageError} from '../core/errors.js';
import {andList, capital, plural} from '../core/words/sentence.js';
import type {Result} from '../output/results/result.js';
import {clean} from '../output/text/sanitise.js';
import {truncate} from '../output/text/width.js';
import {headOf} from '../records/fields/heads.js';
import {inPercent} from '../records/fields/readable.js';
import {toView} from '../records/view/select.js';
import {
  type Counter,
  compared,
  counters,
  type MailingKind,
  partsOf,
  type Rate,
  rates,
  type StatsInput,
} from './counters.js';
import {brokenLimits, notesOn, readLimits, readResults} from './results.js';

/** A counter or rate of several mailings, and every later mailing against the first. */
type Compared = {
  readonly measure: Counter | Rate;
  readonly values: readonly (number | null)[];
  readonly others: readonly Against[];
};

type Against = {
  readonly difference: number | null;
  /** Only for rates: larger counts prove nothing, because more mail may have been sent. */
  readonly verdict: Verdict | null;
};

/** `results --compare`: a row for each counter and rate, a column for each mailing, and whether chance explains it. */
export async function runCompare(context: Context, kind: MailingKind, input: StatsInput): Promise<Result> {
  const {noun, label, key} = kind.of;
  const {utr = []} = input;
  if (utr.length < 2) {
    throw new UsageError(`--compare needs at least two ${noun.many}.`, {
      hint: 'Give their names or codes. emk compares each with the first.',
    });
  }
  refuseListOptions(input);
  const limits = readLimits(context, input.fail_if ?? [], kind);
  const records = await readResults(context, kind, utr);
  for (const note of notesOn(kind, records, true)) context.notice(note);
  const lines = compareMailings(records);
  const heads = headsOf(records.map(each => String(each[label])));
  const forPeople = context.reader === 'people';
  if (forPeople) context.notice(chanceInWords(lines, heads));
  const nameOf = ({measure}: Compared): string => (forPeople ? headOf(measure) : measure);
  const utrs = records.map(one => String(one[key]));
  const rows = lines.map(line => ({
    measure: nameOf(line),
    values: Object.fromEntries(utrs.map((utr, at) => [utr, line.values[at]])),
    against_first: Object.fromEntries(line.others.map((against, at) => [utrs[at + 1], against])),
  }));
  const cells = new Map<unknown, readonly string[]>(lines.map(line => [nameOf(line), cellsOf(line, forPeople)]));
  const computed = heads.map((path, at) => ({
    ...{path, head: forPeople ? capital(path) : path, instead: [], needs: ['measure']},
    read: ({measure}: Loose) => cells.get(measure)?.[at] ?? '',
  }));
  const columns = ['measure', ...heads];
  return {
    kind: 'records',
    records: recordsOf(rows),
    shape: compared,
    key: 'measure',
    noun: {one: 'measure', many: 'measures'},
    view: {...toView({}, {shape: compared, columns: ['measure']}), columns, importance: columns, computed},
    error: brokenLimits(records, limits, kind),
  };
}

function refuseListOptions(input: StatsInput): void {
  const meaningless = ['since', 'until', 'sort', 'where', 'limit', 'count', 'columns'].filter(
    name => input[name] !== undefined,
  );
  if (meaningless.length === 0) return;
  throw new UsageError(`--compare cannot be used with ${meaningless.map(name => `--${name}`).join(', ')}.`, {
    hint: '--compare shows the ones you name, in your order, with all their numbers.',
  });
}

export function compareMailings(records: readonly Loose[]): readonly Compared[] {
  const [first = {}, ...others] = records;
  const comparisons = rates.length * others.length;
  return [...counters, ...rates].map(measure => {
    const [value, ...values] = records.map(record => numberIn(record, measure));
    return {
      measure,
      values: [value ?? null, ...values],
      others: others.map((other, at) => ({
        difference: value == null || values[at] == null ? null : values[at] - value,
        verdict: isRate(measure) ? verdictOn(shareOf(first, measure), shareOf(other, measure), comparisons) : null,
      })),
    };
  });
}

const isRate = (measure: string): measure is Rate => (rates as readonly string[]).includes(measure);

const numberIn = (record: Loose, measure: string): number | null =>
  typeof record[measure] === 'number' ? record[measure] : null;

function shareOf(record: Loose, rate: Rate): Share {
  const {part, whole} = partsOf[rate];
  return {part: numberIn(record, part) ?? -1, whole: numberIn(record, whole) ?? 0};
}

/** The heads of all columns: each mailing's name, and for a later one its difference and what chance has to do with it. */
function headsOf(names: readonly string[]): readonly string[] {
  const ofDifference = (at: number): string[] =>
    at === 0 ? [] : ['difference', 'chance'].map(word => (names.length === 2 ? word : `${word} ${at + 1}`));
  const taken = new Set(['measure', ...names.flatMap((_, at) => ofDifference(at))]);
  return names.flatMap((name, at) => {
    const short = truncate(clean(name), MOST_HEAD);
    let head = short;
    for (let number = 2; taken.has(head); number++) head = `${short} (${number})`;
    taken.add(head);
    return [head, ...ofDifference(at)];
  });
}

const MOST_HEAD = 20;

const cellsOf = ({measure, values: [first = null, ...values], others}: Compared, forPeople: boolean): string[] => [
  valueInWords(measure, first, forPeople),
  ...others.flatMap(({difference, verdict}, at) => [
    valueInWords(measure, values[at] ?? null, forPeople),
    differenceInWords(measure, difference, forPeople),
    verdict !== null && difference === 0 ? 'the same' : (verdict ?? ''),
  ]),
];

function valueInWords(measure: string, value: number | null, forPeople: boolean): string {
  if (value === null) return forPeople && isRate(measure) ? 'n/a' : '';
  return forPeople && isRate(measure) ? inPercent(value) : String(value);
}

/** A difference of rates is in points, because 5% more than 20% could mean 21% or 25%. Only no difference reads 0.0. */
function differenceInWords(measure: string, difference: number | null, forPeople: boolean): string {
  if (difference === null) return '';
  if (!forPeople) return String(difference);
  if (!isRate(measure)) return `${difference > 0 ? '+' : ''}${difference}`;
  const points = difference * 100;
  const text = points.toFixed(Math.abs(points) < 0.05 && Math.abs(points) >= 0.005 ? 2 : 1).replace(/^-(?=0\.0$)/, '');
  return `${Number(text) > 0 ? '+' : ''}${text} points`;
}

/** Which rates differ by more than chance explains, in one sentence. */
function chanceInWords(lines: readonly Compared[], heads: readonly string[]): string {
  const nameAt = (at: number): string => heads[Math.max(0, at * 3 - 2)] ?? '';
  const differing = lines.flatMap(({measure, values, others}) =>
    others.flatMap(({verdict}, at) => {
      const [one, other] = [values[0], values[at + 1]].map(value => valueInWords(measure, value ?? null, true));
      return verdict === 'differs'
        ? [`the ${headOf(measure).toLowerCase()} of "${nameAt(at + 1)}" (${other}, against ${one})`]
        : [];
    }),
  );
  if (differing.length > 0) {
    const differ = plural(differing.length, 'differs', 'differ');
    return `${capital(andList(differing))} ${differ} from that of "${nameAt(0)}" by more than chance explains; anything else may be chance.`;
  }
  const isTested = lines.some(({others}) => others.some(({verdict}) => verdict === 'may be chance'));
  return isTested
    ? 'Chance alone may explain every difference of rates here.'
    : 'Too few people to say whether the rates differ: with numbers this small, any difference may be chance.';
}

/** A part of a whole, as counted: 12 of 40 opened it. */
type Share = {readonly part: number; readonly whole: number};

type Verdict = 'differs' | 'may be chance' | 'too few';

/**
 * Whether chance explains the difference of two shares; null if they cannot be compared. A z-test, held to 5% for all
 * comparisons of a screen together: more comparisons find more by chance. Where fewer than ten people are expected in
 * some cell, the test says nothing.
 */
export function verdictOn(one: Share, other: Share, comparisons: number): Verdict | null {
  if (![one, other].every(({part, whole}) => whole > 0 && part >= 0 && part <= whole)) return null;
  const [parts, wholes] = [one.part + other.part, one.whole + other.whole];
  const leastExpected = (Math.min(parts, wholes - parts) * Math.min(one.whole, other.whole)) / wholes;
  if (leastExpected < 10) return 'too few';
  const pooled = parts / wholes;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.whole + 1 / other.whole));
  // People are counted whole: without this step, more than one of twenty equal pairs seem different.
  const step = (1 / one.whole + 1 / other.whole) / 2;
  const z = Math.max(0, Math.abs(one.part / one.whole - other.part / other.whole) - step) / error;
  // Never below the true tail of the normal distribution, and close to it where it decides.
  const p = Math.min(1, (Math.sqrt(2 / Math.PI) * Math.exp((-z * z) / 2)) / z);
  return p * comparisons < 0.05 ? 'differs' : 'may be chance';
}
