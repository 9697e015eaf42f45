import {expect, test} from 'vitest';
import {PreflightError} from '../../../src/core/errors.js';
import {fileTrouble} from '../../../src/core/system/files.js';

const failure = (code: string, path?: string) =>
  Object.assign(new Error(code), {code, ...(path === undefined ? {} : {path})});

test.each([
  ['ENOSPC', undefined, 'emk cannot write a file: the disk is full.'],
  ['EDQUOT', '/home/ada/leads.csv', 'emk cannot write /home/ada/leads.csv: the disk is full.'],
  ['EACCES', '/srv/leads.csv', 'emk cannot write /srv/leads.csv: you may not.'],
  ['EROFS', undefined, 'emk cannot write a file: it is on a read-only file system.'],
  ['ENOENT', '/no/leads.csv', 'emk cannot write /no/leads.csv: there is no folder for it.'],
  ['EISDIR', '/srv', 'emk cannot write /srv: it is a folder.'],
  ['EMFILE', '/srv/leads.csv', 'emk cannot write /srv/leads.csv: too many files are open.'],
])('%s is said in words', (code, path, message) => {
  const trouble = fileTrouble(failure(code, path));
  expect(trouble).toBeInstanceOf(PreflightError);
  expect(trouble).toMatchObject({message, exit: 2});
  expect(trouble?.hint).toMatch(/\.$/);
});

test('a file is called by the name it was to have, not by that of its draft', () => {
  const draft = '/srv/leads.rejected.csv.7ccf964f-9810-407a-966b-e1ffbda49300.part.jsonl';
  expect(fileTrouble(failure('EACCES', draft))?.message).toMatch(/^emk cannot write \/srv\/leads\.rejected\.csv:/);
});

test('any other error is not a matter of files', () => {
  expect(fileTrouble(new TypeError('x is undefined'))).toBeUndefined();
  expect(fileTrouble(failure('ECONNRESET'))).toBeUndefined();
});
