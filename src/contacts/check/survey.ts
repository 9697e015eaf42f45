import {counted, plural} from '../../core/words/sentence.js';
import {cellText, cellTexts, type RecordView} from '../../csv/bytes/read-records.js';
import {type AddressTable, makeAddressTable} from '../../csv/columns/address-table.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {likelyDomain} from '../../records/fields/mistyped-domain.js';
import {likelyAddress} from '../cells/cell-rules.js';
import {guessType, orderOf, type TypeGuess} from '../cells/guess-type.js';
import type {Fitted, Found} from '../file/contract.js';
import type {Opened} from '../file/open.js';
import {isSkippedByStatus, makeRows, type Rows, state} from '../file/rows.js';
import {isEmpty, textOf} from './cells.js';
import type {MailWatch} from './mail-watch.js';
import {excerpt, type Rules, type Slot} from './slots.js';
import {phpMisreads} from './write-rows.js';

/** The verdict about a row; the last three are skipped because of a status column, in this row or in another with its address. */
const verdictNames = ['', 'good', 'rejected', 'repeated', 'left', 'bounced', 'out'] as const;
type Counted = Exclude<(typeof verdictNames)[number], ''>;
const {good, rejected, repeated} = state;

/** What the reading of a file finds, row by row. Memory holds one byte per line, and a hash of each address. */
export type Survey = {
  readonly verdicts: Rows;
  /** The line of each address. */
  readonly addresses: AddressTable;
  readonly counts: {rows: number; blank: number} & Record<Counted, number>;
  /** Columns without a field, or with a new one, that have no value. */
  readonly empty: Set<number>;
  readonly guesses: ReadonlyMap<number, TypeGuess>;
  readonly mail: MailWatch;
  readonly found: Tally;
  /** Looks at a row. After the last one, `finish` makes the findings complete. */
  readonly visit: (record: RecordView) => void;
  readonly finish: () => void;
};

/** What a row or a cell may have that is worth a word. */
export type FoundName =
  | 'header again'
  | 'end of file'
  | 'strange country'
  | 'mistyped domain'
  | 'unclear address'
  | 'time zone'
  | 'left empty'
  | 'does not fit';

type Tally = Readonly<Record<FoundName, Map<string | number, Found>>>;

const makeTally = (): Tally => ({
  'header again': new Map(),
  'end of file': new Map(),
  'strange country': new Map(),
  'mistyped domain': new Map(),
  'unclear address': new Map(),
  'time zone': new Map(),
  'left empty': new Map(),
  'does not fit': new Map(),
});

type Met = Pick<Found, 'text' | 'column'> & {readonly line: number; readonly likely?: string | undefined};

/** Counts one more row with the same value, or in the same column. */
function add(found: Map<string | number, Found>, key: string | number, {line, ...met}: Met): void {
  const before = found.get(key);
  if (before === undefined && found.size >= MOST_FOUND) return;
  const each = before ?? {...met, rows: 0, lines: []};
  each.rows++;
  if (each.lines.length < MOST_LINES) each.lines.push(line);
  found.set(key, each);
}

/** The most to keep: a wrongly mapped column may have a different text in every row. */
const [MOST_FOUND, MOST_LINES] = [1000, 5];

