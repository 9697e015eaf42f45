import {unguardFormula} from '../../csv/bytes/formula-guard.js';
import {cellText, type RecordView} from '../../csv/bytes/read-records.js';
import {type Cells, escapedCellKind} from '../../csv/bytes/scan-record.js';
import {longestAddress} from '../../records/fields/email-address.js';
import {isInk, trim} from '../../records/fields/fold-address.js';

/*
 * What a plain cell says, judged by its bytes: a file may have a million rows, and hardly any cell of them is decoded.
 * Each test takes a cell that begins at `from` and ends before `to`.
 */

/** A plain ASCII address, as nearly all are. */
export function isAddressIn(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > longestAddress) return false;
  let at = from;
  let afterDot = true;
  for (; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === dot) {
      if (afterDot) return false;
      afterDot = true;
    } else if ((kinds[byte] as number) > 0) afterDot = false;
    else break;
  }
  if (bytes[at] !== atSign || afterDot || at - from > 64 || at === to) return false;
  return isDomainIn(bytes, at + 1, to);
}

function isDomainIn(bytes: Uint8Array, from: number, to: number): boolean {
  let label = from;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === dot) {
      if (at === label || at - label > 63 || bytes[at - 1] === hyphen) return false;
      label = at + 1;
    } else if (byte === hyphen ? at === label : kinds[byte] !== alphanumeric) return false;
  }
  const last = bytes[label] as number;
  const aLetter = (last | 0x20) >= 0x61 && (last | 0x20) <= 0x7a;
  return label > from && label < to && to - label <= 63 && aLetter && bytes[to - 1] !== hyphen;
}

const [dot, hyphen, atSign] = [0x2e, 0x2d, 0x40];

/** A table by byte, because a set would be asked a million times. */
const tableOf = (kindOf: (character: string) => number): Uint8Array =>
  new Uint8Array(256).map((_, byte) => kindOf(String.fromCharCode(byte)));

const alphanumeric = 2;

/** 2 for letters and digits, 1 for other characters allowed before the `@`, 0 for all other bytes. */
const kinds = tableOf(sign => (/[A-Za-z0-9]/.test(sign) ? alphanumeric : Number(/[!#$%&'*+/=?^_`{|}~-]/.test(sign))));

/** Surely nothing that a program has damaged, such as `#REF!`, `NULL`, `\N` or `4E+11`. */
export function isWhole(bytes: Uint8Array, from: number, to: number): boolean {
  const first = firsts[bytes[from] as number];
  if (first === aDigit) return to - from < 5 || bytes[to - 3] !== plus;
  // NaN, NULL, null, None, undefined: names such as Nora or Uli are as long, so their last letters are compared too.
  return first === 0 || (first === aLetter && (to - from > 9 || lasts[bytes[to - 1] as number] === 0));
}

const plus = 0x2b;
const [aDigit, aLetter, aSign] = [1, 2, 3];
const firsts = tableOf(sign =>
  /\d/.test(sign) ? aDigit : /[Nnu]/.test(sign) ? aLetter : /[#=\\"(<[ \t']/.test(sign) ? aSign : 0,
);
const lasts = tableOf(sign => Number(/[NLled]/.test(sign)));

export const textOf = (record: RecordView, column: number): string =>
  trim(withoutMark(unguardFormula(cellText(record, column))));

/** Removes the `'` that shops put before numbers such as `'0123` and `'1234AB`, to protect them from spreadsheets. */
const withoutMark = (text: string): string => (/^'[+\d][\dA-Z ()./-]*$/.test(text) ? text.slice(1) : text);

export type CellTest = (record: RecordView) => boolean;

export const isEmpty = ({cells: {starts, ends}}: RecordView, column: number): boolean =>
  starts[column] === ends[column];

/** Whether a cell's bytes are its text: no doubled quotes, no formula guard, nothing to trim. */
export function isPlain(bytes: Uint8Array, {starts, ends, kinds}: Cells, column: number): boolean {
  const from = starts[column] as number;
  const to = ends[column] as number;
  if (from === to || kinds[column] === escapedCellKind) return false;
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
