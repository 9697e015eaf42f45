import {recordsOf} from '../api/answers/record-sources.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {UsageError} from '../errors.js';
import type {Result} from '../output/results/result.js';
import {clean} from '../output/text/sanitise.js';
import {truncate} from '../output/text/width.js';
import type {Computed} from '../records/fields/computed.js';
import {headOf} from '../records/fields/heads.js';
import {inPercent} from '../records/fields/percent.js';
import {toView} from '../records/view/select.js';
import {capital} from '../words/sentence.js';
import {type Against, type Compared, compareMailings, inPoints, isRate, verdictInWords} from './comparison.js';
import {brokenLimits, readLimits} from './limits.js';
import {compared, type MailingKind, toStatistics} from './mailing-kinds.js';
import {notesOn} from './notes.js';
import {readWhole} from './read-mailings.js';
import type {StatsInput} from './stats-input.js';
import {unlikeness} from './unlike.js';

/** `stats --compare`: a row for each counter and rate, a column for each mailing, and what is significant. */
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
  const sent = await readWhole(context, kind, utr);
  const records = sent.map(each => toStatistics(kind, each));
  const names = toHeads(records.map(each => String(each[label])));
  const measures = compareMailings(records);
  const utrs = records.map(one => String(one[key]));
  for (const note of notesOn(kind, records, true)) context.notice(note);
  const forPeople = context.reader === 'people';
  const rows = measures.map(each => ({...toRow(each, utrs), measure: nameOf(each, forPeople)}));
  if (forPeople) {
    const [first = {}, ...others] = sent;
    const unlike = others.flatMap(other => unlikeness(first, other, label, context.host.now().getTime()));
    for (const sentence of [...sentences(measures, names), ...unlike]) context.notice(sentence);
  }
  const computed = columnsOf(measures, names, forPeople);
  const view = toView({raw: input['raw']}, {shape: compared, columns: ['measure']});
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

/** The name of a row: a word for people, the service's name for programs. */
const nameOf = ({measure}: Compared, forPeople: boolean): string => (forPeople ? headOf(measure) : measure);

/** A row for programs: values by utr, and each later mailing compared with the first. */
const toRow = ({measure, values, others}: Compared, utrs: readonly string[]): Loose => ({
  measure,
  values: Object.fromEntries(utrs.map((utr, at) => [utr, values[at]])),
  against_first: Object.fromEntries(
    others.map(({difference, verdict}, at) => [
      utrs[at + 1],
      {difference, ...(verdict ?? {told: null, p: null, corrected: null, test: null, between: null})},
    ]),
  ),
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
    const against = ({others}: Compared): Against | undefined => others[at - 1];
    const [title, chanceTitle] = titlesOf(at, names.length);
    const difference = column(title, row =>
      differenceInTable(row.measure, against(row)?.difference ?? null, forPeople),
    );
    const chance = column(chanceTitle, row => chanceInWords(against(row)));
    return [value, difference, chance];
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

/** Whether a difference may be coincidence, in words. Equal shares need no test. */
const chanceInWords = (of: Against | undefined): string =>
  of?.verdict === undefined || of.verdict.told === 'nothing' ? '' : of.difference === 0 ? 'the same' : of.verdict.told;

/** A sentence for each rate of each later mailing. */
function* sentences(compared: readonly Compared[], names: readonly string[]): Generator<string> {
  const tested = compared.flatMap(({others}) => others).filter(({verdict}) => verdict && verdict.told !== 'nothing');
  for (const {measure, values, others} of compared) {
    for (const [at, {difference, verdict}] of others.entries()) {
      if (!verdict) continue;
      const shownValue = (index: number): string => valueInWords(measure, values[index] ?? null, true);
      yield `${headOf(measure)}: "${names[at + 1]}" ${shownValue(at + 1)}, "${names[0]}" ${shownValue(0)}. ${verdictInWords(verdict, difference, tested.length)}`;
    }
  }
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
  const meaningless = ['since', 'until', 'watch', 'chart', 'sort', 'where', 'limit', 'count', 'columns'].filter(
    name => input[name] !== undefined,
  );
  if (meaningless.length === 0) return;
  throw new UsageError(`--compare cannot be used with ${meaningless.map(name => `--${name}`).join(', ')}.`, {
    hint: '--compare shows the ones you name, in your order, with all their numbers.',
  });
}
