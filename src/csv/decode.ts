import {isUtf8} from 'node:buffer';
import type {Encoding} from './encodings.js';

/** Text as UTF-8, up to the first byte that the encoding does not know; `bad` names that byte. */
export type Decoded = {readonly bytes: Uint8Array; readonly bad?: string};

/** Takes a file piece by piece. `last` says that no piece follows. Each result is good until the next call. */
export type Decoder = (piece: Uint8Array, last: boolean) => Decoded;

/** Turns the bytes of a file into UTF-8, strictly: nothing is replaced by a question mark. */
export function makeDecoder(encoding: Encoding): Decoder {
  if (encoding === 'utf-8') return withRest(checkUtf8);
  if (encoding === 'windows-1252') return decodeWindows;
  return withRest((piece, last) => decodeWide(piece, last, encoding === 'utf-16be'));
}

type Step = Decoded & {readonly used: number};

/** Keeps the bytes that a step could not use yet, and puts them before the next piece. */
function withRest(step: (piece: Uint8Array, last: boolean) => Step): Decoder {
  let rest: Uint8Array = new Uint8Array(0);
  return (piece, last) => {
    const whole = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const result = step(whole, last);
    rest = new Uint8Array(whole.subarray(result.used));
    return result;
  };
}

function checkUtf8(piece: Uint8Array, last: boolean): Step {
  const used = last ? piece.length : completeLength(piece);
  const bytes = piece.subarray(0, used);
  if (isUtf8(bytes)) return {bytes, used};
  const place = firstBadUtf8(bytes);
  return {bytes: bytes.subarray(0, place), used, bad: `the byte ${hex(bytes[place] ?? 0)}`};
}

/** The length of a piece up to the end of its last whole character. */
function completeLength(piece: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, piece.length); back++) {
    const byte = piece[piece.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? piece.length - back : piece.length;
  }
  return piece.length;
}

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/** Called only when there is such a byte, so it may be slow. */
function firstBadUtf8(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] as number;
    const length = byte < 0x80 ? 1 : sequenceLength(byte);
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) break;
    at += length;
  }
  return at;
}

/** The characters that Windows-1252 has in place of Latin-1's control characters; 0 where it has none. */
const windowsExtras = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0,
  0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];

function decodeWindows(piece: Uint8Array): Decoded {
  const out = new Uint8Array(piece.length * 3);
  let end = 0;
  for (let at = 0; at < piece.length; at++) {
    const byte = piece[at] as number;
    const code = byte >= 0x80 && byte < 0xa0 ? (windowsExtras[byte - 0x80] as number) : byte;
    if (code === 0 && byte !== 0) return {bytes: out.subarray(0, end), bad: `the byte ${hex(byte)}`};
    end = putCharacter(out, end, code);
  }
  return {bytes: out.subarray(0, end)};
}

function decodeWide(piece: Uint8Array, last: boolean, bigEndian: boolean): Step {
  const out = new Uint8Array(piece.length * 2);
  const high = bigEndian ? 0 : 1;
  const unit = (at: number) => ((piece[at + high] as number) << 8) | (piece[at + 1 - high] as number);
  let end = 0;
  let at = 0;
  const bad = (what: string): Step => ({bytes: out.subarray(0, end), used: piece.length, bad: what});
  while (at + 1 < piece.length) {
    const code = unit(at);
    if (code < 0xd800 || code > 0xdfff) {
      end = putCharacter(out, end, code);
      at += 2;
      continue;
    }
    if (code < 0xdc00 && at + 3 >= piece.length && !last) break;
    const second = at + 3 < piece.length ? unit(at + 2) : 0;
    if (code > 0xdbff || second < 0xdc00 || second > 0xdfff) return bad('half a character');
    end = putCharacter(out, end, 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00));
    at += 4;
  }
  if (last && at < piece.length) return bad('half a character at its end');
  return {bytes: out.subarray(0, end), used: at};
}

function putCharacter(out: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    out[at] = code;
    return at + 1;
  }
  if (code < 0x800) {
    out[at] = 0xc0 | (code >> 6);
    out[at + 1] = 0x80 | (code & 0x3f);
    return at + 2;
  }
  if (code < 0x10000) {
    out[at] = 0xe0 | (code >> 12);
    out[at + 1] = 0x80 | ((code >> 6) & 0x3f);
    out[at + 2] = 0x80 | (code & 0x3f);
    return at + 3;
  }
  out[at] = 0xf0 | (code >> 18);
  out[at + 1] = 0x80 | ((code >> 12) & 0x3f);
  out[at + 2] = 0x80 | ((code >> 6) & 0x3f);
  out[at + 3] = 0x80 | (code & 0x3f);
  return at + 4;
}

const hex = (byte: number): string => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
