import type {Loose} from '../../api/describe/schema.js';
import type {Batches} from './rows.js';

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
