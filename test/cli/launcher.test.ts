/** What the launcher prints by itself, before anything of emk is loaded. It needs `npm run build`. */
import {spawnSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {configPath} from '../../src/accounts/store.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';

const welcome = /^\nYou are not logged in yet\. There are two ways on:\n {2}emk login .*\n {2}emk sandbox tour .*\n$/;

/** Runs `emk` in its own home; `config` is written where emk keeps its configuration, according to `src/accounts`. */
function emk(words: readonly string[], variables: Readonly<Record<string, string>> = {}, config?: string) {
  const home = temporaryFolder();
  const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value.replace('~', home)]));
  if (config !== undefined) {
    const path = configPath(fakeHost({home, env, platform: process.platform}));
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, config);
  }
  const {status, stdout, stderr} = spawnSync(process.execPath, ['bin/emk.js', ...words], {
    env: {PATH: process.env['PATH'], HOME: home, USERPROFILE: home, ...env},
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toContain('Usage: emk <command> [options]');
  return stderr;
}

test('emk alone names the two ways on to whoever is not logged in', {tags: ['long']}, () => {
  expect(emk([])).toMatch(welcome);
  expect(emk([], {}, '{"profiles":{},"settings":{}}')).toMatch(welcome);
  expect(emk([], {XDG_CONFIG_HOME: 'relative'})).toMatch(welcome);
});

test.each([
  ['the usual folder', {}],
  ['XDG_CONFIG_HOME', {XDG_CONFIG_HOME: '~/xdg'}],
  ['a relative XDG_CONFIG_HOME', {XDG_CONFIG_HOME: 'xdg'}],
  ['EMK_CONFIG_DIR', {EMK_CONFIG_DIR: '~/own'}],
])('it knows a profile in %s', (_, variables: Record<string, string>) => {
  expect(emk([], variables, '{"current":"prod","profiles":{}}')).toBe('');
});

test('it says nothing of it where an account comes from the environment, the file is damaged, or help is asked for', {
  tags: ['long'],
}, () => {
  expect(emk([], {EMK_PUBLIC_KEY: 'pk'})).toBe('');
  expect(emk([], {EMK_PROFILE: 'prod'})).toBe('');
  expect(emk([], {}, 'damaged')).toBe('');
  expect(emk(['--help'])).toBe('');
});

test.skipIf(process.platform === 'win32')(
  'in a folder that somebody has deleted it says so, and not that emk is damaged',
  () => {
    const folder = join(temporaryFolder(), 'gone');
    mkdirSync(folder);
    const script = `cd "${folder}" && rmdir "${folder}" && "${process.execPath}" "${resolve('bin/emk.js')}" lists list`;
    const {status, stderr} = spawnSync('sh', ['-c', script], {encoding: 'utf8'});
    expect([status, stderr]).toEqual([
      1,
      'error: emk cannot start: the folder that you are in is gone.\n  Change to a folder that is there, and run the same line again.\n',
    ]);
  },
);
