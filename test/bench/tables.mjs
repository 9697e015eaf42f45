import {spawnSync} from 'node:child_process';
import {columns} from './contacts.mjs';
import {row} from './row.mjs';
import {emk, inTurn, peer, run, versionOf} from './run.mjs';

/** A table on a terminal, recorded with `script`, against one that cli-table3 makes in one piece. */
export async function tableRows(service) {
  const table = count => () => {
    const line = [process.execPath, emk, 'contacts', 'list', '--columns', columns.join()]
      .map(word => `'${word}'`)
      .join(' ');
    const env = {EMK_BASE_URL: service.at(`n${count}`), COLUMNS: '200'};
    return hasScript
      ? run('script', ['-qec', `stty cols 200; ${line}`, '/dev/null'], {env})
      : run(process.execPath, [emk, 'contacts', 'list', '--columns', columns.join()], {env});
  };
  const [ten, twenty] = (await inTurn(3, [table(10_000), table(20_000)])).map(runs => runs.map(({ms}) => ms));
  const whole =
    versionOf('cli-table3') && [await run(process.execPath, [peer('cli-table'), '10000'])].map(({ms}) => ms);
  const note = hasScript ? 'on a terminal' : 'not on a terminal: script is missing';
  return [
    row('a table of 10,000 rows, of cli-table3 in one piece', {
      ones: ten,
      others: whole && ten.map(() => whole[0]),
      atMost: 0.15,
      note,
    }),
    row('a table of 20,000 rows, of one of 10,000', {ones: twenty, others: ten, atMost: 2.2, note: 'linear'}),
  ];
}

const hasScript = spawnSync('script', ['--version']).status === 0;
