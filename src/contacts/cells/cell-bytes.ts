import {unguardFormula} from '../../csv/bytes/formula-guard.js';
import {cellText, type RecordView} from '../../csv/bytes/read-records.js';
import {escapedCellKind} from '../../csv/bytes/scan-record.js';
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

/** Digits and nothing else. */
export function isInteger(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isDigit(bytes[at] as number)) return false;
  return true;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** `2026-04-03T14:30`, on a day that every month has. */
export function isIsoMoment(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== isoSigns.length || bytes[from] === 0x30) return false;
  for (let at = 0; at < isoSigns.length; at++) {
    const byte = bytes[from + at] as number;
    const sign = isoSigns[at] as number;
    if (sign === 0 ? !isDigit(byte) : byte !== sign) return false;
  }
  const [month, day] = [twoDigits(bytes, from + 5), twoDigits(bytes, from + 8)];
  const [hour, minute] = [twoDigits(bytes, from + 11), twoDigits(bytes, from + 14)];
  return month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour < 24 && minute < 60;
}

const isoSigns = [...'0000-00-00T00:00'].map(sign => (sign === '0' ? 0 : sign.charCodeAt(0)));
const twoDigits = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) - 0x30) * 10 + (bytes[at + 1] as number) - 0x30;

/** Surely nothing that a program has damaged, such as `#REF!`, `NULL`, `\N` or `4E+11`. */
export function isWhole(bytes: Uint8Array, from: number, to: number): boolean {
  const first = firsts[bytes[from] as number];
  if (first === 0) return true;
  if (first === aDigit) return to - from < 5 || bytes[to - 3] !== plus;
  // NaN, NULL, null, None, undefined: names such as Nora or Uli are as long, so their last letters are compared too.
  return first === aLetter && (to - from > 9 || lasts[bytes[to - 1] as number] === 0);
}

const plus = 0x2b;
const [aDigit, aLetter, aSign] = [1, 2, 3];
const firsts = tableOf(sign =>
  /\d/.test(sign) ? aDigit : /[Nnu]/.test(sign) ? aLetter : /[#=\\"(<[ \t']/.test(sign) ? aSign : 0,
);
const lasts = tableOf(sign => Number(/[NLled]/.test(sign)));

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
