import {readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {takeLock} from '../../../src/core/system/lock.js';
import {fakeHost, temporaryFolder} from '../../support/fake-host.js';
import {realFs, replaceInFs} from '../../support/replace-in-fs.js';

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), {code});
};
const gone = `1 999999 of-another ${hostname()}`;

test('a file system without such links has locks anyway', {tags: ['long']}, async () => {
  replaceInFs('symlinkSync', failing('EPERM'));
  const [folder, host] = [temporaryFolder(), fakeHost()];
  const path = join(folder, 'x.lock');
  writeFileSync(path, gone);
  const release = await takeLock(host, path, 'this');
  expect(readFileSync(path, 'utf8')).toContain(`1 ${process.pid} `);
  await expect(takeLock(host, path, 'this')).rejects.toMatchObject({code: 'locked'});
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a disk that is full leaves nothing behind', async () => {
  replaceInFs('symlinkSync', failing('EPERM'));
  replaceInFs('writeFileSync', failing('ENOSPC'));
  const folder = temporaryFolder();
  await expect(takeLock(fakeHost(), join(folder, 'x.lock'), 'this')).rejects.toMatchObject({code: 'ENOSPC'});
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock that is left over and that nobody may remove counts as held', {tags: ['long']}, async () => {
  const path = join(temporaryFolder(), 'x.lock');
  symlinkSync(gone, path);
  for (const name of ['unlinkSync', 'rmSync'] as const) replaceInFs(name, failing('EPERM'));
  await expect(takeLock(fakeHost(), path, 'this')).rejects.toMatchObject({code: 'locked'});
  replaceInFs('rmSync', realFs.rmSync);
});

test('a lock that another user lets nobody read is theirs', {tags: ['long']}, async () => {
  const path = join(temporaryFolder(), 'x.lock');
  writeFileSync(path, gone);
  replaceInFs('readFileSync', failing('EACCES'));
  await expect(takeLock(fakeHost(), path, 'this')).rejects.toMatchObject({code: 'locked'});
});
