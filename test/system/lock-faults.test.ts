import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {takeLock} from '../../src/core/system/lock.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';
import {realFs, replaceInFs} from '../replace-in-fs.js';

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), {code});
};
const gone = JSON.stringify({pid: 999_999, machine: hostname(), token: 'of another lock'});

test('a file system without hard links has locks anyway', {tags: ['long']}, async () => {
  replaceInFs('linkSync', failing('EPERM'));
  const [folder, host] = [temporaryFolder(), fakeHost()];
  const path = join(folder, 'x.lock');
  writeFileSync(path, gone);
  const release = await takeLock(host, path, 'this');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({pid: process.pid});
  await expect(takeLock(host, path, 'this')).rejects.toMatchObject({code: 'locked'});
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('whoever was taken for gone while creating a lock in two steps does not believe it has it', {
  tags: ['long'],
}, async () => {
  replaceInFs('linkSync', failing('EPERM'));
  const path = join(temporaryFolder(), 'x.lock');
  let written = 0;
  replaceInFs('writeFileSync', (file, content) => {
    realFs.writeFileSync(file, content);
    written += 1;
    // The second file is the lock, the first the note beside it.
    if (written !== 2) return;
    realFs.unlinkSync(path);
    realFs.writeFileSync(path, JSON.stringify({...JSON.parse(gone), pid: process.ppid}));
  });
  const host = fakeHost({alive: () => true});
  await expect(takeLock(host, path, 'this')).rejects.toMatchObject({code: 'locked'});
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({token: 'of another lock'});
});

test.each(['first', 'second'])('a disk that is full at the %s write leaves nothing behind', async at => {
  replaceInFs('linkSync', failing('EPERM'));
  let writes = 0;
  replaceInFs('writeFileSync', (file, content) => {
    writes += 1;
    if (at === 'first' || writes > 1) failing('ENOSPC')();
    realFs.writeFileSync(file, content);
  });
  const folder = temporaryFolder();
  await expect(takeLock(fakeHost(), join(folder, 'x.lock'), 'this')).rejects.toMatchObject({code: 'ENOSPC'});
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock that another user lets nobody read is theirs', {tags: ['long']}, async () => {
  const path = join(temporaryFolder(), 'x.lock');
  writeFileSync(path, gone);
  replaceInFs('readFileSync', failing('EACCES'));
  await expect(takeLock(fakeHost(), path, 'this')).rejects.toMatchObject({code: 'locked'});
  expect(existsSync(path)).toBe(true);
});

test('a note that somebody tidied away is not needed', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'x.lock');
  replaceInFs('linkSync', (from, to) => {
    realFs.unlinkSync(from);
    realFs.linkSync(from, to);
  });
  const release = await takeLock(fakeHost(), path, 'this');
  expect(existsSync(path)).toBe(true);
  release();
  expect(readdirSync(folder)).toEqual([]);
});
