#!/usr/bin/env node
/**
 * Tests every change of emk with every fault, and prints the findings. `npm run test:faults` runs a sample with every
 * operation and every fault, most of it in this process; `-- --long` every cell of the built program, every import and
 * kill, 10,000 cases of each property and a day of cron; `-- --only "a contact"` the cells whose name contains these words.
 */
import {spawnSync} from 'node:child_process';
import {availableParallelism} from 'node:os';
import {fileURLToPath} from 'node:url';
import {createServer} from 'vite';

const {argv} = process;
const only = argv.includes('--only') ? argv[argv.indexOf('--only') + 1] : '';
const isWhole = argv.includes('--long') || only !== '';
const began = performance.now();

const server = await createServer({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: {middlewareMode: true, hmr: false, watch: null, ws: false},
  optimizeDeps: {noDiscovery: true},
});
const {TMPDIR: before} = process.env;
const {default: inOneFolder} = await server.ssrLoadModule('/test/support/temporary-folder.ts');
const removeFolder = inOneFolder();
try {
  const {playMatrix} = await server.ssrLoadModule('/test/faults/matrix.ts');
  // Most of its time a cell waits: for an answer that never comes, or to try again.
  const lanes = Math.min(8, 2 * availableParallelism());
  const {cells, problems, ends} = await playMatrix({only, share: isWhole ? 1 : 37, lanes});
  const seconds = Math.round((performance.now() - began) / 1000);
  const codes = [...ends].sort(([one], [other]) => one - other).map(([code, count]) => `${count} with ${code}`);
  console.log(`${cells} cells in ${seconds} s, ${problems.length} problems; they ended: ${codes.join(', ')}`);
  for (const problem of problems) console.log(`✗ ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await server.close();
  removeFolder();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
}

if (argv.includes('--long')) {
  const imports = fileURLToPath(new URL('import-matrix.mjs', import.meta.url));
  run([imports, '--long']);
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const much = ['properties', 'test/faults/cron.test.ts', 'kill', 'processes', 'at-once', 'struck'];
  run([vitest, 'run', ...much, '--testTimeout', '1200000'], {
    CRON_MINUTES: '1440',
    EMK_EVERY_REQUEST: '1',
    EMK_RUNS: '10000',
  });
}

function run(args, env = {}) {
  const {status} = spawnSync(process.execPath, args, {stdio: 'inherit', env: {...process.env, ...env}});
  process.exitCode ||= status ?? 1;
}
