import type {Loose} from '../api/describe/schema.js';
import type {TypedColumn} from '../records/fields/typed-columns.js';
import {addRecords, createLineAdder} from './add-lines.js';
import {type ColumnChunk, createColumnChunk} from './column-chunk.js';
import {createCompressor} from './compressor.js';
import {fileEnd, MAGIC, type RowGroup} from './file-parts.js';

/**
 * Records as the bytes of a Parquet file, as they arrive. Only one row group is in memory, compressed. `misfit` gets
 * each column with the number of its values of another type, which are null in the file.
 */
export async function* parquetBytes(
  columns: readonly TypedColumn[],
  batches: AsyncIterable<readonly Loose[] | Uint8Array>,
  misfit: (column: string, values: number) => void = () => undefined,
): AsyncGenerator<Uint8Array, void> {
  const compressor = createCompressor();
  const begin = (): readonly ColumnChunk[] => columns.map(column => createColumnChunk(column, compressor));
  const addLines = createLineAdder();
  const misfits = new Map<string, number>();
  const groups: RowGroup[] = [];
  let [chunks, rows, offset] = [begin(), 0, MAGIC.length];
  yield MAGIC;

  async function* rowGroup(): AsyncGenerator<Uint8Array, void> {
    const parts: RowGroup['columns'][number][] = [];
    for (const chunk of chunks) {
      const {pieces, part} = await chunk.finish(offset);
      yield* pieces;
      offset += part.size;
      parts.push(part);
      if (part.misfits > 0) misfits.set(part.name, (misfits.get(part.name) ?? 0) + part.misfits);
    }
    groups.push({rows, columns: parts});
    compressor.release();
    [chunks, rows] = [begin(), 0];
  }

  for await (const batch of batches) {
    rows += batch instanceof Uint8Array ? addLines(batch, chunks) : addRecords(batch, chunks);
    await compressor.catchUp();
    if (rows >= ROWS || compressor.given() >= BYTES) yield* rowGroup();
  }
  if (rows > 0) yield* rowGroup();
  yield fileEnd(columns, groups, offset);
  for (const [column, values] of misfits) misfit(column, values);
}

/** A row group ends at so many rows, or at so many bytes before compression. */
const [ROWS, BYTES] = [131_072, 12 * 1024 * 1024];
