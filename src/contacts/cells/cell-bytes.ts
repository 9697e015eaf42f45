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

export function isInteger(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] as number) < 0x30 || (bytes[at] as number) > 0x39) return false;
  return true;
}

/** `2026-04-03T14:30`, on a day that every month has. */
export const isIsoMoment = (bytes: Buffer, from: number, to: number): boolean =>
  to - from === 16 && isoMoment.test(bytes.toString('latin1', from, to));

const isoMoment = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Surely nothing that a program has damaged, such as `#REF!`, `NULL`, `\N` or `4E+11`. */
export function isWhole(bytes: Uint8Array, from: number, to: number): boolean {
  const first = firsts[bytes[from] as number];
  return first === 0 || (first === aDigit && (to - from < 5 || bytes[to - 3] !== plus));
}

const plus = 0x2b;
const aDigit = 1;
/** NaN, NULL, null, None and undefined begin with a letter: names with these are looked at too. */
const firsts = tableOf(sign => (/\d/.test(sign) ? aDigit : /[Nnu#=\\"(<[ \t']/.test(sign) ? 2 : 0));

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
  const known = new Map<string, T>();
  return record => {
    const {bytes, cells} = record;
    // With doubled quotes, the same bytes are another text.
    if (cells.kinds[column] === escapedCellKind) return read(textOf(record, column));
    const mark = bytes.toString('latin1', cells.starts[column], cells.ends[column]);
    const before = known.get(mark);
    if (before !== undefined || known.has(mark)) return before as T;
    const value = read(textOf(record, column));
    // A wrongly mapped column may have a different text in every row.
    if (known.size < MOST) known.set(mark, value);
    return value;
  };
}

const MOST = 1000;
