import {amountRow} from './row.mjs';
import {emk, run} from './run.mjs';

/** The memory for five million contacts. It takes many minutes, so it is measured only when it is named. */
export async function* millionRows(service, files) {
  const count = 5_000_000;
  const {path} = files.csv(count);
  const dry = ['--list', '1', '--dry-run', '-o', 'json'];
  const works = [
    {what: 'list in order', plan: `r${count}`, words: ['list', '--sort', 'email', '-o', 'jsonl'], atMost: 200},
    {what: 'plan of a sync', plan: `d${count}`, words: ['sync', path, ...dry, '--update'], atMost: 600},
    {what: 'plan of an import', plan: `d${count}`, words: ['import', path, ...dry], atMost: 600},
    {
      what: 'import of which half is listed',
      plan: `i${count / 2}`,
      words: ['import', path, '--list', '1', '-o', 'json'],
      atMost: 600,
    },
  ];
  for (const {what, plan, words, atMost} of works) {
    const env = {EMK_BASE_URL: service.at(plan), XDG_STATE_HOME: files.folder};
    const {peak, ms} = await run(process.execPath, [emk, 'contacts', ...words, '--no-input'], {env, memory: true});
    const note = `${(ms / 1000).toFixed(0)} s`;
    yield amountRow(`${what}, ${count.toLocaleString('en-US')}: peak memory`, {amount: peak, unit: 'MB', atMost, note});
  }
}
