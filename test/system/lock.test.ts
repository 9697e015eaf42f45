import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {takeLock, withLock} from '../../src/system/lock.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';

const dead = 999_999;

test('a lock names its process, keeps others out, and goes away', async () => {
  const path = join(temporaryFolder(), 'x.lock');
  const host = fakeHost();
  const release = await takeLock(host, path, 'this');
  expect(readFileSync(path, 'utf8')).toBe(`${process.pid} ${hostname()}`);
  const other = fakeHost({pid: 12, alive: () => true});
  await expect(takeLock(other, path, 'this', 3)).rejects.toMatchObject({
    exit: 10,
    code: 'locked',
    message: 'Another emk is at work on this.',
  });
  expect(existsSync(path)).toBe(true);
  release();
  expect(existsSync(path)).toBe(false);
});

test('the lock of a process that is gone is taken over, and nothing is left behind', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'x.lock');
  writeFileSync(path, `${dead} ${hostname()}`);
  const release = await takeLock(fakeHost(), path, 'this');
  expect(readFileSync(path, 'utf8')).toBe(`${process.pid} ${hostname()}`);
  expect(readdirSync(folder)).toEqual(['x.lock']);
  release();
});

test('a lock left by an earlier process with the same number is taken over', async () => {
  const path = join(temporaryFolder(), 'x.lock');
  writeFileSync(path, `${process.pid} ${hostname()}`);
  const release = await takeLock(fakeHost(), path, 'this');
  await expect(takeLock(fakeHost(), path, 'this', 2)).rejects.toMatchObject({code: 'locked'});
  release();
});

test('a takeover that was itself cut off does not block the next one', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'x.lock');
  writeFileSync(path, `${dead} ${hostname()}`);
  writeFileSync(`${path}.takeover`, String(dead));
  const release = await takeLock(fakeHost(), path, 'this', 5);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock that names nobody is not touched: its writer may be about to', async () => {
  const path = join(temporaryFolder(), 'x.lock');
  writeFileSync(path, '');
  await expect(takeLock(fakeHost(), path, 'this', 2)).rejects.toMatchObject({hint: expect.stringContaining(path)});
});

test('a lock of another machine is never taken over', async () => {
  const path = join(temporaryFolder(), 'x.lock');
  writeFileSync(path, `${dead} another-machine`);
  await expect(takeLock(fakeHost(), path, 'this', 2)).rejects.toMatchObject({code: 'locked'});
});

test('the lock is released when the work fails', async () => {
  const path = join(temporaryFolder(), 'x.lock');
  await expect(withLock(fakeHost(), path, 'this', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(path)).toBe(false);
});
