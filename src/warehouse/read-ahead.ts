import type {Loose} from '../api/describe/schema.js';
import {concurrently} from '../work/concurrently.js';

/** What arrives of a list: records, or lines of them as bytes. */
type Piece = readonly Loose[] | Uint8Array;

/**
 * Several lists as one, in their order, with a few of them read at the same time. Most lists below a record are short,
 * and each costs a round trip. One that turns out long is put down and read in its turn, so that little is held and no
 * answer waits half-read.
 */
export async function* readAhead<P extends Piece>(lists: readonly (() => AsyncIterable<P>)[]): AsyncGenerator<P, void> {
  for (let from = 0; from < lists.length; from += HELD) {
    const some = lists.slice(from, from + HELD);
    const short = await concurrently(AT_ONCE, some, allIfShort);
    for (const [at, open] of some.entries()) yield* short[at] ?? open();
  }
}

async function allIfShort<P extends Piece>(open: () => AsyncIterable<P>): Promise<readonly P[] | undefined> {
  const pieces: P[] = [];
  let size = 0;
  for await (const piece of open()) {
    size += piece instanceof Uint8Array ? piece.length : piece.length * RECORD_BYTES;
    if (size > SHORT_BYTES) return undefined;
    // Bytes are valid until the next piece only.
    pieces.push(piece instanceof Uint8Array ? (new Uint8Array(piece) as P) : piece);
  }
  return pieces;
}

const [AT_ONCE, HELD, SHORT_BYTES, RECORD_BYTES] = [4, 16, 512 * 1024, 512];
