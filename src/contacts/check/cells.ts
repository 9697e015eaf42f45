import {unguardFormula} from '../../csv/bytes/formula-guard.js';
import {cellText, type RecordView} from '../../csv/bytes/read-records.js';
import {escapedCellKind} from '../../csv/bytes/scan-record.js';
import {isInk, trim} from '../../records/fields/fold-address.js';

/** The text of a cell as the import's rules read it. */
export const textOf = (record: RecordView, column: number): string =>
  trim(withoutMark(unguardFormula(cellText(record, column))));

/** Removes the `'` that shops put before numbers such as `'0123` and `'1234AB`, to protect them from spreadsheets. */
const withoutMark = (text: string): string => (/^'[+\d][\dA-Z ()./-]*$/.test(text) ? text.slice(1) : text);

/** Tests one column's cell of a record without decoding it. */
export type CellTest = (record: RecordView) => boolean;

export const isEmpty = ({cells: {starts, ends}}: RecordView, column: number): boolean =>
  starts[column] === ends[column];

/** Whether a cell's bytes are its text: no doubled quotes, no formula guard, nothing to trim. */
export function isPlain({bytes, cells}: RecordView, column: number): boolean {
  const from = cells.starts[column] as number;
  const to = cells.ends[column] as number;
  if (from === to || cells.kinds[column] === escapedCellKind) return false;
  const first = bytes[from] as number;
  return first !== apostrophe && isInk(first) && isInk(bytes[to - 1] as number);
}

const apostrophe = 0x27;

/** Reads a column with few different values: it knows cells by their bytes, and decodes only new ones. */
export function cacheCells<T>(column: number, read: (text: string) => T): (record: RecordView) => T {
  const known = new Map<number, CachedCell<T>>();
  let latest: CachedCell<T> | undefined;
  return record => {
    const {bytes, cells} = record;
    const [from, to] = [cells.starts[column] as number, cells.ends[column] as number];
    // With doubled quotes, the same bytes are another text.
    if (cells.kinds[column] === escapedCellKind) return read(textOf(record, column));
    if (latest !== undefined && isSame(latest.bytes, bytes, from, to)) return latest.value;
    const mark = markOf(bytes, from, to);
    const before = known.get(mark);
    if (before !== undefined && isSame(before.bytes, bytes, from, to)) {
      latest = before;
      return before.value;
    }
    const value = read(textOf(record, column));
    if (known.size < MOST) known.set(mark, {bytes: Uint8Array.from(bytes.subarray(from, to)), value});
    return value;
  };
}

type CachedCell<T> = {readonly bytes: Uint8Array; readonly value: T};

/** A number that distinguishes most cells without decoding them. */
function markOf(bytes: Uint8Array, from: number, to: number): number {
  let mark = to - from;
  for (let at = from; at < to; at++) mark = Math.imul(mark ^ (bytes[at] as number), 0x01000193);
  return mark;
}

function isSame(one: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (one.length !== to - from) return false;
  for (let at = from; at < to; at++) if (one[at - from] !== bytes[at]) return false;
  return true;
}

/** The most values to remember: a wrongly mapped column may have a different text in every row. */
const MOST = 1000;
