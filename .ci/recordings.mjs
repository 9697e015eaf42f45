/**
 * Records what emk shows in a terminal, as the picture of the README: builds emk, and lets the test of the recording
 * write what it would otherwise compare.
 */
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (args, env = {}) =>
  execFileSync(process.execPath, args, {cwd: root, stdio: 'inherit', env: {...process.env, ...env}});

run(['.ci/build.mjs']);
run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'long', 'test/site/recording.long.test.ts'], {UPDATE: '1'});
