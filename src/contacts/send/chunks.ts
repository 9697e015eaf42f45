import type {GoodRow} from '../file/contract.js';

/** How many rows the next request takes: few at first, then as many as the service answers quickly. */
export type ChunkSize = ReturnType<typeof createChunkSize>;

/** Begins with a few rows. */
export function createChunkSize() {
  let limit = MOST_ROWS;
  let rows = CANARY_ROWS;
  let isFirst = true;
  return {
    get rows() {
      return rows;
    },
    /** Adapts to an answer and the milliseconds that it took. */
    answered(took: number): void {
      if (isFirst) rows = Math.min(FIRST_ROWS, limit);
      else if (took <= QUICK) rows = Math.min(rows * 2, limit);
      else if (took > SLOW) rows = half(rows);
      isFirst = false;
    },
    /** Adapts to a gateway timeout. */
    tooSlow(): void {
      rows = half(rows);
    },
    /** Adapts to a request with this many rows that was too large: later ones get at most half as many. */
    tooLarge(sent: number): void {
      limit = half(sent);
      rows = Math.min(rows, limit);
    },
  };
}

/** Rows in chunks, each with as many as the size says when it is asked for, and as fit into a request. */
export async function* inChunks(
  batches: AsyncIterable<readonly GoodRow[]>,
  header: Uint8Array,
  size: {readonly rows: number},
): AsyncGenerator<readonly GoodRow[]> {
  let chunk: GoodRow[] = [];
  let bytes = header.length + 1;
  for await (const batch of batches) {
    for (const row of batch) {
      const length = row.bytes.length + 1;
      if (chunk.length >= size.rows || (chunk.length > 0 && bytes + length > MOST_BYTES)) {
        yield chunk;
        [chunk, bytes] = [[], header.length + 1];
      }
      chunk.push(row);
      bytes += length;
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** The file that one request uploads, complete in itself: the header, and a newline after every row. */
export function toCsv(header: Uint8Array, rows: readonly GoodRow[]): Uint8Array {
  const newline = Buffer.from('\n');
  return Buffer.concat([header, newline, ...rows.flatMap(({bytes}) => [bytes, newline])]);
}

const half = (rows: number): number => Math.max(1, Math.floor(rows / 2));

const CANARY_ROWS = 10;
const FIRST_ROWS = 250;
const MOST_ROWS = 1000;
const MOST_BYTES = 512 * 1024;

/** Milliseconds: faster answers are quick, slower ones slow. */
const QUICK = 2000;
const SLOW = 10_000;
