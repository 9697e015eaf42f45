/** Folders that several processes make at once. */
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {makeFolder} from '../../src/system/folder.js';

vi.mock('node:fs', async load => {
  const real = await load<typeof import('node:fs')>();
  return {...real, mkdirSync: vi.fn(real.mkdirSync)};
});
const real = await vi.importActual<typeof import('node:fs')>('node:fs');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emk-folder-'));
});
afterEach(() => {
  vi.mocked(mkdirSync).mockImplementation(real.mkdirSync);
  rmSync(folder, {recursive: true, force: true});
});

test.each([1, 2, 3, 4])('what another process makes just before the call %i is there', call => {
  let calls = 0;
  vi.mocked(mkdirSync).mockImplementation((path, options) => {
    if (++calls === call) real.mkdirSync(path, {recursive: true});
    return real.mkdirSync(path, options);
  });
  makeFolder(join(folder, 'a/b'));
  expect(real.statSync(join(folder, 'a/b')).isDirectory()).toBe(true);
});
