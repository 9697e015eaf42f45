import {isUtf8} from 'node:buffer';
import type {Encoding} from './encodings.js';
import {windows1252} from './single-bytes.js';

/** Text as UTF-8, up to the first byte that the encoding does not have; `bad` names that byte. */
type Decoded = {readonly bytes: Uint8Array; readonly bad?: string};

/** Takes a file piece by piece. `last` means that no piece follows. Each result is valid until the next call. */
export type Decoder = (piece: Uint8Array, last: boolean) => Decoded;

/** Converts a file to UTF-8, strictly: nothing is replaced by a question mark. */
export function makeDecoder(encoding: Encoding): Decoder {
  if (encoding === 'utf-8') return withRest(checkUtf8);
  if (encoding === 'windows-1252') return decodeWindows;
  if (/^utf-16/.test(encoding)) return withRest((piece, last) => decodeUtf16(piece, last, encoding));
  return decodeByMachine(encoding);
}

/** The text of the first `used` bytes of a piece; the other bytes wait for the next piece. */
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

/** The length of a piece up to the end of its last complete character. */
function completeLength(piece: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, piece.length); back++) {
    const byte = piece[piece.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? piece.length - back : piece.length;
  }
  return piece.length;
}

const sequenceLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/** The position of the first byte that is not UTF-8. Called only if there is one, so it may be slow. */
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

function decodeWindows(piece: Uint8Array): Decoded {
  const out = new Uint8Array(piece.length * 3);
  let end = 0;
  for (let at = 0; at < piece.length; at++) {
    const byte = piece[at] as number;
    const code = byte < 0x80 ? byte : (windows1252[byte - 0x80] as number);
    if (code === 0 && byte !== 0) return {bytes: out.subarray(0, end), bad: `the byte ${hex(byte)}`};
    end = putCharacter(out, end, code);
  }
  return {bytes: out.subarray(0, end)};
}

/** Decodes UTF-16 up to the last complete character, strictly: its text may have a replaced character of its own. */
function decodeUtf16(piece: Uint8Array, last: boolean, encoding: Encoding): Step {
  const used = last ? piece.length : completeUnits(piece, encoding.endsWith('be'));
  const bytes = piece.subarray(0, used);
  try {
    return {bytes: Buffer.from(new TextDecoder(encoding, {ignoreBOM: true, fatal: true}).decode(bytes)), used};
  } catch {
    return {...upToFault(new TextDecoder(encoding, {ignoreBOM: true}).decode(bytes)), used};
  }
}

/** The length of a piece of UTF-16 without half a unit, and without the first half of a pair of units. */
function completeUnits(piece: Uint8Array, bigEndian: boolean): number {
  const even = piece.length - (piece.length % 2);
  const high = piece[even - (bigEndian ? 2 : 1)] ?? 0;
  return high >= 0xd8 && high <= 0xdb ? even - 2 : even;
}

/** Decodes with the machine's own decoder; a replaced character shows where the text is wrong. */
function decodeByMachine(encoding: Encoding): Decoder {
  const decoder = new TextDecoder(encoding, {ignoreBOM: true});
  return (piece, last) => upToFault(decoder.decode(piece, {stream: !last}));
}

/** A text up to its first replaced character. */
function upToFault(text: string): Decoded {
  const faultAt = text.indexOf('\uFFFD');
  return faultAt < 0
    ? {bytes: Buffer.from(text)}
    : {bytes: Buffer.from(text.slice(0, faultAt)), bad: 'a sequence of bytes'};
}

const hex = (byte: number): string => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** Writes a character of up to 16 bits as UTF-8, and returns the position after it. */
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
  out[at] = 0xe0 | (code >> 12);
  out[at + 1] = 0x80 | ((code >> 6) & 0x3f);
  out[at + 2] = 0x80 | (code & 0x3f);
  return at + 3;
}
