/** `message.contacts` of a file to CSV, by DuckDB on one thread. */
import {DuckDBInstance} from '@duckdb/node-api';
import {columns} from '../contacts.mjs';

const [file] = process.argv.slice(2);
const record = columns.map(column => `${column} ${column === 'id' ? 'BIGINT' : 'VARCHAR'}`).join();
const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
const connection = await instance.connect();
await connection.run(`COPY (
  SELECT contact.* FROM (
    SELECT unnest(message.contacts) AS contact
    FROM read_json('${file}', maximum_object_size = 200000000, columns = {message: 'STRUCT(contacts STRUCT(${record})[])'})
  )
) TO '/dev/stdout' (HEADER)`);
