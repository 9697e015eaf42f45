/**
 * Reads with the real DuckDB, installed in a folder, what emk wrote there: the Parquet file of contacts holds what their JSON lines
 * hold, an export has the rows that its manifest and the tap tell, and the statement of the recipe runs.
 */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const [folder] = process.argv.slice(2);
const {DuckDBInstance} = createRequire(`${folder}/package.json`)('@duckdb/node-api');
const [, statement] = /duckdb -c "([^"]+)"/.exec(
  readFileSync(new URL('../src/reference/recipes.ts', import.meta.url), 'utf8'),
);

process.chdir(folder);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const rowsOf = async query => (await connection.runAndReadAll(query)).getRowsJson();
const sums = "count(*), count(email), sum(id), min(created_at::TIMESTAMP), max(md5(coalesce(fullname, '')))";

const [[parquet], [lines]] = await Promise.all([
  rowsOf(`SELECT ${sums}, sum(custom_age) FROM 'contacts.parquet'`),
  rowsOf(`SELECT ${sums}, sum(custom_field.age.field_value::DOUBLE) FROM read_json('contacts.jsonl')`),
]);
if (JSON.stringify(parquet) !== JSON.stringify(lines) || parquet[0] === '0') {
  throw new Error(`Parquet holds ${JSON.stringify(parquet)}, and JSON lines hold ${JSON.stringify(lines)}.`);
}
const {files} = JSON.parse(readFileSync('copy/manifest.json', 'utf8'));
const messages = readFileSync('messages.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line));
for (const {name, path, rows} of files) {
  const [[counted]] = await rowsOf(`SELECT count(*) FROM 'copy/${path}'`);
  const sent = messages.filter(({type, stream}) => type === 'RECORD' && stream === name).length;
  if (Number(counted) !== rows || sent !== rows)
    throw new Error(`${path} holds ${counted} of ${rows}, the tap ${sent}.`);
}
const countries = await rowsOf(statement);
console.log(`DuckDB reads ${parquet[0]} contacts of ${countries.length} countries in Parquet as in JSON lines`);
