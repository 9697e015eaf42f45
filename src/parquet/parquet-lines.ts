import {gunzipSync} from 'node:zlib';
import {asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects} from 'hyparquet';

/** The rows of a Parquet file as lines of JSON, so that their texts can be searched. One row group is in memory. */
export async function* parquetLines(path: string): AsyncGenerator<Uint8Array> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const {num_rows} of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const compressors = {GZIP: (page: Uint8Array) => gunzipSync(page)};
    const rows = await parquetReadObjects({file, metadata, rowStart, rowEnd, compressors});
    yield Buffer.from(rows.map(row => `${JSON.stringify(row, withoutBigInts)}\n`).join(''));
    rowStart = rowEnd;
  }
}

const withoutBigInts = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
