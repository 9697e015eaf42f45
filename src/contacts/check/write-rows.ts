import {asWritten, inLowerCase, shortHash, shortHashOfBytes} from '../../csv/bytes/hash-text.js';
import {cellText, type RecordView} from '../../csv/bytes/read-records.js';
import {quotedCellKind} from '../../csv/bytes/scan-record.js';
import {cacheCells, isEmpty} from '../cells/cell-bytes.js';
import type {Fitted, HashedField} from '../file/contract.js';
import type {Rules, Slot} from './slots.js';

const needsQuotes = /[",\r\n]/;

/** A cell as it is sent, with quotes only if needed. */
export const toCsvCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Whether PHP would misread a cell: within quotes, it takes a backslash before a quote to keep the cell open. */
export const phpMisreads = (text: string): boolean =>
  text.includes('\\') && needsQuotes.test(text) && /(?<!\\)(?:\\\\)*\\(?:"|$)/.test(text);

export const headerBytes = (slots: readonly Slot[]): Uint8Array =>
  Buffer.from(slots.map(({name}) => toCsvCell(name)).join(','));

const sentText = (fitted: Fitted): string => ('value' in fitted ? fitted.value : '');

/** Writes good rows as they are sent: UTF-8, commas, quotes only if needed, numbers and dates in standard form. */
export function makeRowWriter({slots}: Rules): (record: RecordView) => Uint8Array {
  let row = Buffer.allocUnsafe(4096);
  /** Writes a cell that must be decoded, and makes room for it and the rest of the row. */
  const writeDecoded = (record: RecordView, slot: Slot, end: number, most: number): number => {
    const text = toCsvCell(sentText(slot.read(record)));
    const length = Buffer.byteLength(text);
    if (end + length + slots.length + most > row.length) row = Buffer.concat([row], end + length + most * 2);
    return end + row.write(text, end);
  };
  return record => {
    const most = (record.cells.end - record.from) * 2 + slots.length * 2;
    if (row.length < most) row = Buffer.allocUnsafe(most * 2);
    let end = 0;
    for (const slot of slots) {
      if (end > 0 || slot !== slots[0]) row[end++] = comma;
      const copied = copyPlain(record, slot, row, end);
      end = copied >= 0 ? copied : writeDecoded(record, slot, end, most);
    }
    // From a pool: a separate buffer for each row would cost more than writing the row.
    return Buffer.from(row.subarray(0, end));
  };
}

/** Copies a cell that is sent unchanged, and returns where the copy ends; -1 if it must be decoded. */
function copyPlain(record: RecordView, {column, fallback, isSentAsIs}: Slot, row: Uint8Array, at: number): number {
  const {bytes, cells} = record;
  if (column < 0 || isEmpty(record, column)) return fallback === '' ? at : -1;
  if (!isSentAsIs(record)) return -1;
  const [from, to] = [cells.starts[column] as number, cells.ends[column] as number];
  const end = copyBytes(bytes, from, to, row, at);
  if (end >= 0 || cells.kinds[column] !== quotedCellKind) return end;
  row[at] = quote;
  row.set(bytes.subarray(from, to), at + 1);
  row[at + 1 + to - from] = quote;
  return at + 2 + to - from;
}

const comma = 0x2c;
const quote = 0x22;

/** Copies text without quotes, and returns where the copy ends; -1 if the text needs quotes. */
function copyBytes(bytes: Uint8Array, from: number, to: number, row: Uint8Array, at: number): number {
  const shift = at - from;
  for (let place = from; place < to; place++) {
    const byte = bytes[place] as number;
    if (byte === comma || byte === quote || byte < 0x20) return -1;
    row[place + shift] = byte;
  }
  return to + shift;
}

/** The values of a good row by field, as they are sent. */
export function valuesOfRow(record: RecordView, {slots}: Rules): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const slot of slots) {
    if (slot.field === undefined) continue;
    values[slot.field] = slot.isSentAsIs(record) ? cellText(record, slot.column) : sentText(slot.read(record));
  }
  return values;
}

/** Turns each value of a good row into a hash, plain cells in place, because decoding takes most of the time. */
export function makeRowHasher(rules: Rules, fields: readonly HashedField[]): (record: RecordView) => Uint32Array {
  const hashers = fields.map(field => cellHasher(rules, field));
  const marks = new Uint32Array(fields.length);
  return record => {
    for (let at = 0; at < hashers.length; at++) marks[at] = hashers[at]?.(record) ?? 0;
    return marks;
  };
}

/** Hashes the cells of one field. */
function cellHasher({slots}: Rules, {name, asciiForm, of}: HashedField): (record: RecordView) => number {
  const make = (text: string | undefined): number => (text === undefined ? 0 : shortHash(text));
  const slot = slots.find(({field}) => field === name);
  const empty = make(of(slot?.fallback ?? ''));
  if (slot === undefined || slot.column < 0) return () => empty;
  const {column, valueFor, isSentAsIs} = slot;
  const decoded = cacheCells(column, cell => make(of(sentText(valueFor(cell)))));
  if (asciiForm === undefined) return record => (isEmpty(record, column) ? empty : decoded(record));
  const letters = asciiForm === 'folded' ? inLowerCase : asWritten;
  return record => {
    if (isEmpty(record, column)) return empty;
    const {bytes, cells} = record;
    const [from, to] = [cells.starts[column] as number, cells.ends[column] as number];
    return (isSentAsIs(record) && shortHashOfBytes(bytes, from, to, letters)) || decoded(record);
  };
}
