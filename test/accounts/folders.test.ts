import {expect, test} from 'vitest';
import {configFolder, stateFolder} from '../../src/accounts/folders.js';

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
