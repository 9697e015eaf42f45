import type {Batches} from './rows.js';
import {escapeJson} from './sanitise.js';
import type {Sink} from './sink.js';

/** Prints a record a line, as the records arrive. */
export async function printJsonLines(batches: Batches, terminal: boolean, sink: Sink): Promise<void> {
  for await (const batch of batches) {
    let text = '';
    for (const record of batch) text += `${JSON.stringify(record)}\n`;
    await sink.write(terminal ? escapeJson(text) : text);
  }
}

/** Prints JSON lines just as they came, without reading them. */
export async function passLines(
  lines: AsyncIterable<Uint8Array>,
  {limit, terminal}: {readonly limit: number | undefined; readonly terminal: boolean},
  sink: Sink,
): Promise<void> {
  const shown = toShown(terminal);
  for await (const bytes of firstLines(lines, limit)) await sink.write(shown(bytes));
}

/** The first so many JSON lines. Asks for no more than it takes to have them. */
export async function* firstLines(
  lines: AsyncIterable<Uint8Array>,
  limit: number | undefined,
): AsyncGenerator<Uint8Array, void> {
  if (limit === 0) return;
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const chunk of lines) {
    const {end, count} = takeLines(chunk, left);
    yield end < chunk.length ? chunk.subarray(0, end) : chunk;
    left -= count;
    if (left <= 0) return;
  }
}

/** JSON in pieces as it is to be written: as it is, or escaped for a terminal, even where a piece ends within a character. */
export function toShown(terminal: boolean): (bytes: Uint8Array) => string | Uint8Array {
  if (!terminal) return bytes => bytes;
  const decoder = new TextDecoder();
  return bytes => escapeJson(decoder.decode(bytes, {stream: true}));
}

/** Counts records by the ends of their lines. */
export async function countLines(lines: AsyncIterable<Uint8Array>): Promise<number> {
  let total = 0;
  for await (const chunk of lines) total += takeLines(chunk, Number.POSITIVE_INFINITY).count;
  return total;
}

function takeLines(chunk: Uint8Array, most: number): {end: number; count: number} {
  let count = 0;
  let end = 0;
  for (let at = chunk.indexOf(lineEnd); at >= 0 && count < most; at = chunk.indexOf(lineEnd, end)) {
    end = at + 1;
    count++;
  }
  return {end: count < most ? chunk.length : end, count};
}

const lineEnd = 0x0a;
