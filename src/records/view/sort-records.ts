import {setImmediate} from 'node:timers/promises';
import type {Loose} from '../../api/describe/schema.js';
import type {Order, SortKey} from './sort.js';
import {openSortedRuns, type SortedRuns} from './sorted-runs.js';

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
  /** What the last record is sorted by that can be among the first ones. */
  let last: SortKey | undefined;
  const dropHopeless = (): void => {
    if (held.count() >= limit) last = held.keepFirst(limit);
  };
  const toDisk = (): void => {
    dropHopeless();
    runs ??= openSortedRuns();
    runs.add(held.sorted(limit));
    held.clear();
  };
  const take = (record: T): void => {
    const key = order.keyOf(record);
    if (last && !(order.compare(key, last) < 0)) return;
    const line = `${JSON.stringify(pick ? pick(record) : record)}\n`;
    if (held.add(key, line)) return;
    toDisk();
    held.add(key, line);
  };
  try {
    for await (const batch of batches) {
      for (const record of batch) take(record);
      if (held.count() > 2 * limit + BATCH) dropHopeless();
    }
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
  count(): number;
  /** Drops all but the first rows, and returns what the last of these is sorted by. */
  keepFirst(limit: number): SortKey | undefined;
  /** The first lines in their order. */
  sorted(limit: number): Generator<Buffer, void>;
  /** Drops all rows, and returns the memory of their lines. */
  clear(): Buffer;
};

type Row = {readonly key: SortKey; from: number; to: number};

/** What the key of a row takes in memory, about. */
const KEY = 200;

/** Holds as many rows as fit into this many bytes with their keys, and at least one. */
export function holdRows({compare}: Pick<Order, 'compare'>, room: number): HeldRows {
  let bytes = Buffer.allocUnsafeSlow(room);
  let rows: Row[] = [];
  let end = 0;
  const sort = (limit: number): readonly Row[] => {
    rows = rows.sort((one, other) => compare(one.key, other.key)).slice(0, limit);
    return rows;
  };
  /** Closes the gaps that dropped rows left. */
  const moveUp = (): void => {
    end = 0;
    for (const row of rows.sort((one, other) => one.from - other.from)) {
      bytes.copyWithin(end, row.from, row.to);
      [row.from, row.to] = [end, end + row.to - row.from];
      end = row.to;
    }
  };
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
    count: () => rows.length,
    keepFirst(limit) {
      const last = sort(limit).at(-1);
      moveUp();
      return last?.key;
    },
    *sorted(limit) {
      for (const {from, to} of sort(limit)) yield bytes.subarray(from, to);
    },
    clear() {
      rows = [];
      end = 0;
      return bytes;
    },
  };
}
