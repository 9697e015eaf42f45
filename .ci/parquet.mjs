/**
 * Runs the recipe for a warehouse with the real DuckDB, installed in a folder: contacts come in as JSON lines, and are
 * counted in the Parquet file that the recipe's own statement makes of them.
 */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const [folder] = process.argv.slice(2);
const {DuckDBInstance} = createRequire(`${folder}/package.json`)('@duckdb/node-api');
const [, statement] = /"(COPY [^"]+)"/.exec(
  readFileSync(new URL('../src/reference/recipes.ts', import.meta.url), 'utf8'),
);

process.chdir(folder);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(statement);
const counted = await connection.runAndReadAll("SELECT count(email) FROM 'contacts.parquet'");
const [[contacts]] = counted.getRows();
if (contacts === 0n) throw new Error('The Parquet file holds no contact.');
console.log(`DuckDB made a Parquet file of ${contacts} contacts`);
