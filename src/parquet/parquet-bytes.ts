import {gzipSync} from 'node:zlib';
import {ByteWriter} from 'hyparquet-writer/src/bytewriter.js';
import {ParquetWriter} from 'hyparquet-writer/src/parquet-writer.js';
import type {Loose} from '../api/describe/schema.js';
import {microseconds} from '../records/dates/microseconds.js';
import type {ColumnKind, TypedColumn} from '../records/fields/typed-columns.js';

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

/** The columns of a file, all of which may be null. */
const schemaOf = (columns: ReadonlyArray<Pick<TypedColumn, 'name' | 'kind'>>) => [
  {name: 'emk', num_children: columns.length},
  ...columns.map(({name, kind}) => ({name, repetition_type: 'OPTIONAL' as const, ...types[kind]})),
];

/** Makes what the writer takes for a column of a kind, of what `TypedColumn.read` gives. */
function toValue(kind: ColumnKind, cell: string | number | boolean): string | number | boolean | bigint {
  if (kind === 'integer') return BigInt(cell);
  return kind === 'timestamp' ? sinceEpoch(String(cell)) : cell;
}

const types = {
  text: {type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: {type: 'STRING'}},
  json: {type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: {type: 'JSON'}},
  integer: {type: 'INT64'},
  number: {type: 'DOUBLE'},
  boolean: {type: 'BOOLEAN'},
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: {type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS'},
  },
} as const satisfies Readonly<Record<ColumnKind, object>>;

/** `2026-03-04T12:00:00.000000Z` in microseconds. */
const sinceEpoch = (moment: string): bigint =>
  BigInt(Date.parse(`${moment.slice(0, 19)}Z`)) * 1000n + BigInt(microseconds(moment.slice(20, -1)));