export function makeSurvey(
  {columns, dates, before}: Opened,
  rules: Rules,
  mail: MailWatch,
  expectedRows: number,
): Survey {
  const {headers, filled, address} = rules;
  const width = headers.length;
  const verdicts = makeRows();
  const addresses = makeAddressTable(expectedRows);
  const counts = {rows: 0, blank: 0, good: 0, rejected: 0, repeated: 0, left: 0, bounced: 0, out: 0};
  const guesses = new Map(
    columns.flatMap(({header, isNew}, at) =>
      isNew ? [[at, guessType(header, {...rules.reading, shownOrder: orderOf(dates[at] ?? {})})] as const] : [],
    ),
  );
  const empty = new Set(columns.flatMap(({fields, isNew}, at) => (fields.length !== 1 || isNew ? [at] : [])));
  const found = makeTally();
  const seeDomain = watchDomains(address, found['mistyped domain']);
  let lastRow = 0;

  const mark = (line: number, verdict: number): void => {
    counts[verdictNames[verdict] as Counted]++;
    verdicts.set(line, verdict);
  };
  /** Decides about a row when its address was looked up; `same` is the line that had it before, or 0. */
  const settle = (line: number, same: number): void => {
    const status = verdicts.of(line);
    const earlier = same === 0 ? good : verdicts.of(same);
    if (isSkippedByStatus(status)) {
      // Somebody who left is left out of every row, earlier or later.
      if (same > 0 && earlier === good) {
        counts.good--;
        mark(same, status);
      }
      mark(line, status);
    } else mark(line, same === 0 || isSkippedByStatus(earlier) ? earlier : repeated);
  };
  const lookups = addresses.inBatches(settle);
  const lookUp = (folded: string, line: number): void => {
    const bytes = Buffer.from(folded);
    lookups.add(bytes, 0, bytes.length, line);
  };
  const isPlainlyGood = (record: RecordView): boolean => {
    const {cells, marked} = record;
    if (marked || cells.fault !== undefined || cells.count !== width) return false;
    for (const slot of filled) if (!slot.isGood(record)) return false;
    return true;
  };
  /** Whether a row is skipped because of its status. */
  const isLeftOut = (record: RecordView): boolean => {
    const {fault, count} = record.cells;
    const status = mail.says && fault === undefined && count === width ? mail.of(record) : 'in';
    if (status === 'in') return false;
    const folded = addressOf(record, rules);
    verdicts.set(record.line, state[status]);
    if (folded === '') settle(record.line, 0);
    else lookUp(folded, record.line);
    return true;
  };
  const takeGood = (record: RecordView): void => {
    seeDomain(record);
    mail.see(record);
    for (const [column, guess] of guesses) {
      const text = textOf(record, column);
      if (text !== '') guess.see(text);
    }
  };
  /** Judges a row cell by cell, and returns whether it is a row at all. */
  const judge = (record: RecordView): boolean => {
    const {line} = record;
    const {problems, address: folded, blank} = examine(record, rules);
    if (blank) {
      if (record.cells.count > 1) counts.blank++;
      return false;
    }
    if (problems.length === 0) {
      noteValues(record, filled, found);
      takeGood(record);
      lookUp(folded, line);
      return true;
    }
    const texts = cellTexts(record).map(trim);
    const text = texts.filter(each => each !== '').join(' ');
    if (texts.length === width && texts.every((each, at) => each === headers[at])) {
      add(found['header again'], line, {line, text, column: 0});
      return false;
    }
    if (isNote(texts, width)) add(found['end of file'], line, {line, text, column: 0});
    else if (record.cells.count >= width) {
      // A person may fix the row, and is asked about its values with the others.
      noteValues(record, filled, found);
      noteProblems(record, problems, found);
    }
    mark(line, rejected);
    return true;
  };
  return {
    ...{verdicts, addresses, counts, empty, guesses, mail, found},
    visit(record) {
      const {cells, line, bytes} = record;
      if (line <= before) return;
      noteFilled(record, empty);
      const notes = found['end of file'].size;
      if (isLeftOut(record)) counts.rows++;
      else if (isPlainlyGood(record)) {
        counts.rows++;
        takeGood(record);
        const {column} = address;
        lookups.add(bytes, cells.starts[column] as number, cells.ends[column] as number, line);
      } else if (judge(record)) counts.rows++;
      else return;
      if (found['end of file'].size === notes) lastRow = line;
    },
    finish() {
      lookups.finish();
      // Only what no row follows is the end of the file.
      const notes = found['end of file'];
      for (const line of notes.keys()) {
        if (Number(line) < lastRow) notes.delete(line);
        else verdicts.set(Number(line), 0);
      }
      counts.rows -= notes.size;
      counts.rejected -= notes.size;
    },
  };
}

/** The address of a good row, folded for comparison. */
export function addressOf(record: RecordView, {address}: Rules): string {
  const {starts, ends} = record.cells;
  const {column} = address;
  if (address.isSentAsIs(record)) return record.bytes.toString('latin1', starts[column], ends[column]).toLowerCase();
  const fitted = address.read(record);
  return 'value' in fitted ? foldAddress(fitted.value) : '';
}

/** Why a row cannot be sent, and the cell because of which it cannot; the slot that the cell does not fit. */
type Problem = {readonly reason: string; readonly cell: number; readonly slot?: Slot};

/** The result of examining a row. A `blank` row has no value in any cell. */
type Examined = {readonly problems: readonly Problem[]; readonly address: string; readonly blank: boolean};

/** Decodes the cells of a row that may be bad, and explains why it cannot be sent. */
export function examine(record: RecordView, rules: Rules): Examined {
  const {cells} = record;
  const width = rules.headers.length;
  const found = (reason: string, cell: number): Examined => ({problems: [{reason, cell}], address: '', blank: false});
  if (cells.fault !== undefined) return found(faultIn(record, rules), cells.faultCell);
  if (isBlank(record)) return {problems: [], address: '', blank: true};
  if (cells.count < width) return found(tooFew(cells.count, rules), cells.count - 1);
  if (cells.count > width && !isBlank(record, width)) return found(tooMany(cells.count, rules), width);
  return examineCells(record, rules);
}

