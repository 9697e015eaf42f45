import {availableParallelism} from 'node:os';
import {defineConfig} from 'vitest/config';
import {compiledSources} from './test/compiled-sources.js';
import LongestFirst from './test/longest-first.js';

/** Tests that start many processes, browsers and shells, and what is left of tables: for `npm run test:long`, and before a change is taken. */
const long = 'test/**/*.long.test.ts';

/** Reads the sources themselves, like a linter: for `npm run check`. */
const house = 'test/house/*.test.ts';

const plugins = [compiledSources];

/** Most functions run only a few times, and to optimize those costs a sixth of the suite's time. Newer Nodes have no such flag. */
const lessOptimizing = process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : [];

const common = {
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // On a busy machine a program may be late, but its answer is never wrong: only a test that took too long is played again.
  retry: {count: 1, condition: /^(?:Test timed out|The screen never showed|This never came true)/},
  env: {TZ: 'UTC', EMK_TESTS: 'everyday'},
  setupFiles: 'test/same-samples.ts',
  // Most of what a test makes is soon gone again, and the sandbox would keep the space for that small. SQLite is compiled
  // once, quickly: to compile it again for speed takes longer than the small accounts of the tests win by it.
  execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32', '--liftoff-only', ...lessOptimizing],
};

const ofLong = {...common, env: {...common.env, EMK_TESTS: 'long'}};

export default defineConfig({
  test: {
    // Many tests wait for processes and terminals, so there is one more at work than there are cores.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/temporary-folder.ts', 'test/compiled-sources.ts'],
    sequence: {sequencer: LongestFirst},
    // Files that have not changed since the last run are not compiled again.
    experimental: {fsModuleCache: true},
    projects: [
      // Modules are loaded once for all: to load them anew for each file takes half of all time.
      {
        plugins,
        test: {
          ...common,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [long, house],
          isolate: false,
        },
      },
      {plugins, test: {...common, name: 'house', include: [house, 'test/layers.test.ts'], isolate: false}},
      {
        plugins,
        test: {...ofLong, name: 'long', include: [long], isolate: false},
      },
    ],
  },
});
