import {recordsOf} from '../api/answers/record-sources.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {UsageError} from '../core/errors.js';
import {andList, capital, plural} from '../core/words/sentence.js';
import type {Result} from '../output/results/result.js';
import {clean} from '../output/text/sanitise.js';
import {truncate} from '../output/text/width.js';
import type {Computed} from '../records/fields/computed.js';
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

/** A counter or rate of several mailings side by side. */
type Compared = {
  readonly measure: Counter | Rate;
  readonly values: readonly (number | null)[];
  /** Every later mailing compared with the first. */
  readonly others: readonly Against[];
};

type Against = {
  readonly difference: number | null;
  /** Only for rates: larger counts prove nothing, because more mail may have been sent. */
  readonly verdict: Verdict | null;
};

/** `stats --compare`: a row for each counter and rate, a column for each mailing, and whether chance explains it. */
export async function runCompare(context: Context, kind: MailingKind, input: StatsInput & Loose): Promise<Result> {
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
  const names = toHeads(records.map(each => String(each[label])));
  const measures = compareMailings(records);
  const utrs = records.map(one => String(one[key]));
  for (const note of notesOn(kind, records, true)) context.notice(note);
  const forPeople = context.reader === 'people';
  if (forPeople) context.notice(chanceInWords(measures, names));
  const rows = measures.map(each => ({...toRow(each, utrs), measure: nameOf(each, forPeople)}));
  const computed = columnsOf(measures, names, forPeople);
  const view = toView({}, {shape: compared, columns: ['measure']});
  const columns = ['measure', ...computed.map(({path}) => path)];
  return {
    kind: 'records',
    records: recordsOf(rows),
    shape: compared,
    key: 'measure',
    noun: {one: 'measure', many: 'measures'},
    view: {...view, columns, importance: columns, computed},
    error: brokenLimits(records, limits, kind),
  };
}

export function compareMailings(records: readonly Loose[]): readonly Compared[] {
  const [first = {}, ...others] = records;
  const comparisons = rates.length * others.length;
  return [...counters, ...rates].map(measure => ({
    measure,
    values: records.map(record => numberIn(record, measure)),
    others: others.map(other => ({
      difference: difference(numberIn(first, measure), numberIn(other, measure)),
      verdict: isRate(measure) ? verdictOn(shareOf(first, measure), shareOf(other, measure), comparisons) : null,
    })),
  }));
}

const isRate = (measure: string): measure is Rate => (rates as readonly string[]).includes(measure);

const numberIn = (record: Loose, measure: string): number | null =>
  typeof record[measure] === 'number' ? record[measure] : null;

const difference = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : other - one;

function shareOf(record: Loose, rate: Rate): Share {
  const {part, whole} = partsOf[rate];
  return {part: numberIn(record, part) ?? -1, whole: numberIn(record, whole) ?? 0};
}

/** The name of a row: a word for people, the service's name for programs. */
const nameOf = ({measure}: Compared, forPeople: boolean): string => (forPeople ? headOf(measure) : measure);

/** A row for programs: values by utr, and each later mailing compared with the first. */
const toRow = ({measure, values, others}: Compared, utrs: readonly string[]): Loose => ({
  measure,
  values: Object.fromEntries(utrs.map((utr, at) => [utr, values[at]])),
  against_first: Object.fromEntries(others.map((against, at) => [utrs[at + 1], against])),
});

