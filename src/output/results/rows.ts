import type {Loose} from '../../api/describe/schema.js';
import {toPicker} from '../../records/fields/path.js';
import type {View} from '../../records/view/select.js';

export type Batches<T = Loose> = AsyncIterable<readonly T[]>;

/** The records that a view requests, as they arrive, up to the limit. */
export async function* select<T extends Loose>(
  source: Batches<T>,
  view: View,
  needed: readonly string[] | undefined,
): Batches<T> {
  for await (const batch of selected(source, view, needed)) {
    view.seen?.(batch.length);
    yield batch;
  }
}

async function* selected<T extends Loose>(
  source: Batches<T>,
  view: View,
  needed: readonly string[] | undefined,
): Batches<T> {
  const {keep, order, limit, interrupted} = view;
  if (limit === 0) return;
  const kept = keep ? matching(source, keep) : source;
  if (!order) {
    yield* limited(kept, limit);
    return;
  }
  const pick = needed && toPicker([...needed, ...order.paths]);
  const {sortRecords} = await import('../../records/view/sort-records.js');
  yield* sortRecords(kept, {order, limit, pick, signal: interrupted});
}

/** Reads `least` records ahead, and returns them and the whole list, which the caller must iterate to its end. */
export async function peek(batches: Batches, least: number): Promise<{first: readonly Loose[]; all: Batches}> {
  const iterator = batches[Symbol.asyncIterator]();
  const first: Loose[] = [];
  let next = await iterator.next();
  for (; !next.done; next = await iterator.next()) {
    for (const record of next.value) first.push(record);
    if (first.length >= least) break;
  }
  return {first, all: continued(first, iterator)};
}

async function* continued(first: readonly Loose[], iterator: AsyncIterator<readonly Loose[]>): Batches {
  try {
    if (first.length > 0) yield first;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

export async function* oneRecord(record: Loose): Batches {
  yield [record];
}

async function* matching<T extends Loose>(batches: Batches<T>, keep: NonNullable<View['keep']>): Batches<T> {
  for await (const batch of batches) {
    const matches = batch.filter(keep);
    if (matches.length > 0) yield matches;
  }
}

async function* limited<T>(batches: Batches<T>, limit: number | undefined): Batches<T> {
  if (limit === undefined) return yield* batches;
  let left = limit;
  for await (const batch of batches) {
    yield batch.length > left ? batch.slice(0, left) : batch;
    left -= batch.length;
    if (left <= 0) return;
  }
}
