/**
 * Reads the list in an answer of any length as it arrives. One buffer holds what is not read yet, one position says where
 * that begins, and the answer is at one of five places: before its object, among the entries around the list, in the list,
 * after the object, or in text that is no JSON.
 */

import {isAscii, isUtf8} from 'node:buffer';
import {ForeignAnswerError, UnreachableError} from '../../core/errors.js';
import type {Loose} from '../describe/schema.js';
import type {ExpectedRecords} from './envelope.js';
import {endOfValue, isSpace, malformed, unfinished} from './json-value.js';

/** The records of one list, as they arrive: parsed batches, or `lines` of JSON, each piece valid until the next. */
export type RecordSource<T = Loose> = AsyncIterable<readonly T[]> & {lines(): AsyncIterable<Uint8Array>};

/**
 * Checks the part of an answer around its records: throws the error of a failure, or returns records that came in
 * another form. `text` is the whole answer with `[]` for the records; if the answer is not a JSON object, all of it.
 * `complete` is false if the object never ended or the records are not JSON; such an answer must never pass. `count` is
 * the number of records so far.
 */
type Close<T> = (
  text: string,
  complete: boolean,
  count: number,
) => readonly T[] | undefined | Promise<readonly T[] | undefined>;

type OpenPieces = () => Promise<AsyncIterable<Uint8Array>>;

/** Reads the records under `message.<key>` of an answer of any size, in constant memory, then calls `close`. */
export const readRecords = <T = Loose>(
  open: OpenPieces,
  key: string,
  close: Close<T>,
  expected: ExpectedRecords = {opening: undefined, check() {}},
): RecordSource<T> => ({
  [Symbol.asyncIterator]: () => read(open, key, close, asRecords<T>(expected)),
  lines: () => read(open, key, close, asLines(expected)),
});

/** Nothing is passed on before a megabyte or the whole answer has arrived: one that breaks off earlier can be asked for again. */
async function* read<T, Out>(
  open: OpenPieces,
  key: string,
  close: Close<T>,
  reader: Reader<Out>,
): AsyncGenerator<Out, void> {
  const answer = createAnswer(key, reader);
  let taken = 0;
  const held: Out[] = [];
  for await (const chunk of await open()) {
    if (taken < LONG && taken + chunk.byteLength >= LONG) await keepMemoryFlat();
    taken += chunk.byteLength;
    if (taken < LONG) for (const out of answer.push(chunk)) held.push(reader.kept(out));
    else {
      yield* held.splice(0);
      yield* answer.push(chunk);
    }
    if (answer.isHopeless()) break;
  }
  for (const out of answer.finish()) held.push(reader.kept(out));
  const complete = answer.isComplete();
  const others = await close(answer.around(), complete, answer.count());
  if (!complete) throw new UnreachableError('The answer was cut off.', {hint: 'Run the command again.'});
  yield* held;
  if (others?.length) yield reader.fromRecords(others);
}

const LONG = 1024 * 1024;

/** Limits the memory of a long stream: V8 would take 30 to 40 MB more to be a few percent faster. */
async function keepMemoryFlat(): Promise<void> {
  const {setFlagsFromString} = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}

/** Converts complete records, into objects or lines. The byte before and the one after them may be changed meanwhile. */
type Reader<Out> = {
  /** Reads bytes that look like complete records; undefined if they are none. Without it, the grammar finds the records. */
  guess?(bytes: Buffer, from: number, to: number): Out | undefined;
  /** Reads records of which each has its start and its end in `bounds`. */
  read(bytes: Buffer, bounds: readonly number[]): Out;
  fromRecords(records: readonly unknown[]): Out;
  countOf(out: Out, bounds: readonly number[]): number;
  /** The same for longer than until the next bytes. */
  kept(out: Out): Out;
};

type PlaceInList = 'before' | 'entries' | 'list' | 'after' | 'no JSON';

/** What comes next in the list. `]` is not allowed after a comma. */
type Next = 'first' | 'value' | 'separator';

