import {afterEach, beforeEach, expect, test} from 'vitest';
import * as wholeFile from '../../../src/system/whole-file.js';
import {replaceExport} from '../../replace-export.js';
import {realFs, replaceInFs} from '../../replace-in-fs.js';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';

/** How many more writes the journal's disk accepts, and how much of the write after them. */
const disk = {left: Number.POSITIVE_INFINITY, part: 0};

const full = () => Object.assign(new Error('no space left on device'), {code: 'ENOSPC'});

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
  Object.assign(disk, {left: Number.POSITIVE_INFINITY, part: 0});
  replaceInFs('writeSync', (file, bytes) => {
    disk.left -= 1;
    if (disk.left >= 0) return realFs.writeSync(file, bytes);
    if (disk.part > 0) return realFs.writeSync(file, Buffer.from(bytes).subarray(0, disk.part));
    throw full();
  });
});

afterEach(() => {
  disk.left = Number.POSITIVE_INFINITY;
  run.close();
});

test('a journal that cannot be begun stops an import before anything is sent', async () => {
  run.write('leads.csv', leads(20));
  disk.left = 0;
  const {exit, error} = await run.import();
  expect(exit).toBe(2);
  expect(error?.message).toContain('Nothing was sent: emk cannot write the journal');
  expect(run.service.uploads).toEqual([]);
});

test.each([0, 10])('no space for an intent stops before sending, also when %i bytes of it went in', async part => {
  run.write('leads.csv', leads(600));
  // The header, then intent and outcome of two chunks.
  Object.assign(disk, {left: 5, part});
  const {exit, error} = await run.import();
  expect(exit).toBe(8);
  expect(error?.message).toContain('Nothing more was sent: emk cannot write the journal');
  expect(error?.hint).toContain('emk import resume');
  expect(run.service.uploads).toHaveLength(2);
  disk.left = Number.POSITIVE_INFINITY;
  expect(await run.resume()).toMatchObject({exit: 0, data: {added: 600, verified: 600}});
  expect(run.service.listed).toHaveLength(600);
});

test('an outcome that cannot be written leaves its rows in doubt, and a resume finds them', {
  tags: ['long'],
}, async () => {
  run.write('leads.csv', leads(600));
  disk.left = 4;
  expect((await run.import()).exit).toBe(8);
  expect(run.service.uploads).toHaveLength(2);
  disk.left = Number.POSITIVE_INFINITY;
  expect(await run.resume()).toMatchObject({exit: 0, data: {added: 600, verified: 600}});
  expect(run.service.listed).toHaveLength(600);
});

test('rows that did not arrive are told of where no file can name them, and a resume names them', async () => {
  run.write('leads.csv', leads(30));
  run.service.keep = row => (row['email'] === 'p20@example.com' ? [] : [row]);
  const back = replaceExport(wholeFile, 'writeWhole', () => Promise.reject(full()));
  const {exit, error} = await run.import();
  expect(exit).toBe(8);
  expect(error?.message).toContain('1 row did not arrive, but emk could not write the file that names them.');
  expect(error?.message).toContain('The disk is full.');
  expect(error?.hint).toContain('emk import resume');
  back();
  expect(await run.resume()).toMatchObject({exit: 8, data: {missing: 1}});
  expect(run.read('leads.missing.csv')).toContain('p20@example.com');
});
