import type {Loose} from '../../api/describe/schema.js';
import type {Batches} from './rows.js';

/**
 * Reads at least `least` records ahead, or all of a shorter list, and returns them and the whole list, which still
 * includes them. The caller must iterate that list, because only its end closes the download.
 */
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
