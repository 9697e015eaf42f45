/** Contacts as one table, by cli-table3. */
import Table from 'cli-table3';
import {columns, contact} from '../contacts.mjs';

const table = new Table({head: columns, style: {head: [], border: []}});
for (let id = 1; id <= Number(process.argv[2]); id++) {
  const record = contact(id);
  table.push(columns.map(column => String(record[column])));
}
process.stdout.write(`${table}\n`);
