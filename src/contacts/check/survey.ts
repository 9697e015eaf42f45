import {counted, plural} from '../../core/words/sentence.js';
import {cellText, type RecordView} from '../../csv/bytes/read-records.js';
import {makeAddressTable} from '../../csv/columns/address-table.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {likelyDomain} from '../../records/fields/mistyped-domain.js';
import {cleanedCell, isEmptyCell, likelyAddress} from '../cells/cell-rules.js';
import type {Opened} from '../file/open.js';
import {isSkippedByStatus, type RowState, Rows, state} from '../file/rows.js';
import type {MailWatch} from './mail-watch.js';
import {phpMisreads, quotedExcerpt, type Rules, type Slot} from './slots.js';

export type OddityName = ('strange country' | 'mistyped domain' | 'unclear address') | ('left empty' | 'does not fit');

/** What was found of one kind: a value, a column or a line, with the rows that have it. */
export type Oddity = {
  readonly text: string;
  readonly column: number;
  rows: number;
  readonly lines: number[];
  readonly likely?: string | undefined;
};

type Met = Pick<Oddity, 'text' | 'column' | 'likely'> & {readonly line: number};

/** What was found, by its kind, and within it by its value, its column or its line. */
class Tally {
  private readonly all = new Map<string, Map<string | number, Oddity>>();

  of(name: string): readonly Oddity[] {
    return [...(this.all.get(name)?.values() ?? [])];
  }

  add(name: OddityName, key: string | number, {line, ...met}: Met): void {
    const found = this.all.get(name) ?? new Map<string | number, Oddity>();
    this.all.set(name, found);
    const each = found.get(key) ?? {...met, rows: 0, lines: []};
    each.rows++;
    if (each.lines.length < MOST_LINES) each.lines.push(line);
    if (found.size < MOST_FOUND) found.set(key, each);
  }
}

/** The most to keep: a wrongly mapped column may have a different text in every row. */
const [MOST_FOUND, MOST_LINES] = [1000, 5];

export type Survey = ReturnType<typeof makeSurvey>;

export function makeSurvey({columns, header, rows, seen}: Opened, rules: Rules, mail: MailWatch) {
  const {headers, filled, address} = rules;
  const width = headers.length;
  const states = new Rows();
  // A wrong guess of the number of rows, by the length of the first ones, costs only a little time or memory.
  const perRow = rows.reduce((sum, {raw}) => sum + raw.length + 1, 0) / rows.length;
  const addresses = makeAddressTable(Math.min(20_000_000, seen.size / (perRow || seen.size)));
  const empty = new Set(columns.flatMap(({fields, isNew}, at) => (fields.length !== 1 || isNew ? [at] : [])));
  const found = new Tally();
  const seeDomain = watchDomains(address, found);

  /** Judges a row by the line that had its address before, if it is not 0: who left is left out of every row. */
  const settle = (line: number, verdict: RowState, same: number): void => {
    const earlier = same === 0 ? state.good : states.of(same);
    if (isSkippedByStatus(verdict)) {
      if (same > 0 && earlier === state.good) states.set(same, verdict);
      states.set(line, verdict);
    } else states.set(line, same === 0 || isSkippedByStatus(earlier) ? earlier : state.repeated);
  };
  const isWhole = ({cells}: RecordView): boolean => cells.fault === undefined && cells.count === width;
  const isPlainlyGood = (record: RecordView): boolean => {
    if (record.marked || !isWhole(record)) return false;
    for (const slot of filled) if (!slot.isGood(record)) return false;
    return true;
  };
  const takeGood = (record: RecordView): void => {
    seeDomain(record);
    mail.see(record);
  };
  /** Judges a row cell by cell. A person may fix a bad row, and is asked about its values with the others. */
  const judge = (record: RecordView): void => {
    const {line, cells} = record;
    const {problems, address: folded, blank} = examine(record, rules);
    if (blank) return;
    if (cells.count >= width) noteValues(record, filled, found);
    if (problems.length === 0) {
      takeGood(record);
      settle(line, state.good, addresses.add(folded, line));
      return;
    }
    if (cells.count >= width) noteProblems(record, problems, found);
    states.set(line, state.rejected);
  };
  return {
    states,
    addresses,
    /** Columns without a field, or with a new one, that have no value. */
    empty,
    mail,
    found,
    visit(record: RecordView): void {
      const {cells, line, bytes} = record;
      if (line <= header.line) return;
      noteFilled(record, empty);
      const status = mail.says && isWhole(record) ? mail.of(record) : 'in';
      if (status !== 'in') {
        const folded = addressOf(record, rules);
        settle(line, state[status], folded === '' ? 0 : addresses.add(folded, line));
      } else if (isPlainlyGood(record)) {
        takeGood(record);
        const {column} = address;
        const [from, to] = [cells.starts[column] as number, cells.ends[column] as number];
        settle(line, state.good, addresses.addBytes(bytes, from, to, line));
      } else judge(record);
    },
  };
}

function noteFilled(record: RecordView, empty: Set<number>): void {
  for (const column of empty) if (column < record.cells.count && !isEmptyCell(record, column)) empty.delete(column);
}

