import {isAscii} from 'node:buffer';
import {UnreachableError} from '../../errors.js';
import type {Loose} from '../describe/schema.js';
import {copyingRows, type RowForm, type Rows, toRows} from './copied-rows.js';
import {cutting, type Wanted} from './cut-records.js';
import type {ExpectedRecords} from './expected-records.js';
import {readAroundList} from './json-around-list.js';
import {toLines} from './json-lines.js';
import {createRecordArray, type RunReader} from './record-array.js';
import {likeTheFirst, patternLike, type ReadText} from './record-pattern.js';

/** The records of one list, as they arrive: parsed batches, or `lines` of JSON, each piece valid until the next. */
export type RecordSource<T = Loose> = AsyncIterable<readonly T[]> & {
  lines(): AsyncIterable<Uint8Array>;
  /** Batches with at least what is wanted, if that is faster than whole records. Not for records that are kept. */
  only?(wanted: Wanted): AsyncIterable<readonly T[]>;
  /** Rows of two or more fields, if that is faster than batches that `form` writes. */
  rows?(columns: readonly string[], form: RowForm): AsyncIterable<Rows>;
};

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

/**
 * Opens an answer. `isUnfinished` says whether its JSON has begun and not yet ended; after a piece without bytes it is
 * exact.
 */
type Open = (isUnfinished: () => boolean) => Promise<AsyncIterable<Uint8Array>>;

/** Reads the records under `message.<key>` of an answer of any size, in constant memory, then calls `close`. */
export const readRecords = <T = Loose>(
  open: Open,
  key: string,
  close: Close<T>,
  expected: ExpectedRecords = ANYTHING,
): Required<RecordSource<T>> => {
  const parse = checked(expected);
  const records = (readText: ReadText) =>
    read<T, readonly T[]>(
      open,
      key,
      close,
      parsed(readText as ReadText<readonly T[]>, batch => batch.length),
      others => others,
    );
  return {
    [Symbol.asyncIterator]: () => records(parse),
    only: wanted => records(cutting(wanted, parse)),
    rows: (columns, form) =>
      read<T, Rows>(
        open,
        key,
        close,
        parsed(copyingRows(columns, form, parse), rows => rows.count),
        others => toRows(others, form),
      ),
    lines: () => read<T, Uint8Array>(open, key, close, asLines(expected), toJsonLines),
  };
};

const ANYTHING: ExpectedRecords = {opening: undefined, check() {}};

