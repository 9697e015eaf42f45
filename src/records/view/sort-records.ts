import {setImmediate} from 'node:timers/promises';
import type {Loose} from '../../api/describe/schema.js';
import {holdRows} from './held-rows.js';
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
