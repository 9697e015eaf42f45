import {cellText} from '../../csv/cell-text.js';
import type {RecordView} from '../../csv/read-records.js';
import {escaped, makeCells, quoted, scanRecord} from '../../csv/scan-record.js';
import {toCsvCell} from './csv-cell.js';
import type {Slot} from './layout.js';
import {type Rules, slotValue} from './row-rules.js';

/** The header as it is sent. */
export const headerBytes = (slots: readonly Slot[]): Uint8Array =>
  Buffer.from(slots.map(({name}) => toCsvCell(name)).join(','));

/** Writes good rows as they are sent: UTF-8, commas, quotes only where they must be, numbers and dates made plain. */
export function makeRowWriter(rules: Rules): (record: RecordView) => Uint8Array {
  let row = Buffer.allocUnsafe(4096);
  return record => {
    const most = (record.cells.end - record.from) * 2 + rules.slots.length * 2;
    if (row.length < most) row = Buffer.allocUnsafe(most * 2);
    let end = 0;
    for (const slot of rules.slots) {
      if (end > 0 || slot !== rules.slots[0]) row[end++] = comma;
      const copied = copyPlain(record, slot, rules, row, end);
      if (copied >= 0) {
        end = copied;
        continue;
      }
      const fitted = slotValue(record, slot, rules);
      const text = 'value' in fitted ? toCsvCell(fitted.value) : '';
      const length = Buffer.byteLength(text);
      if (end + length + rules.slots.length + most > row.length) row = Buffer.concat([row], end + length + most * 2);
      end += row.write(text, end);
    }
    // Taken from a pool: a buffer of its own for each row would cost more than writing the row.
    return Buffer.from(row.subarray(0, end));
  };
}

/** The values in a row that was written. */
export function valuesIn(bytes: Uint8Array, slots: readonly Slot[]): Readonly<Record<string, string>> {
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

/** Copies a cell that is sent as it stands, and returns where it ends; -1 when it is not that simple. */
function copyPlain({bytes, cells}: RecordView, slot: Slot, rules: Rules, row: Uint8Array, at: number): number {
  const {column, type, field, fallback} = slot;
  if (column < 0) return fallback === '' ? at : -1;
  const from = cells.starts[column] as number;
  const to = cells.ends[column] as number;
  if (from === to) return fallback === '' ? at : -1;
  if (type !== 'text' || cells.kinds[column] === escaped) return -1;
  if (field === 'country' && rules.countries !== undefined) return -1;
  if (!isInk(bytes[from] as number) || bytes[from] === 0x27 || !isInk(bytes[to - 1] as number)) return -1;
  const end = copyBytes(bytes, from, to, row, at);
  if (end >= 0 || cells.kinds[column] !== quoted) return end;
  row[at] = quote;
  row.set(bytes.subarray(from, to), at + 1);
  row[at + 1 + to - from] = quote;
  return at + 2 + to - from;
}

/** Copies text that needs no quotes, and returns where it ends; -1 for any other. */
function copyBytes(bytes: Uint8Array, from: number, to: number, row: Uint8Array, at: number): number {
  const shift = at - from;
  for (let place = from; place < to; place++) {
    const byte = bytes[place] as number;
    if (byte === comma || byte === quote || byte < 0x20) return -1;
    row[place + shift] = byte;
  }
  return to + shift;
}

/** A visible ASCII character, which no trimming takes away. */
const isInk = (byte: number): boolean => byte > 0x20 && byte < 0x7f;