export function addressOf(record: RecordView, {address}: Rules): string {
  const {starts, ends} = record.cells;
  const {column} = address;
  if (address.isSentAsIs(record)) return record.bytes.toString('latin1', starts[column], ends[column]).toLowerCase();
  const fitted = address.read(record);
  return 'value' in fitted ? foldAddress(fitted.value) : '';
}

/** Why a row cannot be sent, and the slot that a cell of it does not fit. */
type Problem = {readonly reason: string; readonly slot?: Slot};

/** Decodes the cells of a row that may be bad, and explains why it cannot be sent. */
export function examine(record: RecordView, rules: Rules) {
  const {cells} = record;
  const {headers, delimiter} = rules;
  if (cells.fault === undefined && isBlank(record)) return {problems: [], address: '', blank: true};
  const reason = faultIn(record, headers, delimiter);
  return reason === undefined
    ? examineCells(record, rules)
    : {problems: [{reason}] as readonly Problem[], address: '', blank: false};
}

function examineCells(record: RecordView, {headers, filled}: Rules) {
  const problems: Problem[] = [];
  let address = '';
  for (const slot of filled) {
    if (!record.marked && slot.isGood(record) && slot.kind !== 'address') continue;
    const fitted = slot.read(record);
    if ('reason' in fitted) problems.push({reason: fitted.reason, slot});
    else if (record.marked && phpMisreads(fitted.value)) {
      const where = `${quotedExcerpt(fitted.value)} in “${headers[slot.column]}”`;
      const reason = `${where} has a backslash before a quote or at its end: the service would read the next cells as part of it`;
      problems.push({reason, slot});
    } else if (slot.kind === 'address') address = foldAddress(fitted.value);
  }
  return {problems, address, blank: false};
}

function isBlank(record: RecordView, from = 0): boolean {
  for (let cell = from; cell < record.cells.count; cell++) if (trim(cellText(record, cell)) !== '') return false;
  return true;
}

/** What is wrong with the quotes of a row, or with the number of its cells. */
function faultIn(record: RecordView, headers: readonly string[], delimiter: string): string | undefined {
  const {count, fault, faultCell} = record.cells;
  const where = headers[faultCell] === undefined ? '' : ` in “${headers[faultCell]}”`;
  const inHeader = `but ${headers.length} in the header`;
  if (fault === 'unclosed') return `a quote is opened${where} and never closed`;
  if (fault === 'stray') return `there is text after the closing quote${where}: write a quote inside a value twice`;
  if (count < headers.length)
    return `there ${plural(count, 'is', 'are')} ${counted(count, 'cell')}, ${inHeader}: a “${delimiter}” is missing, or a line break splits the row`;
  if (count === headers.length || isBlank(record, headers.length)) return undefined;
  return `there are ${count} cells, ${inHeader}: a value with a “${delimiter}” in it needs quotes around it`;
}

/** Notes values that are sent but worth a word: left empty, or a country that nobody knows. */
function noteValues(record: RecordView, filled: readonly Slot[], found: Tally): void {
  for (const {column, part, mayNote, read} of filled) {
    const fitted = mayNote ? read(record) : undefined;
    if (fitted === undefined || !('value' in fitted) || fitted.note === undefined) continue;
    const {note} = fitted;
    const cell = cleanedCell(record, column);
    const text = part?.(cell) ?? cell;
    found.add(note, note === 'left empty' ? column : text, {line: record.line, text, column});
  }
}

/** Notes what its field cannot hold, by column, and addresses that most likely mean another. */
function noteProblems(record: RecordView, problems: readonly Problem[], found: Tally): void {
  const {line} = record;
  for (const {slot} of problems) {
    if (slot === undefined) continue;
    const {column} = slot;
    const text = cleanedCell(record, column);
    const likely = slot.kind === 'address' && text !== '' ? likelyAddress(text) : undefined;
    if (slot.kind !== 'address') found.add('does not fit', column, {line, text, column});
    else if (likely !== undefined) found.add('unclear address', line, {line, text, column, likely});
  }
}

/** Looks at the domain of every address that is sent. Most are known by a hash, without decoding. */
function watchDomains({column}: Slot, found: Tally): (record: RecordView) => void {
  /** The domain that is most likely meant; the empty text if it is the right one. */
  const known = new Map<number, string>();
  return ({bytes, cells, line}) => {
    const from = cells.starts[column] as number;
    let end = cells.ends[column] as number;
    while (end > from && AFTER.has(bytes[end - 1] as number)) end--;
    let at = end;
    let mark = 0;
    while (at > from && bytes[at - 1] !== AT) mark = Math.imul(mark ^ ((bytes[--at] as number) | 0x20), PRIME);
    if (known.get(mark) === '') return;
    const domain = bytes.toString('latin1', at, end).trimEnd().toLowerCase();
    const likely = likelyDomain(domain);
    if (known.size < MOST_DOMAINS) known.set(mark, likely ?? '');
    if (likely !== undefined) found.add('mistyped domain', domain, {line, text: domain, column, likely});
  };
}

const AT = 0x40;
/** What may be written after an address: `<a@x>`, a dot, a comma, a semicolon. */
const AFTER = new Set([0x3e, 0x2e, 0x2c, 0x3b]);
const PRIME = 0x01000193;
const MOST_DOMAINS = 20_000;
