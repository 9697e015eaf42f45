import {join} from 'node:path';
import {importsOf} from './imports.mjs';
import {amountRow} from './row.mjs';
import {emk, run} from './run.mjs';

const sizes = [30_000, 300_000, 3_000_000];

/**
 * How the time of each work grows with the list, as the exponent between the two largest sizes: 1 is linear. And the
 * memory at the largest. The processor's time counts, less that for a short list. It takes minutes, so it runs only
 * when it is named.
 */
export async function* growthRows(service, files) {
  for (const [what, {plan = 'd', words}] of Object.entries(works)) {
    const measure = async size => {
      const env = {EMK_BASE_URL: service.at(`${plan}${size}`), XDG_STATE_HOME: files.folder, EMK_KEEP_DELETED: '0'};
      return run(process.execPath, [emk, ...words(files, size), '--no-input'], {env, memory: true});
    };
    const runs = [];
    for (const size of [FEW, ...sizes]) runs.push(await measure(size));
    yield* rowsOf(what, sizes, runs);
  }
  // The sandbox takes minutes to store millions.
  const imported = sizes.slice(0, 2);
  yield* rowsOf('import', imported, await importsOf(files, [FEW, ...imported]));
}

/** How the time grows, and the memory at the largest size. */
function rowsOf(what, sizes, [start, ...runs]) {
  const cpus = runs.map(({cpu}) => cpu - start.cpu);
  const [before, last] = sizes.slice(-2);
  return [
    amountRow(`${what}: growth from ${inWords(before)} to ${inWords(last)}`, {
      amount: Math.log(cpus.at(-1) / cpus.at(-2)) / Math.log(last / before),
      unit: '',
      atMost: 1.1,
      note: cpus.map(cpu => `${(cpu / 1000).toFixed(2)} s`).join(', '),
    }),
    amountRow(`${what} of ${inWords(last)}: peak memory`, {
      amount: runs.at(-1).peak,
      unit: 'MB',
      atMost: 250,
      note: runs.map(({peak}) => `${peak.toFixed(0)} MB`).join(', '),
    }),
  ];
}

/** So few that their time is that of the start. */
const FEW = 1000;

const toNothing = ['-o', 'jsonl'];
const dry = ['--list', '1', '--dry-run', '-o', 'json'];

const works = {
  list: {plan: 'n', words: () => ['contacts', 'list', ...toNothing]},
  'list --sort': {plan: 'r', words: () => ['contacts', 'list', '--sort', 'email', ...toNothing]},
  export: {
    words: ({folder}, size) => ['contacts', 'export', join(folder, `export-${size}.csv`), '--list', '1', '--overwrite'],
  },
  find: {plan: 'n', words: () => ['contacts', 'find', 'nobody@nowhere', ...toNothing]},
  'plan of a sync': {words: (files, size) => ['contacts', 'sync', files.csv(size).path, ...dry, '--update']},
  report: {words: () => ['report', '-o', 'json']},
  'contacts check': {words: () => ['contacts', 'check', '-o', 'json']},
  'account pull': {
    words: ({folder}, size) => ['account', 'pull', join(folder, `pull-${size}`), '--contacts'],
  },
};

const inWords = count => count.toLocaleString('en-US');
