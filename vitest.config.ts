import {availableParallelism} from 'node:os';
import {defineConfig} from 'vitest/config';
import {compiledSources} from './test/support/compiled-sources.js';

/** Reads the sources themselves, like a linter: for `npm run check`. */
const house = ['test/house/*.test.ts'];

/** Most functions run only a few times, and to optimize those costs a sixth of the suite's time. Newer Nodes have no such flag. */
const lessOptimizing = process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : [];

export default defineConfig({
  test: {
    // Many tests wait for processes and terminals, so there is one more at work than there are cores.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/compiled-sources.ts'],
    // Files that have not changed since the last run are not compiled again.
    experimental: {fsModuleCache: true},
    tags: [
      {
        name: 'long',
        description: 'starts many processes or browsers: for npm run test:long, and before a change is taken',
      },
    ],
    projects: [
      {
        plugins: [compiledSources],
        test: {
          name: 'emk',
          include: ['test/**/*.test.ts'],
          exclude: house,
          // Modules are loaded once for all: to load them anew for each file takes half of all time.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // On a busy machine a program may be late, but its answer is never wrong: only a test that took too long is played again.
          retry: {count: 1, condition: /^(?:Test timed out|The screen never showed|This never came true)/},
          env: {TZ: 'UTC'},
          setupFiles: 'test/support/same-samples.ts',
          // Most of what a test makes is soon gone again, and the sandbox would keep the space for that small. SQLite is compiled
          // once, quickly: to compile it again for speed takes longer than the small accounts of the tests win by it.
          execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=32', '--liftoff-only', ...lessOptimizing],
        },
      },
      {plugins: [compiledSources], test: {name: 'house', include: house, isolate: false, testTimeout: 30_000}},
    ],
  },
});
