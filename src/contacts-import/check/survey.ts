import type {RecordView} from '../../csv/bytes/read-records.js';
import {cellText} from '../../csv/bytes/read-records.js';
import {type AddressBatches, type AddressTable, makeAddressTable} from '../../csv/columns/address-table.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {likelyAddress} from '../cells/address-cell.js';
import type {CellNote} from '../cells/cell-rule.js';
import {guessType, type TypeGuess} from '../cells/guess-type.js';
import type {Unclear} from '../file/contract.js';
import {type LineBytes, makeLineBytes} from '../file/line-bytes.js';
import type {ColumnPlan} from '../file/plan-columns.js';
import {watchAside} from './aside-watch.js';
import {textOf} from './cell-cache.js';
import {type ColumnsSeen, watchColumns} from './column-watch.js';
import {watchCountries} from './country-watch.js';
import {watchDomains} from './domain-watch.js';
import {addressOf, examine, isSurelyGood, type Problem} from './examine-row.js';
import type {MailWatch} from './mail-watch.js';
import type {Rules} from './rules.js';
import {type Counts, makeTally} from './tally.js';
import {rejected, skippedByStatus} from './verdicts.js';

/** What the first reading of a file finds, row by row. */
type Finding = {
  readonly verdicts: LineBytes;
  /** The line of each address. */
  readonly addresses: AddressTable;
  readonly counts: Counts;
  /** Skipped columns without a value so far. */
  readonly empty: Set<number>;
  readonly guesses: ReadonlyMap<number, TypeGuess>;
  /** The first line with each note about a value that is still sent; 0 for none. */
  readonly notes: Record<CellNote | 'page', number>;
  /** Lines that are no rows. */
  readonly aside: ReturnType<typeof watchAside>;
  readonly unclear: Unclear[];
  readonly columns: ColumnsSeen;
  readonly countries: ReturnType<typeof watchCountries>;
  readonly domains: ReturnType<typeof watchDomains>;
  readonly mail: MailWatch;
};

/** The findings, the visit to a row that adds to them, and the end of it, after which they are complete. */
export type Survey = Finding & {readonly visit: (record: RecordView) => void; readonly finish: () => void};

type SurveyOptions = {
  readonly rules: Rules;
  readonly plan: ColumnPlan;
  readonly mail: MailWatch;
  /** The last line before the first row. */
  readonly before: number;
  /** The guessed number of rows, so that tables rarely grow. */
  readonly expectedRows: number;
};

/** Checks every row and finds duplicate addresses. Memory holds one byte per line, and a hash of each address. */
export function makeSurvey(options: SurveyOptions): Survey {
  const {rules, plan, expectedRows} = options;
  const verdicts = makeLineBytes();
  const addresses = makeAddressTable(expectedRows);
  const counts = {rows: 0, good: 0, rejected: 0, repeated: 0, blank: 0, left: 0, bounced: 0, out: 0};
  const notes = {page: 0, zone: 0};
  const guesses = new Map(plan.fresh.map(({column}) => [column, guessType(rules.headers[column] ?? '', rules)]));
  const left = plan.fields.flatMap((field, column) => (field === undefined || guesses.has(column) ? [column] : []));
  const empty = new Set(left);
  const aside = watchAside(rules.headers);
  const columns = watchColumns(rules);
  const countries = watchCountries(rules);
  const domains = watchDomains(rules);
  const found = {
    verdicts,
    addresses,
    counts,
    empty,
    guesses,
    notes,
    aside,
    unclear: [],
    columns,
    countries,
    domains,
    mail: options.mail,
  };
  return {...found, ...visitorOf(options, found)};
}