function createAnswer<Out>(key: string, reader: Reader<Out>) {
  let held = Buffer.allocUnsafe(2 * PIECE);
  /** The bytes that are not read yet, with one free before and one after them. */
  let [at, length] = [1, 1];
  let place: PlaceInList = 'before';
  /** 1 among the entries of the answer, 2 among those of its message. */
  let depth = 0;
  const kept: Buffer[] = [];
  let keptLength = 0;
  let wasFound = false;
  /** Whether this is the wanted list; a long list beside it is passed over. */
  let isWanted = false;
  let isBroken = false;
  let next: Next = 'first';
  let wrongGuesses = 0;
  let count = 0;
  /** How many bytes there were when the first value was last found incomplete. */
  let tried = 0;

  function* push(chunk: Uint8Array): Generator<Out, void> {
    for (let from = 0; from < chunk.length && !isBroken; from += PIECE) {
      const searched = length - at;
      add(chunk.subarray(from, from + PIECE));
      if (place === 'list' && (yield* guessed(at + Math.max(0, searched - 2)))) continue;
      // Trying again only when the bytes have doubled keeps the work for a huge value linear.
      const isTooMuch = place !== 'list' && length - at > LARGEST_TEXT;
      if (isTooMuch || length - at >= 2 * tried) yield* advance();
    }
  }

  function* advance(): Generator<Out, void> {
    let goesOn = true;
    while (goesOn) {
      if (place === 'list') goesOn = yield* records();
      else if (place === 'before') goesOn = begin();
      else if (place === 'entries') goesOn = entry();
      else goesOn = keepRest();
    }
  }

  function add(bytes: Uint8Array): void {
    if (length + bytes.length + 1 > held.length) {
      const needed = length - at + bytes.length + 2;
      const target = needed > held.length ? Buffer.allocUnsafe(2 * needed) : held;
      held.copy(target, 1, at, length);
      [held, at, length] = [target, 1, 1 + length - at];
    }
    held.set(bytes, length);
    length += bytes.length;
  }

  function begin(): boolean {
    const start = objectStart(held.toString('latin1', at, length));
    if (start < 0) return false;
    [place, depth] = ['entries', 1];
    return keepTo(at + start + 1);
  }

  /** Passes over one entry around the list, or enters the list; false if the entry is not whole yet. */
  function entry(): boolean {
    const start = afterSpace(held, at, length);
    if (start === length) return false;
    if (held[start] === comma) return keepTo(start + 1);
    if (held[start] === closingBrace) {
      if (--depth === 0) place = 'after';
      return keepTo(start + 1);
    }
    const {name, valueAt} = namedValue(held, start, length);
    if (valueAt < 0) return notWhole(valueAt);
    return value(name, valueAt);
  }

  function value(name: unknown, valueAt: number): boolean {
    if (depth === 1 && name === 'message' && held[valueAt] === openingBrace) {
      depth = 2;
      return keepTo(valueAt + 1);
    }
    const isList = depth === 2 && held[valueAt] === openingBracket;
    if (isList && name === key) return enterList(valueAt, true);
    const end = endOfValue(held, valueAt, length);
    if (end >= 0) return keepTo(end);
    const isLong = end === unfinished && length - valueAt > LARGEST_ASIDE;
    return isList && isLong ? enterList(valueAt, false) : notWhole(end);
  }

  function enterList(opening: number, wanted: boolean): boolean {
    if (wanted && wasFound) throw new ForeignAnswerError(`The answer has "${key}" twice.`, {hint: isBaseUrlRight});
    wasFound ||= wanted;
    [place, isWanted, next, wrongGuesses] = ['list', wanted, 'first', 0];
    return keepTo(opening + 1);
  }

  function notWhole(end: number): false {
    if (end === unfinished) tried = length - at;
    else if (wasFound) isBroken = true;
    else place = 'no JSON';
    if (place === 'no JSON') keepRest();
    else if (tried > LARGEST_TEXT) throw tooMuch();
    return false;
  }

  function keepTo(end: number): true {
    keptLength += end - at;
    if (keptLength > LARGEST_TEXT) throw tooMuch();
    kept.push(Buffer.from(held.subarray(at, end)));
    [at, tried] = [end, 0];
    return true;
  }

  function keepRest(): false {
    if (keptLength < LARGEST_TEXT) {
      kept.push(Buffer.from(held.subarray(at, length)));
      keptLength += length - at;
    }
    at = length;
    return false;
  }

  /**
   * Yields the records before the last `},{`; false if that is no correct cut. After three wrong guesses in a row, the
   * grammar finds each value's end.
   */
  function* guessed(searchFrom: number): Generator<Out, boolean> {
    if (!reader.guess || !isWanted || wrongGuesses >= 3 || next === 'separator') return false;
    const cut = held.subarray(searchFrom, length).lastIndexOf('},{');
    if (cut < 0) return false;
    const end = searchFrom + cut + 1;
    const out = reader.guess(held, at, end);
    wrongGuesses = out === undefined ? wrongGuesses + 1 : 0;
    tried = 0;
    if (out === undefined) return false;
    [at, next] = [end + 1, 'value'];
    count += reader.countOf(out, []);
    yield out;
    return true;
  }

  /** Yields the complete records, found by the grammar; true if the list has ended. */
  function* records(): Generator<Out, boolean> {
    const {bounds, end, ...reached} = wholeValues(held, {at, length, next});
    if (bounds.length > 0 && isWanted) {
      const last = bounds[bounds.length - 1] as number;
      const after = held[last] as number;
      const out = reader.read(held, bounds);
      count += reader.countOf(out, bounds);
      yield out;
      held[last] = after;
    }
    ({at, next} = reached);
    if (end === 'closed') {
      place = 'entries';
      return keepTo(at + 1);
    }
    tried = length - at;
    isBroken = end === 'malformed' || tried > LARGEST_RECORD;
    return false;
  }

  return {
    push,
    *finish(): Generator<Out, void> {
      if (!isBroken) yield* advance();
    },
    /** The text so far, with `[]` in place of the list. */
    around: (): string =>
      Buffer.concat([...kept, ...(place === 'list' ? [] : [held.subarray(at, length)])]).toString('utf8'),
    count: () => count,
    isComplete: () => place !== 'entries' && place !== 'list' && !isBroken,
    /** Whether reading on is pointless: the records are no JSON, or there is a lot of text, and none of it JSON. */
    isHopeless: () => isBroken || (place === 'before' && length - at > LARGEST_TEXT),
  };
}

