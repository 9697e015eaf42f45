import {cellText, type RecordView} from '../../csv/bytes/read-records.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {counted, plural} from '../../words/sentence.js';
import type {Fitted} from '../cells/cell-rule.js';
import {phpMisreads} from '../cells/cell-rules.js';
import {type CellTest, textOf} from './plain-cells.js';
import type {Rules, Slot} from './rules.js';

/** Whether a row is certainly valid, found without decoding it. Most rows are; only the others are examined. */
export const isSurelyGood =
  ({headers, checked}: Rules): CellTest =>
  record => {
    const {cells, marked} = record;
    if (marked || cells.fault !== undefined || cells.count !== headers.length) return false;
    for (const {isGood} of checked) if (!isGood(record)) return false;
    return true;
  };

/** The address of a good row, folded for comparison. */
export function addressOf(record: RecordView, rules: Rules): string {
  const {address} = rules;
  if (address.isGood(record)) {
    const {starts, ends} = record.cells;
    return record.bytes.toString('latin1', starts[address.column], ends[address.column]).toLowerCase();
  }
  const fitted = slotValue(record, address, rules);
  return 'value' in fitted ? foldAddress(fitted.value) : '';
}

/** The result of examining a row: its problems, each with its cell. A `blank` row has no value in any cell. */
type Findings = {
  readonly problems: readonly Problem[];
  readonly address: string;
  readonly blank: boolean;
};

/** Why a row cannot be sent, and the cell because of which it cannot. */
export type Problem = {readonly reason: string; readonly cell: number};

/** Decodes the cells of a row that may be bad, and explains why it cannot be sent. */
export function examine(record: RecordView, rules: Rules): Findings {
  const {cells} = record;
  const found = (reason: string, cell: number): Findings => ({
    problems: [{reason, cell}],
    address: '',
    blank: false,
  });
  if (cells.fault !== undefined) return found(faultIn(record, rules), cells.faultCell);
  if (isBlank(record)) return {problems: [], address: '', blank: true};
  const width = rules.headers.length;
  if (cells.count < width) return found(tooFew(cells.count, rules), cells.count - 1);
  if (cells.count > width && !isBlank(record, width)) return found(tooMany(cells.count, rules), width);
  return examineCells(record, rules);
}

function examineCells(record: RecordView, rules: Rules): Findings {
  const problems: Problem[] = [];
  let address = '';
  for (const slot of record.marked ? rules.filled : rules.checked) {
    const fitted = slotValue(record, slot, rules);
    if ('reason' in fitted) problems.push({reason: fitted.reason, cell: slot.column});
    else if (phpMisreads(fitted.value)) problems.push({reason: misread(fitted.value, slot, rules), cell: slot.column});
    else if (slot.kind === 'address') address = fitted.value;
  }
  return {problems, address, blank: false};
}

/** The value of a row for one column that is sent, or why it has none. */
export function slotValue(record: RecordView, slot: Slot, rules: Rules): Fitted {
  const cell = slot.column < 0 ? '' : textOf(record, slot.column);
  const text = slot.part?.(cell) ?? cell;
  const header = `“${rules.headers[slot.column]}”`;
  const {read, whenEmpty, noun} = slot.rule;
  if (text === '' && whenEmpty === undefined) return {value: slot.fallback};
  if (text === '') return {reason: `${whenEmpty} in ${header}`};
  const fitted = read(text);
  if ('value' in fitted) return fitted;
  return {reason: `${noun === undefined ? '' : `${noun} `}${excerpt(text)} in ${header} ${fitted.reason}`};
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

const misread = (text: string, slot: Slot, {headers}: Rules): string =>
  `${excerpt(text)} in “${headers[slot.column]}” has a backslash before a quote or at its end: the service would read the next cells as part of it`;

const excerpt = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;
