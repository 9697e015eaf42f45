import {setImmediate} from 'node:timers/promises';
import type {Loose} from '../../api/describe/schema.js';
import {openScratchFile, type ScratchFile} from '../../core/system/scratch-file.js';
import type {Order, SortKey} from './sort.js';

type Sorting = {
  readonly order: Order;
  readonly limit?: number | undefined;
  /** Keeps the fields that are shown. */
  readonly pick?: ((record: Loose) => Loose) | undefined;
  /** Ends the work, once the whole list is read. */
  readonly signal?: AbortSignal | undefined;
  /** How many bytes of JSON it holds in memory. Of a longer list, sorted runs go to the disk. */
  readonly room?: number;
};

/** Sorts records in memory, however many they are. */
export async function* sortRecords<T extends Loose>(
  batches: AsyncIterable<readonly T[]>,
  {order, limit = Number.POSITIVE_INFINITY, pick, signal, room = ROOM}: Sorting,
): AsyncGenerator<readonly T[], void> {
  const held = holdRows(order, room);
  let runs: SortedRuns | undefined;
  const toDisk = (): void => {
    runs ??= openSortedRuns();
    runs.add(held.sorted(limit));
    held.clear();
  };
  const take = (record: T): void => {
    const key = order.keyOf(record);
    const line = `${JSON.stringify(pick ? pick(record) : record)}\n`;
    if (held.add(key, line)) return;
    toDisk();
    held.add(key, line);
  };
  try {
    for await (const batch of batches) for (const record of batch) take(record);
    if (runs) toDisk();
    yield* inBatches(runs ? runs.merged<T>(order, held.clear()) : parsed<T>(held.sorted(limit)), limit, signal);
  } finally {
    runs?.close();
  }
}

/** A fraction of what a process with a long list takes anyway. */
const ROOM = 16 * 1024 * 1024;
const BATCH = 100;

function* parsed<T>(lines: Iterable<Buffer>): Generator<T, void> {
  for (const line of lines) yield JSON.parse(line.toString());
}

async function* inBatches<T>(
  records: Iterable<T>,
  limit: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly T[], void> {
  let batch: T[] = [];
  let left = limit;
  for (const record of records) {
    if (left-- <= 0) break;
    batch.push(record);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
    // Nothing else here waits, so without a pause nobody would notice Ctrl-C.
    await setImmediate(undefined, signal ? {signal} : {});
  }
  if (batch.length > 0) yield batch;
}

/** Rows in memory: lines of JSON, which take half the room of objects, and what each is sorted by. */
type HeldRows = {
  /** Adds a row; false if there is no room for it. */
  add(key: SortKey, line: string): boolean;
  /** The first lines in their order. */
  sorted(limit: number): Generator<Buffer, void>;
  /** Drops all rows, and returns the memory of their lines. */
  clear(): Buffer;
};

type Row = {readonly key: SortKey; readonly from: number; readonly to: number};

/** What the key of a row takes in memory, about. */
const KEY = 200;

/** Holds as many rows as fit into this many bytes with their keys, and at least one. */
function holdRows({compare}: Pick<Order, 'compare'>, room: number): HeldRows {
  let bytes = Buffer.allocUnsafeSlow(room);
  let rows: Row[] = [];
  let end = 0;
  return {
    add(key, line) {
      const size = Buffer.byteLength(line);
      if (end + size + rows.length * KEY > bytes.length && rows.length > 0) return false;
      if (size > bytes.length) bytes = Buffer.allocUnsafeSlow(size);
      const from = end;
      end += bytes.write(line, from);
      rows.push({key, from, to: end});
      return true;
    },
    *sorted(limit) {
      rows.sort((one, other) => compare(one.key, other.key));
      for (const {from, to} of rows.slice(0, limit)) yield bytes.subarray(from, to);
    },
    clear() {
      rows = [];
      end = 0;
      return bytes;
    },
  };
}

/** Runs of sorted rows on the disk, which together are a list that memory cannot hold. */
type SortedRuns = {
  add(lines: Iterable<Uint8Array>): void;
  /** The records of all runs in their order. They are read through this memory. */
  merged<T extends Loose>(order: Order, memory: Buffer): Generator<T, void>;
  close(): void;
};

function openSortedRuns(): SortedRuns {
  const file = openScratchFile();
  const runs: Run[] = [];
  return {
    add(lines) {
      const from = file.size();
      for (const line of lines) file.append(line);
      runs.push({from, to: file.size()});
    },
    *merged<T extends Loose>(order: Order, memory: Buffer) {
      const share = Math.floor(memory.length / runs.length);
      const all = runs.map((run, at) =>
        rowsOf<T>(lineReader(file, run, memory.subarray(at * share, (at + 1) * share)), order),
      );
      for (const rows = together(all, order); rows.first !== undefined; rows.drop()) yield rows.first.record;
    },
    close: file.close,
  };
}

type Run = {readonly from: number; readonly to: number};

/** Sorted rows; only the first one is known. */
type Rows<T> = {first: {readonly record: T; readonly key: SortKey} | undefined; drop(): void};

function rowsOf<T extends Loose>(nextLine: () => string | undefined, {keyOf}: Order): Rows<T> {
  const next = (): Rows<T>['first'] => {
    const line = nextLine();
    if (line === undefined) return undefined;
    const record: T = JSON.parse(line);
    return {record, key: keyOf(record)};
  };
  const rows: Rows<T> = {
    first: next(),
    drop() {
      rows.first = next();
    },
  };
  return rows;
}

/** Several sorted rows as one. Among equals, the earlier rows come first. */
function together<T>(all: ReadonlyArray<Rows<T>>, order: Order): Rows<T> {
  const [one = {first: undefined, drop() {}}] = all;
  if (all.length <= 1) return one;
  const half = all.length >> 1;
  return inOrder(together(all.slice(0, half), order), together(all.slice(half), order), order);
}

function inOrder<T>(one: Rows<T>, other: Rows<T>, {compare}: Order): Rows<T> {
  const leading = (): Rows<T> => {
    if (other.first === undefined) return one;
    return one.first === undefined || compare(other.first.key, one.first.key) < 0 ? other : one;
  };
  let next = leading();
  const both: Rows<T> = {
    first: next.first,
    drop() {
      next.drop();
      next = leading();
      both.first = next.first;
    },
  };
  return both;
}

/** Reads one line after another through a window. A longer line gets a larger one. */
function lineReader(file: ScratchFile, {from, to}: Run, memory: Buffer): () => string | undefined {
  let window = memory;
  let [start, end, at] = [0, 0, from];
  const readOn = (): void => {
    window.copyWithin(0, start, end);
    [start, end] = [0, end - start];
    if (end === window.length) window = Buffer.concat([window], window.length * 2 + PAGE);
    const more = window.subarray(end, end + Math.min(window.length - end, to - at));
    file.read(more, at);
    at += more.length;
    end += more.length;
  };
  return () => {
    for (let searched = 0; ; ) {
      const line = window.subarray(start + searched, end).indexOf(LINE_END);
      if (line >= 0) {
        const text = window.toString('utf8', start, start + searched + line);
        start += searched + line + 1;
        return text;
      }
      if (at === to) return undefined;
      searched = end - start;
      readOn();
    }
  };
}

const LINE_END = 0x0a;
const PAGE = 4096;
