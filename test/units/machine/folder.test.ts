/** Folders that several processes make at once. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {makeFolder} from '../../../src/core/system/files.js';
import {realFs, replaceInFs} from '../../support/replace-in-fs.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emk-folder-'));
});
afterEach(() => {
  rmSync(folder, {recursive: true, force: true});
});

test.each([1, 2, 3, 4])('what another process makes just before the call %i is there', call => {
  let calls = 0;
  replaceInFs('mkdirSync', (path, options) => {
    if (++calls === call) realFs.mkdirSync(path, {recursive: true});
    return realFs.mkdirSync(path, options);
  });
  makeFolder(join(folder, 'a/b'));
  expect(realFs.statSync(join(folder, 'a/b')).isDirectory()).toBe(true);
});
