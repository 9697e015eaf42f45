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
  if (limit === 0) return;
  const decoder = new TextDecoder();
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const chunk of lines) {
    const {end, count} = takeLines(chunk, left);
    const bytes = end < chunk.length ? chunk.subarray(0, end) : chunk;
    await sink.write(terminal ? escapeJson(decoder.decode(bytes, {stream: true})) : bytes);
    left -= count;
    if (left <= 0) return;
  }
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
