import {trim} from '../../api/trim.js';
import {cellText} from '../../csv/cell-text.js';
import {foldAddress} from '../../csv/fold-address.js';
import {unguard} from '../../csv/formula-guard.js';
import type {RecordView} from '../../csv/read-records.js';
import {escaped} from '../../csv/scan-record.js';
import {phpMisreads} from './csv-cell.js';
import {isAddressIn} from './email-bytes.js';
import {fitCell, type Reading} from './fit-cell.js';
import type {Slot} from './layout.js';
import type {Fitted} from './number-cell.js';

/** What a row is held against. */
export type Rules = Reading & {
  readonly headers: readonly string[];
  readonly delimiter: string;
  readonly slots: readonly Slot[];
  /** Slots that come from a column of the file and hold numbers or dates. */
  readonly typed: readonly Slot[];
  readonly addressColumn: number;
};

/** The address of a good row, folded for comparing. */
export function addressOf(record: RecordView, rules: Rules): string {
  if (hasPlainAddress(record, rules)) {
    const {bytes, cells} = record;
    const cell = rules.addressColumn;
    return bytes.toString('latin1', cells.starts[cell], cells.ends[cell]).toLowerCase();
  }
  const fitted = slotValue(record, rules.slots.find(({field}) => field === 'email') as Slot, rules);
  return 'value' in fitted ? foldAddress(fitted.value) : '';
}

/** Whether a row is good beyond doubt, without decoding any of it. Most rows are; the others are looked at closely. */
export function isPlainlyGood(record: RecordView, rules: Rules): boolean {
  const {bytes, cells, marked} = record;
  const {headers, typed} = rules;
  if (marked || cells.fault !== undefined || cells.count !== headers.length) return false;
  if (!hasPlainAddress(record, rules)) return false;
  const {starts, ends} = cells;
  for (const {column, type} of typed) {
    const start = starts[column] as number;
    const end = ends[column] as number;
    if (start < end && !(type === 'number' ? isInteger(bytes, start, end) : isIsoDate(bytes, start, end))) return false;
  }
  return true;
}

/** What a close look at a row finds. `blank` is a row that has nothing in it. */
export type Findings = {readonly problems: readonly string[]; readonly address: string; readonly blank: boolean};

/** Looks at a row closely, and says in words what keeps it from being sent. */
export function examine(record: RecordView, rules: Rules): Findings {
  const {cells} = record;
  const found = (...problems: string[]): Findings => ({problems, address: '', blank: false});
  if (cells.fault !== undefined) return found(faultIn(record, rules));
  if (isBlank(record)) return {problems: [], address: '', blank: true};
  const width = rules.headers.length;
  if (cells.count < width) return found(tooFew(cells.count, rules));
  if (cells.count > width && !isBlank(record, width)) return found(tooMany(cells.count, rules));
  const problems: string[] = [];
  let address = '';
  for (const slot of rules.slots) {
    // Text without a backslash is always good.
    if (slot.column < 0 || (slot.type === 'text' && slot.field !== 'email' && !record.marked)) continue;
    const fitted = slotValue(record, slot, rules);
    if ('reason' in fitted) problems.push(fitted.reason);
    else if (phpMisreads(fitted.value)) problems.push(misread(fitted.value, slot, rules));
    else if (slot.field === 'email') address = fitted.value;
  }
  return {problems, address, blank: false};
}

/** What a row gives for one of the columns that are sent, or a sentence about why it gives nothing. */
export function slotValue(record: RecordView, slot: Slot, rules: Rules): Fitted {
  const text = slot.column < 0 ? '' : trim(unguard(cellText(record, slot.column)));
  const header = `“${rules.headers[slot.column]}”`;
  if (text === '')
    return slot.field === 'email' ? {reason: `there is no address in ${header}`} : {value: slot.fallback};
  const fitted = fitCell(text, slot.field, slot.type, rules);
  if ('value' in fitted) return fitted;
  return {reason: `${slot.field === 'email' ? 'the address ' : ''}${excerpt(text)} in ${header} ${fitted.reason}`};
}

function hasPlainAddress({bytes, cells}: RecordView, {addressColumn}: Rules): boolean {
  const from = cells.starts[addressColumn] as number;
  if (cells.kinds[addressColumn] === escaped || bytes[from] === apostrophe) return false;
  return isAddressIn(bytes, from, cells.ends[addressColumn] as number);
}

const apostrophe = 0x27;

function isInteger(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isDigit(bytes[at] as number)) return false;
  return to - from <= 15;
}

/** `2026-04-03`, with `T14:30` or without, on a day that every month has. */
function isIsoDate(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length !== 10 && length !== 16) return false;
  for (let at = 0; at < length; at++) {
    const byte = bytes[from + at] as number;
    const sign = isoSigns[at] as number;
    if (sign === 0 ? !isDigit(byte) : byte !== sign) return false;
  }
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  const inDay = length === 10 || (twoDigits(bytes, from + 11) < 24 && twoDigits(bytes, from + 14) < 60);
  return inDay && bytes[from] !== 0x30 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
}

const isoSigns = [...'0000-00-00T00:00'].map(sign => (sign === '0' ? 0 : sign.charCodeAt(0)));
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const twoDigits = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) - 0x30) * 10 + (bytes[at + 1] as number) - 0x30;

function isBlank(record: RecordView, from = 0): boolean {
  for (let cell = from; cell < record.cells.count; cell++) if (trim(cellText(record, cell)) !== '') return false;
  return true;
}

function faultIn({cells}: RecordView, {headers}: Rules): string {
  const where = headers[cells.faultCell] === undefined ? '' : ` in “${headers[cells.faultCell]}”`;
  return cells.fault === 'unclosed'
    ? `a quote is opened${where} and has no partner`
    : `there is text behind the closing quote${where}: a quote within a value is written twice`;
}

const tooFew = (count: number, {headers, delimiter}: Rules): string =>
  `there ${count === 1 ? 'is 1 cell' : `are ${count} cells`}, but ${headers.length} in the header: a “${delimiter}” is missing, or a line break cuts the row`;

const tooMany = (count: number, {headers, delimiter}: Rules): string =>
  `there are ${count} cells, but ${headers.length} in the header: a value with a “${delimiter}” in it needs quotes around it`;

const misread = (text: string, slot: Slot, {headers}: Rules): string =>
  `${excerpt(text)} in “${headers[slot.column]}” has a backslash before a quote or at its end: the service would take the cells behind it for a part of it`;

const excerpt = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;
