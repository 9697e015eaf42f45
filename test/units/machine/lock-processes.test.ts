// @module-tag long
import {existsSync, lstatSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {temporaryFolder} from '../../support/fake-host.js';
import {bundleWorkers, endOf} from '../../support/workers.js';

let workers: Awaited<ReturnType<typeof bundleWorkers>>;

beforeAll(async () => {
  workers = await bundleWorkers(import.meta.url, ['worker-lock']);
});
afterAll(() => workers?.remove());

/** A lock, and a log of its holders. */
function lockAndLog() {
  const folder = temporaryFolder();
  const [path, log] = [join(folder, 'x.lock'), join(folder, 'log')];
  const start = (turns: number, dieAt = 'never') => workers.run('worker-lock', path, log, String(turns), dieAt);
  const entries = () =>
    (existsSync(log) ? readFileSync(log, 'utf8') : '').split('\n').flatMap(line => {
      const [pid = '', what = ''] = line.split(' ');
      return what === '' ? [] : [{pid: Number(pid), what}];
    });
  return {path, log, start, entries, beside: () => readdirSync(folder).filter(name => name !== 'log')};
}

/**
 * The processes at work when another took the lock. Each must have been dead by then, and so has written nothing since.
 */
function cutOff(entries: readonly {readonly pid: number; readonly what: string}[]): number[] {
  const dead = new Set<number>();
  let holder: number | undefined;
  for (const {pid, what} of entries) {
    if (dead.has(pid) || (what === 'out' && pid !== holder)) throw new Error(`${pid} held the lock beside another.`);
    if (what === 'in' && holder !== undefined) dead.add(holder);
    holder = what === 'in' ? pid : undefined;
  }
  return [...dead];
}

const deadHolder = `1 999999 of-a-dead-one ${hostname()}`;

test('of many processes one at a time holds the lock, and the left-over lock that all of them find is taken over once', async () => {
  const {path, start, entries, beside} = lockAndLog();
  writeFileSync(path, deadHolder);
  const crowd = Array.from({length: 10}, () => start(20));
  expect(await Promise.all(crowd.map(endOf))).toEqual(crowd.map(() => 0));
  expect(entries()).toHaveLength(10 * 20 * 2);
  expect(cutOff(entries())).toEqual([]);
  expect(beside()).toEqual([]);
}, 60_000);

test('a holder that is killed at work keeps nobody out', async () => {
  const {path, start, entries, beside} = lockAndLog();
  for (let kill = 0; kill < 5; kill++) {
    expect(await endOf(start(1, 'work'))).toBe('SIGKILL');
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
  }
  expect(await endOf(start(1))).toBe(0);
  expect(cutOff(entries())).toHaveLength(5);
  expect(beside()).toEqual([]);
}, 60_000);

test('a process that is killed in the middle of a takeover keeps nobody out', async () => {
  const {path, start, entries, beside} = lockAndLog();
  writeFileSync(path, deadHolder);
  for (let kill = 0; kill < 3; kill++) {
    expect(await endOf(start(1, 'takeover'))).toBe('SIGKILL');
    expect(readFileSync(path, 'utf8')).toBe(deadHolder);
    expect(beside().some(name => name.endsWith('.clearing'))).toBe(true);
  }
  expect(await endOf(start(1))).toBe(0);
  expect(entries()).toHaveLength(2);
  expect(beside()).toEqual([]);
}, 60_000);

test('two never hold the lock at once while processes are killed at any moment and others come', async () => {
  const {start, entries, beside} = lockAndLog();
  let crowd = Array.from({length: 5}, () => start(Number.POSITIVE_INFINITY));
  const all = [...crowd];
  await expect.poll(() => new Set(entries().map(({pid}) => pid)).size, {timeout: 20_000}).toBe(crowd.length);
  // Kills between two turns prove nothing, so it continues until enough came in the middle of one.
  while (cutOff(entries()).length < 6) {
    await setTimeout(Math.random() * 60);
    // The last writer is probably at work; the oldest may be anywhere, such as in the middle of a takeover.
    const last = entries().at(-1)?.pid;
    const victim = Math.random() < 0.05 ? crowd[0] : crowd.find(({pid}) => pid === last);
    if (victim === undefined) continue;
    victim.kill('SIGKILL');
    const next = start(Number.POSITIVE_INFINITY);
    all.push(next);
    crowd = [...crowd.filter(each => each !== victim), next];
  }
  for (const each of crowd) each.kill('SIGKILL');
  expect(await Promise.all(all.map(endOf))).toEqual(all.map(() => 'SIGKILL'));
  cutOff(entries());
  expect(await endOf(start(1))).toBe(0);
  expect(beside()).toEqual([]);
}, 120_000);