/** Looks at one row after the other, and puts what it finds where the survey has it. */
function visitorOf(options: SurveyOptions, finding: Finding): Pick<Survey, 'visit' | 'finish'> {
  const {rules, before} = options;
  const {addresses, counts, empty, guesses, notes, aside, columns, mail, verdicts} = finding;
  const isPlainlyGood = isSurelyGood(rules);
  const look = makeLook(finding, rules.headers.length);
  const {mark, settle, countEnd} = makeTally(finding);
  const lookups = addresses.inBatches(settle);

  /** Whether a row is skipped because of its status. */
  const isLeftOut = (record: RecordView): boolean => {
    const {fault, count} = record.cells;
    if (!mail.says || fault !== undefined || count !== rules.headers.length) return false;
    const status = mail.of(record);
    if (status === 'in') return false;
    const address = addressOf(record, rules);
    verdicts.set(record.line, skippedByStatus[status]);
    if (address === '') settle(record.line, 0);
    else lookUp(lookups, address, record.line);
    return true;
  };

  /** Judges a row cell by cell, and returns whether it is a row at all. */
  const judge = (record: RecordView): boolean => {
    const {problems, address, blank} = examine(record, rules);
    if (blank && record.cells.count > 1) counts.blank++;
    if (blank) return false;
    columns.see(record, problems);
    if (problems.length > 0) {
      if (aside.takes(record)) return false;
      look.atRejected(record);
      noteUnclear(record, problems, rules, finding.unclear);
      countEnd();
      mark(record.line, rejected);
      return true;
    }
    countEnd();
    noteWhat(record, rules, notes);
    look.atGood(record);
    lookUp(lookups, foldAddress(address), record.line);
    seeValues(record, guesses);
    return true;
  };

  const visit = (record: RecordView): void => {
    if (record.line <= before) return;
    noteFilled(record, empty);
    if (isLeftOut(record)) counts.rows++;
    else if (isPlainlyGood(record)) {
      countEnd();
      counts.rows++;
      look.atGood(record);
      lookUpInPlace(lookups, record, rules);
      if (guesses.size > 0) seeValues(record, guesses);
    } else if (judge(record)) counts.rows++;
  };
  return {visit, finish: lookups.finish};
}

/** Looks at what a row may mean besides. */
const makeLook = ({countries, domains, mail}: Finding, width: number) => ({
  atGood(record: RecordView): void {
    countries.see(record);
    domains.see(record);
    mail.see(record);
  },
  /** A person may fix the row, and is asked about its country with the others. */
  atRejected(record: RecordView): void {
    if (record.cells.count === width) countries.see(record);
  },
});

function lookUp(lookups: AddressBatches, address: string, line: number): void {
  const bytes = Buffer.from(address);
  lookups.add(bytes, 0, bytes.length, line);
}

const lookUpInPlace = (lookups: AddressBatches, {bytes, cells, line}: RecordView, {address: {column}}: Rules): void =>
  lookups.add(bytes, cells.starts[column] as number, cells.ends[column] as number, line);

const isFilled = ({cells}: RecordView, column: number): boolean =>
  column < cells.count && (cells.ends[column] as number) > (cells.starts[column] as number);

function noteFilled(record: RecordView, empty: Set<number>): void {
  for (const column of empty) if (isFilled(record, column)) empty.delete(column);
}

function seeValues(record: RecordView, guesses: ReadonlyMap<number, TypeGuess>): void {
  for (const [column, guess] of guesses) {
    const text = textOf(record, column);
    if (text !== '') guess.see(text, record.line);
  }
}

function noteWhat(record: RecordView, {filled}: Rules, notes: Finding['notes']): void {
  for (const {column, rule} of filled) {
    if (!record.marked && rule.note === undefined) continue;
    const text = trim(cellText(record, column));
    if (record.marked && /^<(?:!doctype|html|head|body|script|table)\b/i.test(text)) notes.page ||= record.line;
    const note: CellNote | undefined = rule.note?.(text);
    if (note !== undefined) notes[note] ||= record.line;
  }
}

/** Keeps the first addresses that most likely mean another: a person is asked about all at once. */
function noteUnclear(record: RecordView, problems: readonly Problem[], rules: Rules, unclear: Unclear[]): void {
  const {column} = rules.address;
  if (unclear.length >= MOST_UNCLEAR || !problems.some(({cell}) => cell === column)) return;
  if (record.cells.fault !== undefined || record.cells.count !== rules.headers.length) return;
  const text = textOf(record, column);
  const likely = text === '' ? undefined : likelyAddress(text);
  if (likely !== undefined) unclear.push({line: record.line, text, likely});
}

const MOST_UNCLEAR = 1000;
