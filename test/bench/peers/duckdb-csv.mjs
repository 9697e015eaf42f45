/** JSON lines of contacts to CSV, by DuckDB on one thread. */
import {DuckDBInstance} from '@duckdb/node-api';
import {columns} from '../contacts.mjs';

const [file] = process.argv.slice(2);
const types = columns.map(column => `${column}: '${column === 'id' ? 'BIGINT' : 'VARCHAR'}'`).join();
const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
const connection = await instance.connect();
await connection.run(
  `COPY (FROM read_json('${file}', format = 'newline_delimited', columns = {${types}})) TO '/dev/stdout' (HEADER)`,
);
