import {cellTexts, type RecordView} from '../../csv/bytes/read-records.js';
import {type AddressTable, makeAddressTable} from '../../csv/columns/address-table.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {guessType, type TypeGuess} from '../cells/guess-type.js';
import type {Opened} from '../file/open-import.js';
import {isSkippedByStatus, makeRows, type Rows, state} from '../file/rows.js';
import {addressOf, examine, isSurelyGood} from './examine-row.js';
import type {MailWatch} from './mail-watch.js';
import {textOf} from './plain-cells.js';
import type {Rules} from './rules.js';
import {watchValues} from './watch-values.js';

/** What the check says of a row; the last three are skipped because of a status column, in this row or in another with its address. */
const verdictNames = ['', 'good', 'rejected', 'repeated', 'left', 'bounced', 'out'] as const;
type Counted = Exclude<(typeof verdictNames)[number], ''>;
const {good, rejected, repeated} = state;

/** A line of the file that is no person, and its text. */
export type Aside = {readonly line: number; readonly text: string};

/** What the first reading of a file finds, row by row. */
export type Survey = {
  readonly verdicts: Rows;
  /** The line of each address. */
  readonly addresses: AddressTable;
  readonly counts: {rows: number; blank: number} & Record<Counted, number>;
  /** Skipped columns without a value so far. */
  readonly empty: Set<number>;
  readonly guesses: ReadonlyMap<number, TypeGuess>;
  /** Lines that are the header again, and those at the end that are totals and notes. */
  readonly repeats: Aside[];
  readonly end: Aside[];
  readonly values: ReturnType<typeof watchValues>;
  readonly mail: MailWatch;
  /** Looks at a row. After the last one, `finish` makes the findings complete. */
  readonly visit: (record: RecordView) => void;
  readonly finish: () => void;
};

/** Checks every row and finds duplicate addresses. Memory holds one byte per line, and a hash of each address. */
export function makeSurvey({plan, before}: Opened, rules: Rules, mail: MailWatch, expectedRows: number): Survey {
  const width = rules.headers.length;
  const verdicts = makeRows();
  const addresses = makeAddressTable(expectedRows);
  const counts = {rows: 0, blank: 0, good: 0, rejected: 0, repeated: 0, left: 0, bounced: 0, out: 0};
  const guesses = new Map(plan.fresh.map(({column}) => [column, guessType(rules.headers[column] ?? '', rules)]));
  const empty = new Set(
    rules.headers.flatMap((_, at) => (plan.fields[at] === undefined || guesses.has(at) ? [at] : [])),
  );
  const repeats: Aside[] = [];
  const end: Aside[] = [];
  const values = watchValues(rules);
  const isPlainlyGood = isSurelyGood(rules);
  let lastRow = 0;

  const mark = (line: number, verdict: number): void => {
    counts[verdictNames[verdict] as Counted]++;
    verdicts.set(line, verdict);
  };
  /** Decides about a row when its address was looked up; `same` is the line that had it before, or 0. */
  const settle = (line: number, same: number): void => {
    const status = verdicts.of(line);
    const before = same === 0 ? good : verdicts.of(same);
    if (isSkippedByStatus(status)) {
      // Somebody who left is left out of every row, earlier or later.
      if (same > 0 && before === good) {
        counts.good--;
        mark(same, status);
      }
      mark(line, status);
    } else mark(line, same === 0 || isSkippedByStatus(before) ? before : repeated);
  };
  const lookups = addresses.inBatches(settle);
  const lookUp = (address: string, line: number): void => {
    const bytes = Buffer.from(address);
    lookups.add(bytes, 0, bytes.length, line);
  };

  /** Whether a row is skipped because of its status. */
  const isLeftOut = (record: RecordView): boolean => {
    const {fault, count} = record.cells;
    const status = mail.says && fault === undefined && count === width ? mail.of(record) : 'in';
    if (status === 'in') return false;
    const address = addressOf(record, rules);
    verdicts.set(record.line, state[status]);
    if (address === '') settle(record.line, 0);
    else lookUp(address, record.line);
    return true;
  };
  const takeGood = (record: RecordView): void => {
    values.sent(record);
    mail.see(record);
    if (guesses.size === 0) return;
    for (const [column, guess] of guesses) {
      const text = textOf(record, column);
      if (text !== '') guess.see(text, record.line);
    }
  };
  /** Judges a row cell by cell, and returns whether it is a row at all. */
  const judge = (record: RecordView): boolean => {
    const {problems, address, blank} = examine(record, rules);
    if (blank) {
      if (record.cells.count > 1) counts.blank++;
      return false;
    }
    values.examined(record, problems);
    if (problems.length === 0) {
      takeGood(record);
      lookUp(foldAddress(address), record.line);
      return true;
    }
    const texts = cellTexts(record).map(trim);
    const text = texts.filter(each => each !== '').join(' ');
    if (texts.length === width && texts.every((each, at) => each === rules.headers[at])) {
      repeats.push({line: record.line, text});
      return false;
    }
    if (isNote(texts, width) && end.length < MOST_NOTES) end.push({line: record.line, text});
    else values.rejected(record, problems);
    mark(record.line, rejected);
    return true;
  };
  return {
    ...{verdicts, addresses, counts, empty, guesses, repeats, end, values, mail},
    visit(record) {
      const {cells, line, bytes} = record;
      if (line <= before) return;
      noteFilled(record, empty);
      const notes = end.length;
      if (isLeftOut(record)) counts.rows++;
      else if (isPlainlyGood(record)) {
        counts.rows++;
        takeGood(record);
        const {column} = rules.address;
        lookups.add(bytes, cells.starts[column] as number, cells.ends[column] as number, line);
      } else if (judge(record)) counts.rows++;
      else return;
      if (end.length === notes) lastRow = line;
    },
    finish() {
      lookups.finish();
      // Only what no row follows is the end of the file.
      end.splice(0, end.filter(({line}) => line < lastRow).length);
      for (const {line} of end) verdicts.set(line, 0);
      counts.rows -= end.length;
      counts.rejected -= end.length;
    },
  };
}

function noteFilled({cells}: RecordView, empty: Set<number>): void {
  for (const column of empty) {
    if (column < cells.count && cells.ends[column] !== cells.starts[column]) empty.delete(column);
  }
}

/** Whether a row sums up, or says something about the whole file: it has no address, and the words for that or one cell. */
function isNote(texts: readonly string[], width: number): boolean {
  const [first = '', ...others] = texts.filter(text => text !== '');
  if (texts.some(text => text.includes('@'))) return false;
  return sum.test(first) || (others.length === 0 && texts.length === 1 && width > 2);
}

/** The first words of such a row in the languages of known headers. */
const sum =
  /^(?:(?:grand |sub)?totals?|sum|count|summe|gesamt\p{L}*|insgesamt|anzahl|somme|nombre|totale?|totaal|aantal|suma|soma)(?:[\s:=]|$)|^(?:#|--|==)|^\d+ (?:contacts|records|rows|entries|people|kontakte|einträge|datensätze|zeilen)$/iu;

/** More lines than this are no notes. */
const MOST_NOTES = 100;