/** The columns of a table: one per mailing, and after every later one its difference from the first. */
function columnsOf(compared: readonly Compared[], names: readonly string[], forPeople: boolean): readonly Computed[] {
  const rowOf = new Map(compared.map(each => [nameOf(each, forPeople) as unknown, each]));
  const column = (path: string, read: (of: Compared) => string): Computed => ({
    path,
    head: forPeople ? capital(path) : path,
    instead: [],
    needs: ['measure'],
    read: ({measure}) => {
      const row = rowOf.get(measure);
      return row ? read(row) : '';
    },
  });
  return names.flatMap((name, at) => {
    const value = column(name, ({measure, values}) => valueInWords(measure, values[at] ?? null, forPeople));
    if (at === 0) return [value];
    const [title, chanceTitle] = titlesOf(at, names.length);
    return [
      value,
      column(title, ({measure, others}) => differenceInTable(measure, others[at - 1]?.difference ?? null, forPeople)),
      column(chanceTitle, ({others}) => {
        const {verdict = null, difference} = others[at - 1] ?? {};
        return verdict !== null && difference === 0 ? 'the same' : (verdict ?? '');
      }),
    ];
  });
}

function valueInWords(measure: string, value: number | null, forPeople: boolean): string {
  if (!forPeople) return value === null ? '' : String(value);
  if (value === null) return isRate(measure) ? 'n/a' : '';
  return isRate(measure) ? inPercent(value) : String(value);
}

function differenceInTable(measure: string, difference: number | null, forPeople: boolean): string {
  if (difference === null) return '';
  if (!forPeople) return String(difference);
  return isRate(measure) ? `${inPoints(difference)} points` : `${difference > 0 ? '+' : ''}${difference}`;
}

/** A difference of rates in points, because 5% more than 20% could mean 21% or 25%. Only no difference reads 0.0. */
function inPoints(difference: number): string {
  const points = difference * 100;
  const text = points.toFixed(Math.abs(points) < 0.05 && Math.abs(points) >= 0.005 ? 2 : 1).replace(/^-(?=0\.0$)/, '');
  return Number(text) > 0 ? `+${text}` : text;
}

/** Which rates differ by more than chance explains, in one sentence. */
function chanceInWords(compared: readonly Compared[], names: readonly string[]): string {
  const differing = compared.flatMap(({measure, values, others}) =>
    others.flatMap(({verdict}, at) => {
      const value = (of: number): string => valueInWords(measure, values[of] ?? null, true);
      return verdict === 'differs'
        ? [`the ${headOf(measure).toLowerCase()} of "${names[at + 1]}" (${value(at + 1)}, against ${value(0)})`]
        : [];
    }),
  );
  if (differing.length > 0) {
    const differ = plural(differing.length, 'differs', 'differ');
    return `${capital(andList(differing))} ${differ} from that of "${names[0]}" by more than chance explains; anything else may be chance.`;
  }
  const isTested = compared.some(({others}) => others.some(({verdict}) => verdict === 'may be chance'));
  return isTested
    ? 'Chance alone may explain every difference of rates here.'
    : 'Too few people to say whether the rates differ: with numbers this small, any difference may be chance.';
}

/** The heads of the columns after a later mailing. */
const titlesOf = (at: number, count: number): readonly [string, string] =>
  count === 2 ? ['difference', 'chance'] : [`difference ${at + 1}`, `chance ${at + 1}`];

function toHeads(names: readonly string[]): readonly string[] {
  const taken = new Set(['measure', ...names.flatMap((_, at) => titlesOf(at, names.length))]);
  return names.map(name => {
    const short = truncate(clean(name), mostHead);
    let head = short;
    for (let number = 2; taken.has(head); number++) head = `${short} (${number})`;
    taken.add(head);
    return head;
  });
}

const mostHead = 20;

function refuseListOptions(input: StatsInput & Loose): void {
  const meaningless = ['since', 'until', 'sort', 'where', 'limit', 'count', 'columns'].filter(
    name => input[name] !== undefined,
  );
  if (meaningless.length === 0) return;
  throw new UsageError(`--compare cannot be used with ${meaningless.map(name => `--${name}`).join(', ')}.`, {
    hint: '--compare shows the ones you name, in your order, with all their numbers.',
  });
}

/** A part of a whole, as counted: 12 of 40 opened it. */
type Share = {readonly part: number; readonly whole: number};

export type Verdict = 'differs' | 'may be chance' | 'too few';

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
