import {join} from 'node:path';
import {amountRow} from './row.mjs';
import {emk, run} from './run.mjs';

const sizes = [30_000, 300_000, 3_000_000];

/**
 * How the cost of each work grows with the list, as the exponent between the two largest sizes: 1 is linear. The
 * processor's time counts, less that for a short list. It takes minutes, so it runs only when it is named.
 */
export async function growthRows(service, files) {
  const rows = [];
  for (const [what, {plan = 'd', words}] of Object.entries(works)) {
    const measure = async size => {
      const env = {EMK_BASE_URL: service.at(`${plan}${size}`), XDG_STATE_HOME: files.folder, EMK_KEEP_DELETED: '0'};
      return run(process.execPath, [emk, ...words(files, size), '--no-input'], {env, memory: true});
    };
    const {cpu: start} = await measure(FEW);
    const runs = [];
    for (const size of sizes) runs.push(await measure(size));
    const [small, middle, large] = runs.map(({cpu}) => cpu - start);
    rows.push(
      amountRow(`${what}: growth from ${inWords(sizes[1])} to ${inWords(sizes[2])}`, {
        amount: Math.log(large / middle) / Math.log(sizes[2] / sizes[1]),
        unit: '',
        atMost: 1.1,
        note: `${[small, middle, large].map(cpu => `${(cpu / 1000).toFixed(2)} s`).join(', ')}; ${runs[2].peak.toFixed(0)} MB`,
      }),
    );
  }
  return rows;
}

/** So few that their time is that of the start. */
const FEW = 1000;

const toNothing = ['-o', 'jsonl'];
const dry = ['--type', '1', '--dry-run', '-o', 'json'];

const works = {
  list: {plan: 'n', words: () => ['contacts', 'list', ...toNothing]},
  'list --sort': {plan: 'r', words: () => ['contacts', 'list', '--sort', 'email', ...toNothing]},
  export: {
    words: ({folder}, size) => ['contacts', 'export', join(folder, `export-${size}.csv`), '--type', '1', '--force'],
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
