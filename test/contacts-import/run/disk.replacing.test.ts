import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {leads, startFakeRun} from '../fake-run.js';

/** How many more writes the journal's disk takes, and how much of the one after; and whether the results' disk is full. */
const disk = vi.hoisted(() => ({left: Number.POSITIVE_INFINITY, part: 0, results: false}));

vi.mock('node:fs', async load => {
  const fs = await load<typeof import('node:fs')>();
  const writeSync = (file: number, bytes: Uint8Array): number => {
    disk.left -= 1;
    if (disk.left >= 0) return fs.writeSync(file, bytes);
    if (disk.part > 0) return fs.writeSync(file, bytes.subarray(0, disk.part));
    throw Object.assign(new Error('no space left on device'), {code: 'ENOSPC'});
  };
  return {...fs, writeSync};
});

beforeEach(() => {
  Object.assign(disk, {left: Number.POSITIVE_INFINITY, part: 0, results: false});
});

vi.mock('../../../src/system/whole-file.js', async load => {
  const {writeWhole} = await load<typeof import('../../../src/system/whole-file.js')>();
  const full = async () => {
    throw Object.assign(new Error('no space left on device'), {code: 'ENOSPC'});
  };
  return {writeWhole: (...given: Parameters<typeof writeWhole>) => (disk.results ? full() : writeWhole(...given))};
});

const run = startFakeRun();
afterEach(() => {
  run.service.listed.length = 0;
  run.service.uploads.length = 0;
});

test('a journal that cannot be begun stops an import before anything is sent', async () => {
  run.write('leads.csv', leads(20));
  disk.left = 0;
  const {exit, error} = await run.import();
  expect(exit).toBe(2);
  expect(error?.message).toContain('cannot be written, so nothing was sent');
  expect(run.service.uploads).toEqual([]);
});

test.each([0, 10])('no space for an intent stops before sending, also when %i bytes of it went in', async part => {
  run.write('leads.csv', leads(600));
  // The header, then intent and outcome of two chunks.
  Object.assign(disk, {left: 5, part});
  const {exit, error} = await run.import();
  expect(exit).toBe(8);
  expect(error?.message).toContain('cannot be written, so no more was sent');
  expect(error?.hint).toContain('emk contacts import resume');
  expect(run.service.uploads).toHaveLength(2);
  disk.left = Number.POSITIVE_INFINITY;
  expect(await run.resume()).toMatchObject({exit: 0, data: {sent: 600, verified: 600}});
  expect(run.service.listed).toHaveLength(600);
});

test('an outcome that cannot be written leaves its rows in doubt, and a resume finds them', async () => {
  run.write('leads.csv', leads(600));
  disk.left = 4;
  expect((await run.import()).exit).toBe(8);
  expect(run.service.uploads).toHaveLength(2);
  disk.left = Number.POSITIVE_INFINITY;
  expect(await run.resume()).toMatchObject({exit: 0, data: {sent: 600, verified: 600}});
  expect(run.service.listed).toHaveLength(600);
});

test('rows that did not arrive are told of where no file can name them, and a resume names them', async () => {
  run.write('leads.csv', leads(30));
  run.service.keep = row => (row['email'] === 'p20@example.com' ? [] : [row]);
  disk.results = true;
  const {exit, error} = await run.import();
  expect(exit).toBe(8);
  expect(error?.message).toContain('1 row did not arrive, and the file that was to name them is not there.');
  expect(error?.message).toContain('The disk is full.');
  expect(error?.hint).toContain('emk contacts import resume');
  disk.results = false;
  expect(await run.resume()).toMatchObject({exit: 8, data: {missing: 1}});
  expect(run.read('leads.missing.csv')).toContain('p20@example.com');
  run.service.keep = row => [row];
});
