/**
 * `npm run bench`: every promise of speed as a ratio, measured in one run against the alternatives. `--json` prints
 * data, `--only lists,start` measures a part, and `--node PATH` measures `start` on another Node.js.
 */
import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {cpus, release} from 'node:os';
import {checkRows} from './checks.mjs';
import {columns, contact} from './contacts.mjs';
import {makeFiles} from './files.mjs';
import {importRows} from './imports.mjs';
import {listRows} from './lists.mjs';
import {emk, endPrograms, versionOf} from './run.mjs';
import {sandboxRows} from './sandbox.mjs';
import {startRows} from './start.mjs';
import {startService} from './start-service.mjs';
import {syncRows} from './syncs.mjs';
import {tableRows} from './tables.mjs';

const parts = {
  start: startRows,
  lists: listRows,
  checks: checkRows,
  syncs: syncRows,
  tables: tableRows,
  imports: importRows,
  sandbox: sandboxRows,
};

if (!existsSync(new URL('../../dist/core.js', import.meta.url))) {
  console.error('There is nothing to measure yet. Run "npm run build" first.');
  process.exit(2);
}
const asJson = process.argv.includes('--json');
const given = option => (process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : undefined);
const only =
  given('--only')
    ?.split(',')
    .filter(name => name in parts) ?? [];
const program = given('--node') ?? process.execPath;
const patience = setTimeout(() => {
  console.error('The bench took longer than 15 minutes and was stopped.');
  process.exit(1);
}, 15 * 60_000);

const [service, files] = [await startService(), makeFiles()];
process.once('exit', () => {
  endPrograms();
  files.remove();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const rows = [];
for (const [name, measure] of Object.entries(parts)) {
  if (only.length > 0 && !only.includes(name)) continue;
  try {
    for (const row of await measure(service, files, program)) {
      rows.push(row);
      if (!asJson) console.log(asLine(row));
    }
  } catch (error) {
    rows.push({what: name, met: false, note: error.message});
    if (!asJson) console.log(asLine(rows.at(-1)));
  }
}
clearTimeout(patience);
service.stop();

const conditions = {
  emk: execFileSync(process.execPath, [emk, '--version'], {encoding: 'utf8'}).trim(),
  node: versionOfNode(program),
  cores: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
  system: `${process.platform} ${release()}`,
  date: new Date().toISOString().slice(0, 10),
  'bytes a contact': JSON.stringify(contact(123_456)).length,
  'columns of CSV and tables': columns.length,
  ...Object.fromEntries(
    ['undici', 'stream-json', 'csv-stringify', 'csv-parse', 'papaparse', 'cli-table3'].map(name => [
      name,
      versionOf(name) ?? 'missing',
    ]),
  ),
  jq: jqVersion(),
};
if (asJson) console.log(JSON.stringify({conditions, rows}, null, 2));
else {
  console.log(`\n${rows.filter(({met}) => met).length} of ${rows.length} met`);
  for (const [name, value] of Object.entries(conditions)) console.log(`${name.padEnd(28)}${value}`);
}

function asLine({what, ratio, amount, unit, target = '', met, note}) {
  const value = ratio
    ? `${number(ratio.median)} (${number(ratio.low)} to ${number(ratio.high)})`
    : amount === undefined
      ? '-'
      : `${number(amount)} ${unit}`;
  return `${met ? 'met    ' : 'not met'}  ${what.padEnd(66)} ${value.padEnd(22)} ${target.padEnd(10)} ${note}`;
}

function number(value) {
  return value.toFixed(value < 10 ? 2 : 1);
}

function versionOfNode(path) {
  return execFileSync(path, ['--version'], {encoding: 'utf8'}).trim();
}

function jqVersion() {
  try {
    return execFileSync('jq', ['--version'], {encoding: 'utf8'}).trim();
  } catch {
    return 'missing';
  }
}