function examineCells(record: RecordView, rules: Rules): Examined {
  const problems: Problem[] = [];
  let address = '';
  for (const slot of rules.filled) {
    if (!record.marked && slot.isGood(record) && slot.kind !== 'address') continue;
    const fitted = slot.read(record);
    if ('reason' in fitted) problems.push({reason: fitted.reason, cell: slot.column, slot});
    else if (record.marked && phpMisreads(fitted.value)) {
      const where = `${excerpt(fitted.value)} in “${rules.headers[slot.column]}”`;
      const reason = `${where} has a backslash before a quote or at its end: the service would read the next cells as part of it`;
      problems.push({reason, cell: slot.column, slot});
    } else if (slot.kind === 'address') address = foldAddress(fitted.value);
  }
  return {problems, address, blank: false};
}

function isBlank(record: RecordView, from = 0): boolean {
  for (let cell = from; cell < record.cells.count; cell++) if (trim(cellText(record, cell)) !== '') return false;
  return true;
}

function faultIn({cells}: RecordView, {headers}: Rules): string {
  const where = headers[cells.faultCell] === undefined ? '' : ` in “${headers[cells.faultCell]}”`;
  return cells.fault === 'unclosed'
    ? `a quote is opened${where} and never closed`
    : `there is text after the closing quote${where}: write a quote inside a value twice`;
}

const tooFew = (count: number, {headers, delimiter}: Rules): string =>
  `there ${plural(count, 'is', 'are')} ${counted(count, 'cell')}, but ${headers.length} in the header: a “${delimiter}” is missing, or a line break splits the row`;

const tooMany = (count: number, {headers, delimiter}: Rules): string =>
  `there are ${count} cells, but ${headers.length} in the header: a value with a “${delimiter}” in it needs quotes around it`;

/** Notes values that are sent but worth a word: left empty, a country that nobody knows, a time with its zone. */
function noteValues(record: RecordView, filled: readonly Slot[], found: Tally): void {
  for (const {column, kind, part, isEmptied, read} of filled) {
    if (isEmptied === undefined && kind !== 'country' && kind !== 'datetime-local') continue;
    const cell = textOf(record, column);
    const text = part?.(cell) ?? cell;
    if (text === '') continue;
    const met = {line: record.line, text, column};
    if (isEmptied?.(text)) add(found['left empty'], column, met);
    const note = noteOf(read(record));
    if (note !== undefined) add(found[note], note === 'strange country' ? text : '', met);
  }
}

const noteOf = (fitted: Fitted) => ('value' in fitted ? fitted.note : undefined);

/** Notes what its field cannot hold, by column, and addresses that most likely mean another. */
function noteProblems(record: RecordView, problems: readonly Problem[], found: Tally): void {
  const {line} = record;
  for (const {slot, cell} of problems) {
    if (slot === undefined) continue;
    const text = textOf(record, cell);
    if (slot.kind !== 'address') add(found['does not fit'], cell, {line, text, column: cell});
    const likely = slot.kind === 'address' && text !== '' ? likelyAddress(text) : undefined;
    if (likely !== undefined) add(found['unclear address'], line, {line, text, column: cell, likely});
  }
}

/** Looks at the domain of every address that is sent. Most are known by a hash, without decoding. */
function watchDomains({column}: Slot, mistyped: Map<string | number, Found>): (record: RecordView) => void {
  const known = new Map<number, string | undefined>();
  return ({bytes, cells, line}) => {
    const from = cells.starts[column] as number;
    let end = cells.ends[column] as number;
    while (end > from && AFTER.has(bytes[end - 1] as number)) end--;
    let at = end;
    let mark = 0;
    while (at > from && bytes[at - 1] !== AT) mark = Math.imul(mark ^ ((bytes[--at] as number) | 0x20), PRIME);
    if (known.has(mark) && known.get(mark) === undefined) return;
    const domain = bytes.toString('latin1', at, end).trimEnd().toLowerCase();
    const likely = likelyDomain(domain);
    if (known.size < MOST_DOMAINS) known.set(mark, likely);
    if (likely !== undefined) add(mistyped, domain, {line, text: domain, column, likely});
  };
}

const AT = 0x40;
/** What may be written after an address: `<a@x>`, a dot, a comma, a semicolon. */
const AFTER = new Set([0x3e, 0x2e, 0x2c, 0x3b]);
const PRIME = 0x01000193;
const MOST_DOMAINS = 20_000;

function noteFilled(record: RecordView, empty: Set<number>): void {
  for (const column of empty) {
    if (column < record.cells.count && !isEmpty(record, column)) empty.delete(column);
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