const PIECE = 64 * 1024;
/** The largest text around a list, and the largest list beside it that is kept. */
const LARGEST_TEXT = 4 * 1024 * 1024;
const LARGEST_ASIDE = 64 * 1024;
/** An array with a larger record is not an array of records. */
const LARGEST_RECORD = 64 * 1024 * 1024;

const isBaseUrlRight = 'Check the base URL: this is not the list that emk asked for.';

const tooMuch = (): ForeignAnswerError =>
  new ForeignAnswerError('The answer holds far more than a list of records.', {hint: isBaseUrlRight});

/** Where the JSON object of an answer begins, or -1. After other text, one of the envelope's keys must follow its brace. */
function objectStart(latin1: string): number {
  const text = latin1.replace(/^\xEF\xBB\xBF/, '   ');
  const first = text.search(/[^\s\uFEFF]/);
  if (first < 0 || text[first] === '{') return first;
  return text[first] === '[' ? -1 : text.search(/\{\s*"(?:status|message|errors)"\s*:/);
}

/** The name of an entry, and where its value begins; in its place `unfinished` or `malformed`. */
function namedValue(bytes: Buffer, start: number, length: number): {name?: unknown; valueAt: number} {
  const nameEnd = bytes[start] === quote ? endOfValue(bytes, start, length) : malformed;
  if (nameEnd < 0) return {valueAt: nameEnd};
  const colonAt = afterSpace(bytes, nameEnd, length);
  if (colonAt < length && bytes[colonAt] !== colon) return {valueAt: malformed};
  const valueAt = afterSpace(bytes, colonAt + 1, length);
  if (valueAt >= length) return {valueAt: unfinished};
  return {name: JSON.parse(bytes.toString('utf8', start, nameEnd)), valueAt};
}

/** The bounds of the complete values of a list, found by the grammar, and where reading must continue. */
function wholeValues(bytes: Buffer, {at: from, length, next: expected}: {at: number; length: number; next: Next}) {
  const bounds: number[] = [];
  let [at, next] = [from, expected];
  for (;;) {
    const start = afterSpace(bytes, at, length);
    if (start === length) return {bounds, at, next, end: 'open'};
    if (bytes[start] === closingBracket && next !== 'value') return {bounds, at: start, next, end: 'closed'};
    const isValue = next !== 'separator';
    const end = isValue ? endOfValue(bytes, start, length) : afterComma(bytes, start);
    if (end < 0) return {bounds, at, next, end: end === unfinished ? 'open' : 'malformed'};
    if (isValue) bounds.push(start, end);
    [at, next] = [end, following[next]];
  }
}

const following = {first: 'separator', value: 'separator', separator: 'value'} as const;
const afterComma = (bytes: Buffer, at: number): number => (bytes[at] === comma ? at + 1 : malformed);

function afterSpace(bytes: Buffer, from: number, length: number): number {
  let at = from;
  while (at < length && isSpace(bytes[at])) at++;
  return at;
}

/** Parses records, and checks that they are some. Batches of about 64 KiB parse fastest. */
function asRecords<T>({check}: ExpectedRecords): Reader<readonly T[]> {
  const parsed = (bytes: Buffer, from: number, to: number): readonly T[] => {
    const records = JSON.parse(asArray(bytes, from, to));
    check(records);
    return records;
  };
  return {
    guess(bytes, from, to) {
      try {
        return parsed(bytes, from, to);
      } catch {
        // The grammar finds the bounds of the same records, or what is wrong with one of them.
        return undefined;
      }
    },
    read: (bytes, bounds) => parsed(bytes, bounds[0] as number, bounds[bounds.length - 1] as number),
    fromRecords: records => records as readonly T[],
    countOf: ({length}) => length,
    kept: records => records,
  };
}

function asArray(bytes: Buffer, from: number, to: number): string {
  const [before, after] = [bytes[from - 1] as number, bytes[to] as number];
  bytes[from - 1] = openingBracket;
  bytes[to] = closingBracket;
  const text = bytes.toString(isAscii(bytes.subarray(from, to)) ? 'latin1' : 'utf8', from - 1, to + 1);
  bytes[from - 1] = before;
  bytes[to] = after;
  return text;
}

/** Turns records into JSON lines without changing their bytes, so that numbers keep every digit. */
const asLines = ({opening, check}: ExpectedRecords): Reader<Uint8Array> => ({
  read(bytes, bounds) {
    for (let at = 0; opening !== undefined && at < bounds.length; at += 2) {
      const [start, end] = [bounds[at] as number, bounds[at + 1] as number];
      if (bytes[start] !== opening) check(JSON.parse(asArray(bytes, start, end)));
    }
    const lines = areLinesInPlace(bytes, bounds) ? inPlace(bytes, bounds) : copied(bytes, bounds);
    return isUtf8(lines) ? lines : Buffer.from(lines.toString());
  },
  fromRecords: records => Buffer.from(records.map(record => `${JSON.stringify(record)}\n`).join('')),
  countOf: (_, bounds) => bounds.length / 2,
  kept: lines => Buffer.from(lines),
});

/** Whether one comma separates the records, and none has a line break, which JSON allows between tokens. */
function areLinesInPlace(bytes: Buffer, bounds: readonly number[]): boolean {
  for (let index = 2; index < bounds.length; index += 2)
    if (bounds[index] !== (bounds[index - 1] as number) + 1) return false;
  const run = bytes.subarray(bounds[0], bounds[bounds.length - 1]);
  return !run.includes(lineFeed) && !run.includes(carriageReturn);
}

function inPlace(bytes: Buffer, bounds: readonly number[]): Buffer {
  for (let index = 1; index < bounds.length; index += 2) bytes[bounds[index] as number] = lineFeed;
  return bytes.subarray(bounds[0], (bounds[bounds.length - 1] as number) + 1);
}

/** Copies each record onto a line of its own, without the space between its tokens. */
function copied(bytes: Buffer, bounds: readonly number[]): Buffer {
  const lines = Buffer.allocUnsafe((bounds[bounds.length - 1] as number) - (bounds[0] as number) + 1);
  let length = 0;
  for (let at = 0; at < bounds.length; at += 2) {
    let isInString = false;
    for (let index = bounds[at] as number; index < (bounds[at + 1] as number); index++) {
      const byte = bytes[index] as number;
      if (!isInString && isSpace(byte)) continue;
      lines[length++] = byte;
      if (byte === quote) isInString = !isInString;
      else if (byte === backslash) lines[length++] = bytes[++index] as number;
    }
    lines[length++] = lineFeed;
  }
  return lines.subarray(0, length);
}

const [lineFeed, carriageReturn, quote, comma, colon, backslash] = [0x0a, 0x0d, 0x22, 0x2c, 0x3a, 0x5c];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
