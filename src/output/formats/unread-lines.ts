import type {View} from '../../records/view/select.js';

/** The first lines of JSON that arrives in bytes. Asks the source for no more than that takes. */
export async function* firstLines(
  lines: AsyncIterable<Uint8Array>,
  {limit, seen}: Pick<View, 'limit' | 'seen'>,
): AsyncGenerator<Uint8Array, void> {
  if (limit === 0) return;
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const chunk of lines) {
    const {end, count} = takeLines(chunk, left);
    yield end < chunk.length ? chunk.subarray(0, end) : chunk;
    seen?.(count);
    left -= count;
    if (left <= 0) return;
  }
}

/** Counts records by their line ends. */
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
