/** Imports that begin at the same moment, as scheduled jobs do. */
import {basename} from 'node:path';
import {expect, test} from 'vitest';
import {newRun} from '../../../src/contacts/journal/runs.js';
import {fakeHost} from '../../support/fake-host.js';
import {realFs, replaceInFs} from '../../support/replace-in-fs.js';

test('have folders of their own, also where another process makes one just before the call', () => {
  const host = fakeHost();
  const first = newRun(host);
  let taken = '';
  replaceInFs('mkdirSync', (path, options) => {
    if (taken === '' && String(path).startsWith(first.folder.slice(0, -1)) && path !== first.folder) {
      taken = String(path);
      realFs.mkdirSync(path);
    }
    return realFs.mkdirSync(path, options);
  });
  const second = newRun(host);
  expect(taken).not.toBe('');
  expect(new Set([first.folder, taken, second.folder]).size).toBe(3);
  expect(basename(second.folder)).toBe(second.id);
  expect([first.id, basename(taken), second.id].sort()).toEqual([first.id, basename(taken), second.id]);
  expect(realFs.statSync(second.folder).mode & 0o777).toBe(0o700);
});
