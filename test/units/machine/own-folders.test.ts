import {existsSync, mkdtempSync, readdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, test, vi} from 'vitest';
import {ConfigError} from '../../../src/core/errors.js';
import {cacheFolder, configFolder, stateFolder} from '../../../src/core/own-files/folders.js';
import {runAgainst} from '../../support/run-against.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();

const at = (platform: string, env: Readonly<Record<string, string>> = {}) => ({
  platform,
  env,
  home: platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada',
  cwd: platform === 'win32' ? 'C:\\work' : '/home/me',
});

test.each([
  ['linux', {}, '/home/ada/.config/emk', '/home/ada/.local/state/emk'],
  ['linux', {XDG_CONFIG_HOME: '/x/c', XDG_STATE_HOME: '/x/s'}, '/x/c/emk', '/x/s/emk'],
  ['linux', {XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: ''}, '/home/ada/.config/emk', '/home/ada/.local/state/emk'],
  ['linux', {EMK_CONFIG_DIR: '/e/c', EMK_STATE_DIR: '/e/s', XDG_CONFIG_HOME: '/x'}, '/e/c', '/e/s'],
  ['linux', {EMK_CONFIG_DIR: 'here', EMK_STATE_DIR: '../there'}, '/home/me/here', '/home/there'],
  ['darwin', {}, '/home/ada/Library/Application Support/emk', '/home/ada/Library/Application Support/emk/state'],
  ['darwin', {XDG_CONFIG_HOME: '/x/c', XDG_STATE_HOME: '/x/s'}, '/x/c/emk', '/x/s/emk'],
  ['win32', {}, 'C:\\Users\\ada\\AppData\\Roaming\\emk', 'C:\\Users\\ada\\AppData\\Local\\emk'],
  ['win32', {APPDATA: 'D:\\r', LOCALAPPDATA: 'D:\\l'}, 'D:\\r\\emk', 'D:\\l\\emk'],
  ['win32', {EMK_CONFIG_DIR: 'here', EMK_STATE_DIR: 'E:\\s'}, 'C:\\work\\here', 'E:\\s'],
])('on %s with %j', (platform, env, config, state) => {
  const host = at(platform, {...env});
  expect(configFolder(host)).toBe(config);
  expect(stateFolder(host)).toBe(state);
});

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['linux', {}, '/home/ada/.cache/emk'],
  ['linux', {XDG_CACHE_HOME: '/x/k'}, '/x/k/emk'],
  ['win32', {}, 'C:\\Users\\ada\\AppData\\Local\\emk-cache'],
  ['win32', {LOCALAPPDATA: 'D:\\l', EMK_STATE_DIR: 'E:\\s'}, 'D:\\l\\emk-cache'],
  ['win32', {XDG_CACHE_HOME: 'D:\\k'}, 'D:\\k\\emk'],
])('on %s with %j, the cache is outside of the folders that must be kept', (platform, env, cache) => {
  const host = at(platform, {...env});
  expect(cacheFolder(host)).toBe(cache);
  for (const kept of [configFolder(host), stateFolder(host)]) {
    expect(kept.startsWith(`${cache}\\`) || cache.startsWith(`${kept}\\`) || kept === cache).toBe(false);
  }
});

test.each(['linux', 'darwin', 'win32'])('on %s, nothing is ever put into the current folder', platform => {
  const homeless = {...at(platform), home: ''};
  for (const folder of [configFolder, stateFolder, cacheFolder]) {
    expect(() => folder(homeless)).toThrow(ConfigError);
  }
  expect(configFolder({...homeless, env: {EMK_CONFIG_DIR: 'here'}})).toContain('here');
});

test('without a home, keys of the environment still do, and what must be kept says what to set', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'emk-homeless-'));
  const places = {env: {EMK_CONFIG_DIR: '', EMK_STATE_DIR: ''}, host: {home: '', cwd}};
  expect((await runAgainst('http://127.0.0.1:9/api', 'lists list --retries 1', places)).code).toBe(6);
  const kept = await runAgainst('http://127.0.0.1:9/api', 'config set output json', places);
  expect([kept.code, kept.stderr]).toEqual([3, expect.stringContaining('EMK_CONFIG_DIR and EMK_STATE_DIR')]);
  expect(readdirSync(cwd)).toEqual([]);
  expect(existsSync(join(cwd, '.config'))).toBe(false);
});

test('without a home, the two folders that the hint names are enough', async () => {
  const {stdout, stderr, code} = await shell().emk('lists list --columns name --limit 1', {host: {home: ''}});
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Newsletter');
});
