import {endOfValue, isSpace, malformed, unfinished} from './json-value.js';

/** Converts a run of complete records, for example into objects or lines. */
export type RunReader<Out> = {
  /** Reads bytes from 1 on that look like complete records; undefined if they are not, or if it cannot tell. */
  guess(bytes: Buffer, end: number): Out | undefined;
  /**
   * Reads complete records. `bounds` holds the start and end of each. Until the next run, the reader may change the
   * bytes from one before the first to one after the last, as it may in a guess.
   */
  read(bytes: Buffer, bounds: readonly number[]): Out;
};

/** A JSON array that arrives piece by piece, starting after its `[`. */
type RecordArray<Out> = {
  push(bytes: Buffer): Generator<Out, void>;
  /** Yields the rest after the last bytes. */
  finish(): Generator<Out, void>;
  state(): State;
  /** The bytes from the closing `]` on. */
  rest(): Buffer;
};

type State = 'open' | 'closed' | 'malformed';

/** What comes next in the array. `]` is not allowed after a comma. */
type Next = 'first' | 'value' | 'separator';

/**
 * Cuts an array into runs of complete records of about 64 KiB, however the bytes are split. The cut is a guess at the last
 * `},{`, and the reader detects a wrong one. After three wrong guesses in a row, or if there is no such place, the grammar
 * finds each value's end.
 */
export function createRecordArray<Out>(reader: RunReader<Out>): RecordArray<Out> {
  const held = createHeldBytes();
  let state: State = 'open';
  let next: Next = 'first';
  let wrongGuesses = 0;
  /** How many bytes were held when the first value was last found incomplete. */
  let tried = 0;

  function* push(bytes: Buffer): Generator<Out, void> {
    for (let at = 0; at < bytes.length && state !== 'malformed'; at += piece) {
      const searched = held.length();
      held.add(bytes.subarray(at, at + piece));
      if (state !== 'open') continue;
      const isRead = yield* guessed(Math.max(1, searched - 2));
      // Trying again only when the bytes have doubled keeps the work for a huge record linear.
      if (!isRead && held.length() >= 2 * tried) yield* exact();
    }
  }

  /** Yields the records before the last `},{`; false if that is no correct cut. */
  function* guessed(searchFrom: number): Generator<Out, boolean> {
    if (wrongGuesses >= 3 || next === 'separator') return false;
    const cut = held.bytes().subarray(searchFrom, held.length()).lastIndexOf('},{');
    if (cut < 0) return false;
    const end = searchFrom + cut + 1;
    const run = reader.guess(held.bytes(), end);
    wrongGuesses = run === undefined ? wrongGuesses + 1 : 0;
    tried = 0;
    if (run === undefined) return false;
    next = 'value';
    yield run;
    held.drop(end + 1);
    return true;
  }

  function* exact(): Generator<Out, void> {
    const bytes = held.bytes();
    const {bounds, read, ...reached} = wholeValues(bytes, held.length(), next);
    ({state, next} = reached);
    if (bounds.length > 0) {
      const end = bounds[bounds.length - 1] as number;
      const after = bytes[end] as number;
      yield reader.read(bytes, bounds);
      bytes[end] = after;
    }
    held.drop(read);
    tried = held.length();
    if (tried > largestRecord) state = 'malformed';
  }

  return {
    push,
    *finish() {
      if (state === 'open') yield* exact();
    },
    state: () => state,
    rest: () => held.bytes().subarray(1, held.length()),
  };
}

/** The complete values of an array, found by the grammar, and where reading must continue. */
function wholeValues(bytes: Buffer, length: number, expected: Next) {
  const bounds: number[] = [];
  let next = expected;
  let read = 1;
  for (;;) {
    const at = afterSpace(bytes, read, length);
    if (at === length) return {bounds, next, state: 'open' as const, read};
    if (bytes[at] === closingBracket && next !== 'value') return {bounds, next, state: 'closed' as const, read: at};
    const end = next === 'separator' ? afterComma(bytes, at) : endOfValue(bytes, at, length);
    if (end === unfinished) return {bounds, next, state: 'open' as const, read};
    if (end === malformed) return {bounds, next, state: 'malformed' as const, read};
    if (next !== 'separator') bounds.push(at, end);
    next = following[next];
    read = end;
  }
}

function afterSpace(bytes: Buffer, from: number, length: number): number {
  let at = from;
  while (at < length && isSpace(bytes[at])) at++;
  return at;
}

const afterComma = (bytes: Buffer, at: number): number => (bytes[at] === comma ? at + 1 : malformed);

const following = {first: 'separator', value: 'separator', separator: 'value'} as const;

const piece = 64 * 1024;
/** The largest record. An array with a larger one is not an array of records. */
const largestRecord = 64 * 1024 * 1024;

const [comma, closingBracket] = [0x2c, 0x5d];

/** Bytes that wait for the bytes after them. One byte before and one after are free for brackets. */
type HeldBytes = {
  add(bytes: Buffer): void;
  /** Discards everything before `from`. */
  drop(from: number): void;
  /** The buffer; the held bytes are at 1 to `length`. */
  bytes(): Buffer;
  length(): number;
};

/** Starts empty. The buffer grows to twice the needed size, so that bytes are rarely copied. */
function createHeldBytes(): HeldBytes {
  let held = Buffer.alloc(0);
  let length = 1;
  return {
    add(bytes) {
      if (length + bytes.length + 1 > held.length) {
        const larger = Buffer.allocUnsafe(2 * (length + bytes.length));
        held.copy(larger, 0, 0, length);
        held = larger;
      }
      length += bytes.copy(held, length);
    },
    drop(from) {
      held.copyWithin(1, from, length);
      length -= from - 1;
    },
    bytes: () => held,
    length: () => length,
  };
}
