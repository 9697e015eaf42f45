import {createReadStream, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {gunzipSync} from 'node:zlib';
import {parquetReadObjects} from 'hyparquet';
import {amountRow, row} from './row.mjs';
import {emk, inTurn, median, run} from './run.mjs';

/** A million contacts as a Parquet file, as an export and as messages of Singer: the pace beside JSON lines, and the same rows. */
export async function warehouseRows(service, files) {
  const at = name => join(files.folder, name);
  const emkTo = words => () =>
    run(process.execPath, [emk, ...words], {env: {EMK_BASE_URL: service.at('n1000000')}, memory: true});
  const [lines, parquet, tap, copy] = await inTurn(3, [
    emkTo(['contacts', 'list', '--out', at('list.jsonl'), '--overwrite']),
    emkTo(['contacts', 'list', '--out', at('list.parquet'), '--overwrite']),
    emkTo(['tap', '--streams', 'contacts', '--out', at('messages.jsonl'), '--overwrite']),
    emkTo(['export', at('copy')]),
  ]);
  const paces = runs => runs.map(({ms}) => 1e6 / ms);
  const peak = runs => median(runs.map(run => run.peak));
  const note = runs =>
    `${median(runs.map(({ms}) => ms / 1000)).toFixed(1)} and ${median(lines.map(({ms}) => ms / 1000)).toFixed(1)} s`;
  const sums = await Promise.all([
    sumOfParquet(at('list.parquet')),
    sumOfParquet(at('copy/contacts.parquet')),
    sumOfLines(at('list.jsonl'), line => line.id),
    sumOfLines(at('messages.jsonl'), ({type, record}) => (type === 'RECORD' ? record.id : undefined)),
  ]);
  const differing = new Set(sums).size - 1;
  return [
    row('1,000,000 contacts to Parquet, over JSON lines', {
      ones: paces(parquet),
      others: paces(lines),
      atLeast: 0.2,
      note: note(parquet),
    }),
    amountRow('Parquet: peak memory', {amount: peak(parquet), unit: 'MB', atMost: 150}),
    row('1,000,000 contacts to Singer, over JSON lines', {
      ones: paces(tap),
      others: paces(lines),
      atLeast: 0.3,
      note: note(tap),
    }),
    amountRow('Singer: peak memory', {amount: peak(tap), unit: 'MB', atMost: 150}),
    amountRow('Export: peak memory', {amount: peak(copy), unit: 'MB', atMost: 150}),
    amountRow('Files whose rows and sums differ from JSON lines', {
      amount: differing,
      unit: 'files',
      atMost: 0,
      note: sums[0],
    }),
    amountRow('Parquet: size of a million contacts', {
      amount: statSync(at('list.parquet')).size / 1e6,
      unit: 'MB',
      atMost: 30,
    }),
  ];
}

async function sumOfParquet(path) {
  const file = new Uint8Array(readFileSync(path)).buffer;
  const rows = await parquetReadObjects({file, columns: ['id'], compressors: {GZIP: input => gunzipSync(input)}});
  return `${rows.length} rows, sum ${rows.reduce((sum, {id}) => sum + id, 0n)}`;
}

async function sumOfLines(path, idOf) {
  let [rows, sum] = [0, 0];
  for await (const line of createInterface({input: createReadStream(path)})) {
    const id = idOf(JSON.parse(line));
    if (id === undefined) continue;
    rows++;
    sum += id;
  }
  return `${rows} rows, sum ${sum}`;
}
