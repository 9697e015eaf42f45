/** Imports that begin in the same moment, as jobs do that a scheduler starts together. */
import {mkdirSync} from 'node:fs';
import {basename} from 'node:path';
import {afterEach, expect, test, vi} from 'vitest';
import {newRun} from '../../../src/contacts-import/journal/runs.js';
import {fakeHost} from '../../accounts/fake-host.js';

vi.mock('node:fs', async load => {
  const real = await load<typeof import('node:fs')>();
  return {...real, mkdirSync: vi.fn(real.mkdirSync)};
});
const real = await vi.importActual<typeof import('node:fs')>('node:fs');
afterEach(() => void vi.mocked(mkdirSync).mockImplementation(real.mkdirSync));

test('have folders of their own, also where another process makes one just before the call', () => {
  const host = fakeHost();
  const first = newRun(host);
  let taken = '';
  vi.mocked(mkdirSync).mockImplementation((path, options) => {
    if (taken === '' && String(path).startsWith(first.folder.slice(0, -1)) && path !== first.folder) {
      taken = String(path);
      real.mkdirSync(path);
    }
    return real.mkdirSync(path, options);
  });
  const second = newRun(host);
  expect(taken).not.toBe('');
  expect(new Set([first.folder, taken, second.folder]).size).toBe(3);
  expect(basename(second.folder)).toBe(second.id);
  expect([first.id, basename(taken), second.id].sort()).toEqual([first.id, basename(taken), second.id]);
  expect(real.statSync(second.folder).mode & 0o777).toBe(0o700);
});