async function* read<T, Out>(
  open: Open,
  key: string,
  close: Close<T>,
  reader: Counting<Out>,
  fromRecords: (records: readonly T[]) => Out,
): AsyncGenerator<Out, void> {
  const around = readAroundList(key);
  const array = createRecordArray(reader);
  let inArray = false;
  let taken = 0;
  let failure: {readonly reason: unknown} | undefined;
  const recordsIn = function* (chunk: Buffer): Generator<Out, void> {
    const bytes = inArray ? chunk : around.push(chunk);
    if (bytes === undefined) return;
    yield* array.push(bytes);
    leaveArray();
  };
  const leaveArray = (): void => {
    inArray = array.state() !== 'closed';
    if (!inArray) around.push(array.rest());
  };
  const recordsAtEnd = function* (): Generator<Out, void> {
    if (!inArray) return;
    yield* array.finish();
    leaveArray();
  };
  try {
    const isUnfinished = () => around.phase() === 'inside' && array.state() !== 'malformed';
    for await (const chunk of await open(isUnfinished)) {
      if (taken < long && taken + chunk.byteLength >= long) await keepMemoryFlat();
      taken += chunk.byteLength;
      if (chunk.byteLength === 0) yield* recordsAtEnd();
      else yield* recordsIn(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      if (array.state() === 'malformed' || around.hopeless()) break;
    }
  } catch (reason) {
    failure = {reason};
  }
  yield* recordsAtEnd();
  if (failure) throw failure.reason;

  const complete = around.phase() !== 'inside' && array.state() !== 'malformed';
  const others = await close(around.text(), complete, reader.count());
  if (!complete) throw new UnreachableError('The answer was cut off.', {hint: 'Run the command again.'});
  if (others?.length) yield fromRecords(others);
}

/** From this size on, in bytes, an answer counts as long. */
const long = 1024 * 1024;

type Counting<Out> = RunReader<Out> & {count(): number};

/** Parses records, and checks that they are some. */
const checked =
  ({check}: ExpectedRecords): ReadText =>
  text => {
    const records = JSON.parse(text);
    check(records);
    return records;
  };

function parsed<Out>(readText: ReadText<Out>, countOf: (out: Out) => number): Counting<Out> {
  let count = 0;
  const readRun = (bytes: Buffer, from: number, to: number): Out => {
    const out = readText(textOf(bytes, from, to));
    count += countOf(out);
    return out;
  };
  return {
    guess(bytes, end) {
      try {
        return readRun(bytes, 1, end);
      } catch {
        // The grammar finds the bounds of the same records, or what is wrong with one of them.
        return undefined;
      }
    },
    read: (bytes, bounds) => readRun(bytes, bounds[0] as number, bounds[bounds.length - 1] as number),
    count: () => count,
  };
}

function asLines({opening, check}: ExpectedRecords): Counting<Uint8Array> {
  const findBounds = findingBounds();
  let count = 0;
  const read = (bytes: Buffer, bounds: readonly number[]): Uint8Array => {
    for (let at = 0; opening !== undefined && at < bounds.length; at += 2) {
      if (bytes[bounds[at] as number] !== opening)
        check(JSON.parse(textOf(bytes, bounds[at] as number, bounds[at + 1] as number)));
    }
    count += bounds.length / 2;
    return toLines(bytes, bounds);
  };
  return {
    guess(bytes, end) {
      // A byte is one character here, so that places in the text are places in the bytes.
      const bounds = findBounds(textOf(bytes, 1, end, 'latin1'));
      return bounds && read(bytes, bounds);
    },
    read,
    count: () => count,
  };
}

/** The text of adjacent records as an array; batches of about 64 KiB parse fastest. */
function textOf(bytes: Buffer, from: number, to: number, encoding = encodingOf(bytes.subarray(from, to))): string {
  const [before, after] = [bytes[from - 1] as number, bytes[to] as number];
  bytes[from - 1] = openingBracket;
  bytes[to] = closingBracket;
  const text = bytes.toString(encoding, from - 1, to + 1);
  bytes[from - 1] = before;
  bytes[to] = after;
  return text;
}

const encodingOf = (bytes: Buffer): BufferEncoding => (isAscii(bytes) ? 'latin1' : 'utf8');

const toJsonLines = (records: readonly unknown[]): Uint8Array =>
  Buffer.from(records.map(record => `${JSON.stringify(record)}\n`).join(''));

const [openingBracket, closingBracket] = [0x5b, 0x5d];

/** Limits the memory of a long stream: V8 would take 30 to 40 MB more to be a few percent faster. */
async function keepMemoryFlat(): Promise<void> {
  const {setFlagsFromString} = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=30');
}

/**
 * Finds the start and end of each record in a compact text, twice as fast as by the grammar. Undefined if the text is
 * no such JSON, or if no record has shown its form yet.
 */
const findingBounds = (): ReadText<readonly number[] | undefined> =>
  likeTheFirst<readonly number[] | undefined>(
    record => {
      const pattern = patternLike(record, 'y');
      return text => {
        const bounds: number[] = [];
        for (let start = 1; start < text.length; start = pattern.lastIndex) {
          pattern.lastIndex = start;
          if (!pattern.test(text)) return undefined;
          bounds.push(start, pattern.lastIndex - 1);
        }
        return bounds;
      };
    },
    recordsOrNone,
    () => undefined,
  );

function recordsOrNone(text: string): readonly unknown[] {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
