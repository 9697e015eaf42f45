import {isUtf8} from 'node:buffer';
import {isSpace} from './json-value.js';

/** Turns records into JSON lines without changing their bytes, so that numbers keep every digit. */
export function toLines(bytes: Buffer, bounds: readonly number[]): Buffer {
  const first = bounds[0] as number;
  const last = bounds[bounds.length - 1] as number;
  const text = isCompact(bounds) && !breaksLines(bytes, first, last) ? inPlace(bytes, bounds) : copied(bytes, bounds);
  return isUtf8(text) ? text : Buffer.from(text.toString());
}

/** Replaces the comma after each record by a line break. */
function inPlace(bytes: Buffer, bounds: readonly number[]): Buffer {
  for (let index = 1; index < bounds.length; index += 2) bytes[bounds[index] as number] = lineFeed;
  return bytes.subarray(bounds[0], (bounds[bounds.length - 1] as number) + 1);
}

function copied(bytes: Buffer, bounds: readonly number[]): Buffer {
  const lines = Buffer.allocUnsafe((bounds[bounds.length - 1] as number) - (bounds[0] as number) + 1);
  let length = 0;
  for (let index = 0; index < bounds.length; index += 2) {
    length = copyTokens(bytes, bounds[index] as number, bounds[index + 1] as number, lines, length);
    lines[length++] = lineFeed;
  }
  return lines.subarray(0, length);
}

/** Whether only a comma separates the records. */
function isCompact(bounds: readonly number[]): boolean {
  for (let index = 2; index < bounds.length; index += 2) {
    if (bounds[index] !== (bounds[index - 1] as number) + 1) return false;
  }
  return true;
}

/** Whether there is a line break between tokens. Inside a JSON string line breaks are always escaped. */
function breaksLines(bytes: Buffer, from: number, to: number): boolean {
  const run = bytes.subarray(from, to);
  return run.includes(lineFeed) || run.includes(carriageReturn);
}

function copyTokens(bytes: Buffer, from: number, to: number, target: Buffer, at: number): number {
  let length = at;
  let inString = false;
  for (let index = from; index < to; index++) {
    const byte = bytes[index] as number;
    if (!inString && isSpace(byte)) continue;
    target[length++] = byte;
    if (byte === quote) inString = !inString;
    else if (byte === backslash) target[length++] = bytes[++index] as number;
  }
  return length;
}

const [lineFeed, carriageReturn, quote, backslash] = [0x0a, 0x0d, 0x22, 0x5c];
