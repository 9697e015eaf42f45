import {endOfValue, isSpace, malformed, unfinished} from './json-value.js';

/** Converts a run of whole records, for example into objects or into lines. */
export type RunReader<Out> = {
  /** Reads bytes that look like whole records, with a free byte on either side; undefined proves that they are not. */
  guess: ((bytes: Buffer, from: number, to: number) => Out | undefined) | undefined;
  /**
  Reads records that are known to be whole. `bounds` holds the start and the end of each. The reader may change the
  bytes from the first to the one after the last until the next run.
  */
  read(bytes: Buffer, bounds: readonly number[]): Out;
};

/** A JSON array that arrives piece by piece, from after its `[`. */
type RecordArray<Out> = {
  push(bytes: Buffer): Generator<Out, void>;
  /** Yields the rest when no more bytes come. */
  finish(): Generator<Out, void>;
  state(): 'open' | 'closed' | 'malformed';
  /** The bytes from the closing `]` on. */
  rest(): Buffer;
};

/**
Cuts an array into runs of whole records of about 64 KiB, correctly wherever the bytes are split.

Where the reader can tell a wrong cut from a right one, the cut is a guess: the last `},{`. After three wrong ones in a
row, and wherever there is none, each value's end is found by the grammar.
*/
export function createRecordArray<Out>(reader: RunReader<Out>): RecordArray<Out> {
  /** The bytes not yet given, from 1 to `length`: readers may put brackets around them. */
  let held = Buffer.alloc(0);
  let length = 1;
  let state: 'open' | 'closed' | 'malformed' = 'open';
  let expecting: 'first' | 'value' | 'separator' = 'first';
  let wrongGuesses = 0;
  /** How many bytes were held when the value at their beginning was last found unfinished. */
  let tried = 0;

  function* push(bytes: Buffer): Generator<Out, void> {
    for (let at = 0; at < bytes.length && state !== 'malformed'; at += piece) {
      const searched = length;
      hold(bytes.subarray(at, at + piece));
      if (state === 'open') yield* step(Math.max(1, searched - 2));
    }
  }

  function* step(searchFrom: number): Generator<Out, void> {
    if (reader.guess !== undefined && wrongGuesses < 3 && expecting !== 'separator') {
      const cut = held.subarray(searchFrom, length).lastIndexOf('},{');
      if (cut >= 0) {
        const end = searchFrom + cut + 1;
        const run = reader.guess(held, 1, end);
        if (run !== undefined) {
          wrongGuesses = 0;
          expecting = 'value';
          drop(end + 1);
          yield run;
          return;
        }
        wrongGuesses++;
        tried = 0;
      }
    }
    // Looking again only when there is twice as much keeps the work for a huge record linear.
    if (length >= 2 * tried) yield* exact();
  }

  function* exact(): Generator<Out, void> {
    const bounds: number[] = [];
    let at = 1;
    let given = 1;
    while (state === 'open') {
      while (at < length && isSpace(held[at])) at++;
      if (at === length) break;
      if (held[at] === closingBracket && expecting !== 'value') {
        state = 'closed';
      } else if (expecting === 'separator') {
        if (held[at] === comma) expecting = 'value';
        else state = 'malformed';
        at++;
      } else {
        const end = endOfValue(held, at, length);
        if (end === unfinished) break;
        if (end === malformed) state = 'malformed';
        else {
          bounds.push(at, end);
          at = end;
          expecting = 'separator';
        }
      }
      given = at;
    }
    if (bounds.length > 0) {
      const end = bounds[bounds.length - 1] as number;
      const after = held[end] as number;
      yield reader.read(held, bounds);
      held[end] = after;
    }
    drop(given);
    tried = length;
    if (length > largestRecord) state = 'malformed';
  }

  function hold(bytes: Buffer): void {
    if (length + bytes.length + 1 > held.length) {
      const larger = Buffer.allocUnsafe(2 * (length + bytes.length));
      held.copy(larger, 0, 0, length);
      held = larger;
    }
    length += bytes.copy(held, length);
  }

  /** Moves what begins at `from` to the front. */
  function drop(from: number): void {
    held.copyWithin(1, from, length);
    length -= from - 1;
    tried = 0;
  }

  return {
    push,
    *finish() {
      if (state === 'open') yield* exact();
    },
    state: () => state,
    rest: () => held.subarray(1, length),
  };
}

const piece = 64 * 1024;
/** No record is this large; an array that seems to hold one is no array of records. */
const largestRecord = 64 * 1024 * 1024;

const [comma, closingBracket] = [0x2c, 0x5d];
