import {readFileSync} from 'node:fs';
import {relative} from 'node:path';
import {defineConfig} from 'vitest/config';
import everyday from '../../vitest.config.ts';
import {mutate} from './mutate.mjs';
import {filesOfRooms} from './rooms.mjs';

const root = new URL('../..', import.meta.url).pathname;
const rooms = new Set(filesOfRooms(root));

/** Gives the tests the files of the rooms with all their mutants inside. */
const withMutants = {
  name: 'with-mutants',
  enforce: 'pre',
  load(id) {
    const path = relative(`${root}src`, id);
    return rooms.has(path) ? mutate(readFileSync(id, 'utf8'), path).code : undefined;
  },
};

const {projects = [], ...common} = everyday.test ?? {};
const [together] = projects;

export default defineConfig({
  root,
  plugins: [withMutants],
  test: {
    ...common,
    ...together?.test,
    runner: './test/mutants/runner.ts',
    maxWorkers: 2,
    experimental: {fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/mutants/modules'},
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
