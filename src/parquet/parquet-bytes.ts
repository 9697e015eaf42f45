import {gzipSync} from 'node:zlib';
import {ByteWriter} from 'hyparquet-writer/src/bytewriter.js';
import {ParquetWriter} from 'hyparquet-writer/src/parquet-writer.js';
import type {Loose} from '../api/describe/schema.js';
import type {TypedColumn} from '../records/fields/typed-columns.js';
import {schemaOf, toValue} from './column-types.js';

/**
 * Records as the bytes of a Parquet file, as they arrive. Only the values of one row group are in memory. `misfit` gets
 * each column with the number of its values of another type, which are null in the file.
 */
export async function* parquetBytes(
  columns: readonly TypedColumn[],
  batches: AsyncIterable<readonly Loose[]>,
  misfit: (column: string, values: number) => void = () => undefined,
): AsyncGenerator<Uint8Array, void> {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    // JSON is text already, which the writer would make JSON of once more. Only the end of the file says what it is.
    schema: schemaOf(columns.map(column => (column.kind === 'json' ? {...column, kind: 'text'} : column))),
    codec: 'GZIP',
    compressors: {GZIP: page => gzipSync(page, {level: 1})},
    createdBy: 'emk',
    // The least and greatest value of each column would cost a tenth of the time.
    statistics: false,
  });
  const misfits = new Map<string, number>();
  const begin = (): readonly Filling[] => columns.map(column => fillingOf(column, misfits));
  let group = begin();

  function take(): Uint8Array {
    const taken = Uint8Array.from(bytes.getBytes());
    // The writer counts from the beginning of the file in `offset`, and fills its buffer from `index`.
    bytes.index = 0;
    return taken;
  }

  function endGroup(): Uint8Array {
    writer.write({columnData: group.map(({name, values: data}) => ({name, data})), rowGroupSize: rows});
    group = begin();
    return take();
  }

  let [rows, size] = [0, 0];
  for await (const batch of batches) {
    for (const column of group) size += column.add(batch);
    rows += batch.length;
    if (rows < ROWS && size < BYTES) continue;
    yield endGroup();
    [rows, size] = [0, 0];
  }
  if (rows > 0) yield endGroup();
  writer.schema = schemaOf(columns);
  writer.finish();
  yield take();
  for (const [column, values] of misfits) misfit(column, values);
}

/** One column of a row group, while it fills. */
type Filling = {
  readonly name: string;
  readonly values: Array<ReturnType<typeof toValue> | null>;
  /** Returns about how many bytes the values take. */
  add(batch: readonly Loose[]): number;
};

function fillingOf({name, kind, read}: TypedColumn, misfits: Map<string, number>): Filling {
  const values: Array<ReturnType<typeof toValue> | null> = [];
  return {
    name,
    values,
    add(batch) {
      let size = 0;
      for (const record of batch) {
        const cell = read(record);
        if (cell === undefined) misfits.set(name, (misfits.get(name) ?? 0) + 1);
        size += typeof cell === 'string' ? cell.length : 8;
        values.push(cell === undefined || cell === null ? null : toValue(kind, cell));
      }
      return size;
    },
  };
}

/** A row group ends at so many rows, or at about so many bytes before compression. */
const [ROWS, BYTES] = [20_000, 12 * 1024 * 1024];
