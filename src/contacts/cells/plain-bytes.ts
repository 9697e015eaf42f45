import {longestAddress} from '../../records/fields/email-address.js';

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
