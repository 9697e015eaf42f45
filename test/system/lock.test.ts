import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {processHost} from '../../src/core/system/host.js';
import {takeLock, withLock} from '../../src/core/system/lock.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';
import {sample} from '../sample.js';

const {pid, alive, random} = processHost();
const host = {
  ...{
    pid,
    alive,
    random,
    interrupted: new AbortController().signal,
    lockWait: {longest: 0, says() {}},
  },
  sleep: () => setTimeout(1),
};
/** A lock in emk's first format, without a version. */
const gone = {pid: 999_999, machine: hostname(), token: 'of another lock'};

/** A leftover lock, in its own folder. */
function leave(holder: object | string, {age = 0} = {}) {
  const folder = temporaryFolder();
  const path = join(folder, 'x.lock');
  writeFileSync(path, typeof holder === 'string' ? holder : JSON.stringify(holder));
  const written = Date.now() / 1000 - age;
  utimesSync(path, written, written);
  return {path, files: () => readdirSync(folder)};
}

const takes = async (path: string): Promise<boolean> => {
  try {
    const release = await takeLock(host, path, 'this');
    release();
    return true;
  } catch (error) {
    expect(error).toMatchObject({exit: 11, code: 'locked', retry: 'safe', hint: expect.stringContaining(path)});
    return false;
  }
};

describe('a lock', () => {
  test('names its process, keeps others out, and goes away with everything beside it', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'x.lock');
    const release = await takeLock(host, path, 'this');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      version: 1,
      pid: process.pid,
      machine: hostname(),
      token: expect.any(String),
    });
    const other = fakeHost({pid: 12, alive: () => true});
    await expect(takeLock(other, path, 'this')).rejects.toMatchObject({
      exit: 11,
      code: 'locked',
      message: `Another emk (process ${process.pid}) is working on this, and emk waited 1 minute for it.`,
    });
    await expect(takeLock(host, path, 'this')).rejects.toMatchObject({code: 'locked'});
    expect(existsSync(path)).toBe(true);
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is released when the work fails', async () => {
    const path = join(temporaryFolder(), 'x.lock');
    await expect(withLock(host, path, 'this', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(path)).toBe(false);
  });

  test('is released by its holder only', async () => {
    const path = join(temporaryFolder(), 'x.lock');
    const releaseMine = await takeLock(host, path, 'this');
    rmSync(path);
    const releaseTheirs = await takeLock(host, path, 'this');
    const theirs = readFileSync(path, 'utf8');
    releaseMine();
    expect(readFileSync(path, 'utf8')).toBe(theirs);
    releaseTheirs();
    expect(existsSync(path)).toBe(false);
  });
});

