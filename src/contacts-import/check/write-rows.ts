import {asWritten, inLowerCase, shortHash, shortHashOfBytes} from '../../csv/bytes/hash-text.js';
import {cellText, type RecordView} from '../../csv/bytes/read-records.js';
import {makeCells, quotedCellKind, scanRecord} from '../../csv/bytes/scan-record.js';
import {toCsvCell} from '../cells/cell-rules.js';
import type {HashedField} from '../file/contract.js';
import {slotValue} from './examine-row.js';
import {type CellTest, cacheCells, plainCell} from './plain-cells.js';
import type {Rules, Slot} from './rules.js';

export const headerBytes = (slots: readonly Slot[]): Uint8Array =>
  Buffer.from(slots.map(({name}) => toCsvCell(name)).join(','));

/** Writes good rows as they are sent: UTF-8, commas, quotes only if needed, numbers and dates in standard form. */
export function makeRowWriter(rules: Rules): (record: RecordView) => Uint8Array {
  const slots = rules.slots.map(slot => ({...slot, stays: plainCell(slot.column, slot.rule.stays)}));
  let row = Buffer.allocUnsafe(4096);
  /** Writes a cell that must be decoded, and makes room for it and the rest of the row. */
  const writeDecoded = (record: RecordView, slot: Slot, end: number, most: number): number => {
    const fitted = slotValue(record, slot, rules);
    const text = 'value' in fitted ? toCsvCell(fitted.value) : '';
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

export function valuesIn(row: Uint8Array, slots: readonly Slot[]): Readonly<Record<string, string>> {
  const bytes = Buffer.from(row.buffer, row.byteOffset, row.length);
  const cells = makeCells();
  scanRecord(bytes, 0, bytes.length, true, {delimiter: comma, loneReturns: false}, cells);
  const record = {bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), cells};
  const values: Record<string, string> = {};
  slots.forEach(({field}, index) => {
    if (field !== undefined) values[field] = cellText(record, index);
  });
  return values;
}

const comma = 0x2c;
const quote = 0x22;

/** Copies a cell that is sent unchanged, and returns where the copy ends; -1 if it must be decoded. */
function copyPlain(
  record: RecordView,
  {column, fallback, stays}: Slot & {readonly stays: CellTest},
  row: Uint8Array,
  at: number,
): number {
  const {bytes, cells} = record;
  const from = column < 0 ? 0 : (cells.starts[column] as number);
  const to = column < 0 ? 0 : (cells.ends[column] as number);
  if (from === to) return fallback === '' ? at : -1;
  if (!stays(record)) return -1;
  const end = copyBytes(bytes, from, to, row, at);
  if (end >= 0 || cells.kinds[column] !== quotedCellKind) return end;
  row[at] = quote;
  row.set(bytes.subarray(from, to), at + 1);
  row[at + 1 + to - from] = quote;
  return at + 2 + to - from;
}

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

/** Turns what a good row says itself into hashes, plain cells in place, because decoding takes most of the time. */
export function makeRowHasher(rules: Rules, fields: readonly HashedField[]): (record: RecordView) => Uint32Array {
  const hashers = fields.map(field => cellHasher(rules, field));
  const marks = new Uint32Array(fields.length);
  return record => {
    for (let at = 0; at < hashers.length; at++) marks[at] = hashers[at]?.(record) ?? 0;
    return marks;
  };
}

/** Hashes the cells of one field. */
function cellHasher(rules: Rules, {name, asciiForm, of}: HashedField): (record: RecordView) => number {
  const make = (text: string | undefined): number => (text === undefined ? 0 : shortHash(text));
  const slot = rules.slots.find(({field}) => field === name);
  const empty = make(of(''));
  if (slot === undefined || slot.column < 0) return () => empty;
  const {column, rule, part} = slot;
  const decoded = cacheCells(column, cell => {
    const text = part?.(cell) ?? cell;
    const fitted = text === '' ? {value: ''} : rule.read(text);
    return make(of('value' in fitted ? fitted.value : ''));
  });
  if (asciiForm === undefined) return record => (isEmpty(record, column) ? empty : decoded(record));
  const stays = plainCell(column, rule.stays);
  const letters = asciiForm === 'folded' ? inLowerCase : asWritten;
  return record => {
    const {bytes, cells} = record;
    if (isEmpty(record, column)) return empty;
    const hash = stays(record)
      ? shortHashOfBytes(bytes, cells.starts[column] as number, cells.ends[column] as number, letters)
      : 0;
    return hash || decoded(record);
  };
}

const isEmpty = ({cells: {starts, ends}}: RecordView, column: number): boolean => starts[column] === ends[column];
