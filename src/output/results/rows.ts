import type {RowForm} from '../../api/answers/copied-rows.js';
import type {RecordSource} from '../../api/answers/records.js';
import type {Loose} from '../../api/describe/schema.js';
import {computedAt} from '../../records/fields/computed.js';
import {toPicker} from '../../records/fields/path.js';
import type {View} from '../../records/view/select.js';

export type Batches<T = Loose> = AsyncIterable<readonly T[]>;

/** The records that a view requests, as they arrive, up to the limit. */
export async function* select<T extends Loose>(
  source: RecordSource<T>,
  view: View,
  needed: readonly string[] | undefined,
): Batches<T> {
  for await (const batch of selected(source, view, needed)) {
    view.seen?.(batch.length);
    yield batch;
  }
}

async function* selected<T extends Loose>(
  source: RecordSource<T>,
  view: View,
  needed: readonly string[] | undefined,
): Batches<T> {
  const {keep, order, limit, interrupted} = view;
  if (limit === 0) return;
  const kept = keep ? matching(source, keep) : order ? source : withFields(source, needed);
  if (!order) {
    yield* limited(kept, limit);
    return;
  }
  const pick = needed && toPicker([...needed, ...order.paths]);
  const {sortRecords} = await import('../../records/view/sort-records.js');
  yield* sortRecords(kept, {order, limit, pick, signal: interrupted});
}

/** Prints a whole list without making its records; undefined if its source or the view needs them. */
export function copiedRows<T>(
  {rows}: RecordSource<T>,
  {columns, computed, keep, order, limit, seen}: View,
): ((form: RowForm) => AsyncIterable<string>) | undefined {
  const isWhole = !keep && !order && limit === undefined;
  const isPlain = columns.length > 1 && columns.every(path => !path.includes('.') && !computedAt(path, computed));
  if (!rows || !isWhole || !isPlain) return undefined;
  return async function* (form) {
    for await (const {text, count} of rows(columns, form)) {
      seen?.(count);
      yield text;
    }
  };
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

/** Records with only these fields, one by one, without keeping any. */
const withFields = <T>(source: RecordSource<T>, paths: readonly string[] | undefined): Batches<T> =>
  (paths && source.only?.({fields: paths.map(path => path.split('.')[0] ?? '')})) ?? source;

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