describe('a lock that was left over is taken over', () => {
  test('from a process that is gone', async () => {
    const {path, files} = leave(gone);
    const release = await takeLock(host, path, 'this');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({pid: process.pid});
    release();
    expect(files()).toEqual([]);
  });

  test('from an earlier process with the number of this one', async () => {
    expect(await takes(leave({...gone, pid: process.pid}).path)).toBe(true);
  });

  test('when another takeover was cut off, which leaves nothing behind either', async () => {
    const {path, files} = leave(gone);
    mkdirSync(`${path}.clearing`);
    utimesSync(`${path}.clearing`, 1, 1);
    writeFileSync(`${path}.${gone.token}`, JSON.stringify(gone));
    expect(await takes(path)).toBe(true);
    expect(files()).toEqual([]);
  });

  test.each([
    ['is empty', ''],
    ['is cut off', '{"version":1,"pid":12'],
    ['is cut off early', '{"ver'],
    ['has zeros in place of its end', '{"version":1,"p\0\0\0'],
  ])('when it %s, unless its writer may still be at it', async (_, text) => {
    expect(await takes(leave(text, {age: 10}).path)).toBe(true);
    const {path} = leave(text);
    expect(await takes(path)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

test.each(
  sample(
    [
      ['another version', JSON.stringify({...gone, version: 2})],
      ['no holder', '{}'],
      ['no object', '17'],
      ['no process', JSON.stringify({...gone, pid: 0})],
    ],
    1,
  ),
)('a lock of unknown form, with %s, is never taken over, and the sentence says what to do', async (_, text) => {
  const {path, files} = leave(text, {age: 1e6});
  await expect(takeLock(fakeHost(), path, 'this')).rejects.toMatchObject({
    code: 'locked',
    message: 'Another emk, of an unknown version, is working on this, and emk waited 1 minute for it.',
    hint: expect.stringContaining(`If no emk is running, delete ${path}.`),
  });
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(files()).toEqual(['x.lock']);
});

test('a lock of before locks had a version names its holder as one of today', async () => {
  expect(await takes(leave(gone).path)).toBe(true);
  expect(await takes(leave({...gone, pid: process.ppid}).path)).toBe(false);
});

test('a lock of another machine is never taken over', async () => {
  expect(await takes(leave({...gone, machine: 'another'}, {age: 1e6}).path)).toBe(false);
});

test('a takeover that another has begun is left to that one', async () => {
  const {path, files} = leave(gone);
  mkdirSync(`${path}.clearing`);
  expect(await takes(path)).toBe(false);
  expect(files()).toEqual(['x.lock', 'x.lock.clearing']);
});

describe('whoever waits for a lock', () => {
  /** A machine whose waits take no time, and that does something at each of them. */
  const waitingHost = (longest: number, atWait: (waited: number) => void = () => undefined) => {
    const [said, waits]: [string[], number[]] = [[], []];
    const total = () => waits.reduce((sum, one) => sum + one, 0);
    const sleep = async (milliseconds: number) => {
      waits.push(milliseconds);
      atWait(total());
    };
    const lockWait = {longest, says: (sentence: string) => said.push(sentence)};
    return {said, total, host: {...host, sleep, lockWait}};
  };

  test('is told once who holds it, and has it as soon as it is free', async () => {
    const path = join(temporaryFolder(), 'x.lock');
    const release = await takeLock(host, path, 'this');
    const {host: patient, said, total} = waitingHost(600_000, waited => waited > 5000 && release());
    (await takeLock(patient, path, 'the run nightly'))();
    expect(said).toEqual([
      `Another emk (process ${process.pid}) is working on the run nightly. emk waits for it, 10 minutes at most.`,
    ]);
    expect(total()).toBeLessThan(6000);
  });

  test('gives up after the time that was given, and does not wait at all for none', async () => {
    const {path} = leave({...gone, machine: 'mail-2'});
    const {host: patient, total} = waitingHost(90_000);
    await expect(takeLock(patient, path, 'this')).rejects.toThrow(
      'Another emk (process 999999 on mail-2) is working on this, and emk waited 90 s for it.',
    );
    expect(total()).toBeGreaterThanOrEqual(90_000);
    const {host: hasty, said} = waitingHost(0);
    await expect(takeLock(hasty, path, 'this')).rejects.toThrow(
      'Another emk (process 999999 on mail-2) is working on this.',
    );
    expect(said).toEqual([]);
  });

  test('is told nothing about a wait that is soon over', async () => {
    const path = join(temporaryFolder(), 'x.lock');
    const release = await takeLock(host, path, 'this');
    const {host: patient, said} = waitingHost(60_000, waited => waited > 200 && release());
    (await takeLock(patient, path, 'this'))();
    expect(said).toEqual([]);
  });

  test('can be interrupted, but not once it has been: what was done is still to be written down', async () => {
    const path = join(temporaryFolder(), 'x.lock');
    const release = await takeLock(host, path, 'this');
    const interruption = new AbortController();
    const signals: unknown[] = [];
    const interruptible = {
      ...waitingHost(60_000).host,
      interrupted: interruption.signal,
      sleep: async (_: number, signal?: AbortSignal) => {
        signals.push(signal);
        if (interruption.signal.aborted) release();
        interruption.abort('SIGINT');
        signal?.throwIfAborted();
      },
    };
    await expect(takeLock(interruptible, path, 'this')).rejects.toBe('SIGINT');
    (await takeLock(interruptible, path, 'this'))();
    expect(signals).toEqual([interruption.signal, undefined]);
    expect(existsSync(path)).toBe(false);
  });
});
