import type {RecordSource} from '../../api/answers/records.js';
import type {Loose} from '../../api/describe/schema.js';
import {toPicker} from '../../records/view/pick.js';
import type {View} from '../../records/view/select.js';

export type Batches = AsyncIterable<readonly Loose[]>;

/** The records that a view requests, as they arrive, up to the limit. Only sorting holds all in memory. */
export async function* select(source: RecordSource, view: View, needed: readonly string[] | undefined): Batches {
  for await (const batch of selected(source, view, needed)) {
    view.seen?.(batch.length);
    yield batch;
  }
}

async function* selected(source: RecordSource, view: View, needed: readonly string[] | undefined): Batches {
  if (view.limit === 0) return;
  const {compare, limit} = view;
  const kept = view.keep ? matching(source, view.keep) : compare ? source : withFields(source, needed);
  if (!compare) {
    yield* limited(kept, limit);
    return;
  }
  const pick = needed && toPicker([...needed, ...view.sortedBy]);
  const sorted = await sort(kept, {compare, limit, pick});
  for (let start = 0; start < sorted.length; start += batchSize) yield sorted.slice(start, start + batchSize);
}

/** A list of one record. */
export async function* oneRecord(record: Loose): Batches {
  yield [record];
}

/** Records of which nothing is asked but these fields, and nothing is held. */
const withFields = (source: RecordSource, paths: readonly string[] | undefined): Batches =>
  (paths && source.only?.(paths.map(path => path.split('.')[0] ?? ''))) ?? source;

async function* matching(batches: Batches, keep: NonNullable<View['keep']>): Batches {
  for await (const batch of batches) {
    const matches = batch.filter(keep);
    if (matches.length > 0) yield matches;
  }
}

async function* limited(batches: Batches, limit: number | undefined): Batches {
  if (limit === undefined) return yield* batches;
  let left = limit;
  for await (const batch of batches) {
    yield batch.length > left ? batch.slice(0, left) : batch;
    left -= batch.length;
    if (left <= 0) return;
  }
}

type Sorting = {
  readonly compare: (one: Loose, other: Loose) => number;
  readonly limit: number | undefined;
  readonly pick: ((record: Loose) => Loose) | undefined;
};

/** Sorts records. With a limit, it regularly drops records that cannot be among the first any more. */
async function sort(batches: Batches, {compare, limit, pick}: Sorting): Promise<Loose[]> {
  let rows: Loose[] = [];
  const crowd = limit === undefined ? Number.POSITIVE_INFINITY : limit * 2 + batchSize;
  for await (const batch of batches) {
    for (const record of batch) rows.push(pick ? pick(record) : record);
    if (rows.length > crowd) rows = rows.sort(compare).slice(0, limit);
  }
  return rows.sort(compare).slice(0, limit);
}

const batchSize = 1000;
