import {amountRow, row} from './row.mjs';
import {emk, inTurn, median, peer, run, versionOf} from './run.mjs';

/** Checking a file of a million rows before its import. */
export async function checkRows(service, files) {
  const rows = 1_000_000;
  const {path} = files.csv(rows);
  const env = {EMK_BASE_URL: service.at('ms0'), XDG_STATE_HOME: files.folder};
  const check = [
    emk,
    'contacts',
    'import',
    path,
    '--list',
    '1',
    '--dry-run',
    '--no-input',
    '--max-errors',
    '100%',
    '--rejects',
    `${path}.rejects`,
  ];
  const [own, theirs, papas] = await inTurn(3, [
    () => run(process.execPath, check, {env, memory: true}),
    () => (versionOf('csv-parse') ? run(process.execPath, [peer('csv-check'), path]) : {ms: Number.NaN}),
    () => (versionOf('papaparse') ? run(process.execPath, [peer('papaparse-check'), path]) : {ms: Number.NaN}),
  ]);
  const times = runs => (Number.isNaN(runs[0].ms) ? undefined : runs.map(({ms}) => ms));
  return [
    row('import check of 1,000,000 rows, over csv-parse', {
      ones: times(theirs),
      others: times(own),
      atLeast: 3,
      note: seconds(own),
    }),
    row('import check of 1,000,000 rows, over papaparse', {
      ones: times(papas),
      others: times(own),
      atLeast: 1,
      note: seconds(papas),
    }),
    amountRow('import check: peak memory', {amount: median(own.map(({peak}) => peak)), unit: 'MB', atMost: 150}),
  ];
}

const seconds = runs => `${(median(runs.map(({ms}) => ms)) / 1000).toFixed(2)} s`;
