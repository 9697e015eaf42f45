import {amountRow, row} from './row.mjs';
import {emk, inTurn, median, run} from './run.mjs';

/**
 * Comparing a file of a million rows with a list of a million contacts. A dry run of an import reads both once, so the
 * plan of a sync is compared with that. Something differs in every row.
 */
export async function syncRows(service, files) {
  const rows = 1_000_000;
  const {path} = files.csv(rows);
  const env = {EMK_BASE_URL: service.at(`d${rows}`), XDG_STATE_HOME: files.folder};
  const dry = ['--list', '1', '--dry-run', '--no-input', '-o', 'json'];
  const [syncs, imports] = await inTurn(1, [
    // It ends with 10, because something differs.
    () =>
      run(process.execPath, [emk, 'contacts', 'sync', path, ...dry, '--update'], {env, memory: true, mayFail: true}),
    () => run(process.execPath, [emk, 'contacts', 'import', path, ...dry], {env, memory: true}),
  ]);
  return [
    row('plan of a sync, 1,000,000 on both sides, over reading both once', {
      ones: syncs.map(({ms}) => ms),
      others: imports.map(({ms}) => ms),
      atMost: 2.5,
      note: `${(median(syncs.map(({ms}) => ms)) / 1000).toFixed(1)} s`,
    }),
    amountRow('plan of a sync: peak memory', {amount: median(syncs.map(({peak}) => peak)), unit: 'MB', atMost: 300}),
  ];
}
