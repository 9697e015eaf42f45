import type {GoodRow} from '../file/contract.js';

/** How many rows the next request takes: few at first, then as many as the service answers quickly. */
export type ChunkSize = {
  readonly rows: number;
  /** Adapts to an answer and the milliseconds that it took. */
  answered(took: number): void;
  /** Adapts to a gateway timeout. */
  tooSlow(): void;
  /** Adapts to a request with this many rows that was too large: later ones get at most half as many. */
  tooLarge(sent: number): void;
};

/** Begins with a few rows. */
export function createChunkSize(): ChunkSize {
  let limit = MOST_ROWS;
  let rows = Math.min(CANARY_ROWS, limit);
  let canary = true;
  return {
    get rows() {
      return rows;
    },
    answered(took) {
      if (canary) rows = Math.min(FIRST_ROWS, limit);
      else if (took <= QUICK) rows = Math.min(rows * 2, limit);
      else if (took > SLOW) rows = half(rows);
      canary = false;
    },
    tooSlow() {
      rows = half(rows);
    },
    tooLarge(sent) {
      limit = half(sent);
      rows = Math.min(rows, limit);
    },
  };
}

/**
 * Hands out rows in chunks, as many as asked for and as fit into a request. The rows after them are read meanwhile, while
 * the service is at work.
 */
export function createChunks(rows: AsyncIterable<readonly GoodRow[]>, header: Uint8Array): Chunks {
  const batches = rows[Symbol.asyncIterator]();
  const read = (): ReturnType<typeof batches.next> => {
    const reading = batches.next();
    // If the import stops before, nobody takes these rows.
    reading.catch(() => undefined);
    return reading;
  };
  let ahead = read();
  let batch: readonly GoodRow[] = [];
  let at = 0;
  const peek = async (): Promise<GoodRow | undefined> => {
    while (at >= batch.length) {
      const {done, value} = await ahead;
      if (done) return undefined;
      ahead = read();
      batch = value;
      at = 0;
    }
    return batch[at];
  };
  return {
    async take(most) {
      const chunk: GoodRow[] = [];
      let bytes = header.length + 1;
      while (chunk.length < most) {
        const row = batch[at] ?? (await peek());
        if (!row || (chunk.length > 0 && bytes + row.bytes.length + 1 > MOST_BYTES)) break;
        bytes += row.bytes.length + 1;
        chunk.push(row);
        at++;
      }
      return chunk;
    },
    async close() {
      await batches.return?.();
    },
  };
}

export type Chunks = {
  /** The next rows, at most `most`; none at the end of the file. */
  take(most: number): Promise<readonly GoodRow[]>;
  /** Stops reading the file. */
  close(): Promise<void>;
};

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
