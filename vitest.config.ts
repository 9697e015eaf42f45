import {defineConfig} from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Many tests wait for processes and terminals, so no core is left out.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    env: {TZ: 'UTC'},
  },
});
