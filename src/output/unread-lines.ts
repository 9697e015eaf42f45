import {escapeJson} from './sanitise.js';

/** The first lines of JSON that arrives in bytes. Asks the source for no more than it takes to have them. */
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

/** Prepares JSON in bytes for printing: escaped for a terminal, even where a piece ends within a character. */
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
