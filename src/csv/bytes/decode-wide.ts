import type {Step} from './decoded.js';
import {putCharacter} from './decoded.js';

/** Decodes UTF-16 up to the last complete character. */
export function decodeUtf16(piece: Uint8Array, last: boolean, bigEndian: boolean): Step {
  const out = new Uint8Array(piece.length * 2);
  const high = bigEndian ? 0 : 1;
  const unit = (at: number) => ((piece[at + high] as number) << 8) | (piece[at + 1 - high] as number);
  let end = 0;
  let at = 0;
  while (at + 1 < piece.length) {
    const code = unit(at);
    if (code < 0xd800 || code > 0xdfff) {
      end = putCharacter(out, end, code);
      at += 2;
      continue;
    }
    if (code < 0xdc00 && at + 3 >= piece.length && !last) break;
    const second = at + 3 < piece.length ? unit(at + 2) : 0;
    if (code > 0xdbff || second < 0xdc00 || second > 0xdfff)
      return badStep('half a character', piece, out.subarray(0, end));
    end = putCharacter(out, end, 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00));
    at += 4;
  }
  if (last && at < piece.length) return badStep('half a character at its end', piece, out.subarray(0, end));
  return {bytes: out.subarray(0, end), used: at};
}

/** Decodes UTF-32 up to the last complete character. */
export function decodeUtf32(piece: Uint8Array, last: boolean, bigEndian: boolean): Step {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.length);
  const out = new Uint8Array(piece.length);
  let end = 0;
  let at = 0;
  for (; at + 3 < piece.length; at += 4) {
    const code = view.getUint32(at, !bigEndian);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      return badStep('a number that is not a character', piece, out.subarray(0, end));
    end = putCharacter(out, end, code);
  }
  if (last && at < piece.length) return badStep('a part of a character at its end', piece, out.subarray(0, end));
  return {bytes: out.subarray(0, end), used: at};
}

/** A piece with a bad character: the text before it, and why it ends there. */
const badStep = (bad: string, {length: used}: Uint8Array, bytes: Uint8Array): Step => ({bytes, used, bad});
