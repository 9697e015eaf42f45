/** Reads a Parquet file with another program's reader, which knows nothing of how emk writes. */
import {readFileSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {parquetMetadata, parquetReadObjects} from 'hyparquet';

type Read = {
  /** The columns with their types: `created_at INT64 TIMESTAMP`. */
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<Record<string, unknown>>;
  readonly groups: number;
};

export const readParquet = (path: string): Promise<Read> => parseParquet(readFileSync(path));

export async function parseParquet(bytes: Uint8Array): Promise<Read> {
  const file = new Uint8Array(bytes).buffer;
  const {schema, row_groups} = parquetMetadata(file);
  const columns = schema
    .slice(1)
    .map(({name, type, logical_type}) => [name, type, logical_type?.type].filter(Boolean).join(' '));
  const rows = await parquetReadObjects({file, compressors: {GZIP: input => gunzipSync(input)}});
  return {columns, rows, groups: row_groups.length};
}
