import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {processHost} from '../../../src/core/system/host.js';
import {takeLock, withLock} from '../../../src/core/system/lock.js';
import {fakeHost, temporaryFolder} from '../../support/fake-host.js';
import {sample} from '../../support/sample.js';

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
const held = (pid: number, machine = hostname()): string => `1 ${pid} of-another ${machine}`;
const gone = held(999_999);

/** A leftover lock, in its own folder: a link, or a file where there are no links. */
function leave(text: string, as: 'link' | 'file' = 'link') {
  const folder = temporaryFolder();
  const path = join(folder, 'x.lock');
  if (as === 'link') symlinkSync(text, path);
  else writeFileSync(path, text);
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
    expect(readlinkSync(path)).toMatch(new RegExp(`^1 ${process.pid} \\w+ ${hostname()}$`));
    const other = fakeHost({pid: 12, alive: () => true});
    await expect(takeLock(other, path, 'this')).rejects.toMatchObject({
      exit: 11,
      code: 'locked',
      message: `Another emk (process ${process.pid}) is working on this.`,
    });
    await expect(takeLock(host, path, 'this')).rejects.toMatchObject({code: 'locked'});
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
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
    const release = await takeLock(host, path, 'this');
    rmSync(path);
    symlinkSync(held(process.ppid), path);
    release();
    expect(readlinkSync(path)).toBe(held(process.ppid));
    expect(await takes(path)).toBe(false);
  });
});

describe('a lock that was left over is taken over', () => {
  test.each(['link', 'file'] as const)('from a process that is gone: a %s', async as => {
    const {path, files} = leave(gone, as);
    const release = await takeLock(host, path, 'this');
    expect(readlinkSync(path)).toContain(`1 ${process.pid} `);
    release();
    expect(files()).toEqual([]);
  });

  test('from an earlier process with the number of this one', async () => {
    expect(await takes(leave(held(process.pid)).path)).toBe(true);
  });

  test('when another takeover was cut off, which leaves nothing behind either', async () => {
    const {path, files} = leave(gone);
    symlinkSync(gone, `${path}.clearing`);
    symlinkSync(gone, `${path}.clearing.clearing`);
    expect(await takes(path)).toBe(true);
    expect(files()).toEqual([]);
  });
});

test.each(
  sample(
    [
      ['another version', gone.replace('1 ', '2 ')],
      ['JSON', JSON.stringify({version: 1, pid: 12})],
      ['no process', held(0)],
      ['half of its text', '1 12'],
      ['nothing in it', ''],
    ],
    2,
  ),
)('a lock of unknown form, with %s, is never taken over, and the sentence says what to do', async (_, text) => {
  const {path, files} = leave(text, 'file');
  await expect(takeLock(fakeHost(), path, 'this')).rejects.toMatchObject({
    code: 'locked',
    message: 'Another emk is working on this.',
    hint: expect.stringContaining(`If no emk is running, delete ${path}.`),
  });
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(files()).toEqual(['x.lock']);
});

test('a lock of another machine, or of a living process, is never taken over', async () => {
  expect(await takes(leave(held(999_999, 'another')).path)).toBe(false);
  expect(await takes(leave(held(process.ppid)).path)).toBe(false);
});

test('a takeover that another has begun is left to that one', async () => {
  const {path, files} = leave(gone);
  symlinkSync(held(process.ppid), `${path}.clearing`);
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
      `Another emk (process ${process.pid}) is working on the run nightly. emk waits for it, 600 s at most.`,
    ]);
    expect(total()).toBeLessThan(6000);
  });

  test('gives up after the time that was given, and does not wait at all for none', async () => {
    const {path} = leave(held(999_999, 'mail-2'));
    const {host: patient, total} = waitingHost(90_000);
    await expect(takeLock(patient, path, 'this')).rejects.toThrow(
      'Another emk (process 999999 on mail-2) is working on this.',
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
