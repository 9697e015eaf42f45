import {randomUUID} from 'node:crypto';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import {hostname} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {LockedError} from '../errors.js';
import {counted} from '../words/sentence.js';
import {codeOf, heldFile, isHeld} from './files.js';
import type {Host, LockWait} from './host.js';
import {isKnownVersion, readOwnFile} from './kept-file.js';

/** Keeps other processes out while this one holds it. A killed holder keeps nobody out. */
export type Lock = {
  acquire(): Promise<void>;
  release(): void;
  /** Removes what the lock left beside its file. */
  dispose(): void;
};

/** What a lock needs to know of processes: its own number, and whether another process is alive. */
export type Processes = Pick<Host, 'pid' | 'alive'>;

/** The part of the machine that a lock needs. */
export type Locker = Processes & Pick<Host, 'sleep' | 'random' | 'interrupted' | 'lockWait'>;

type Waiting = LockWait & {
  /** What the lock is for, in words that follow "is working on". */
  readonly work: string;
  /** Milliseconds until the next try, given how long the wait has lasted. */
  step(waited: number): number;
  pause(milliseconds: number): Promise<void>;
};

/** Takes a lock and returns the function that releases it. It waits for the holder as long as the run allows. */
export async function takeLock(host: Locker, path: string, work: string, wait = host.lockWait): Promise<() => void> {
  // An interrupted run still has to write down what it did.
  const signal = host.interrupted.aborted ? undefined : host.interrupted;
  const {acquire, release, dispose} = prepareLock(path, host, {
    ...wait,
    work,
    // Short waits end soon after the lock is free, and long ones cost little.
    step: waited => Math.min(20 + waited / 10, 250) * (0.5 + host.random()),
    pause: milliseconds => host.sleep(milliseconds, signal),
  });
  try {
    await acquire();
  } catch (error) {
    dispose();
    throw error;
  }
  return () => {
    release();
    dispose();
  };
}

/** Takes a lock; undefined if somebody holds it. */
export async function takeLockIfFree(host: Locker, path: string): Promise<(() => void) | undefined> {
  try {
    return await takeLock(host, path, path, {longest: 0, says() {}});
  } catch (error) {
    if (error instanceof LockedError) return undefined;
    throw error;
  }
}

/** Does something while no other emk does the same. */
export async function withLock<T>(host: Locker, path: string, work: string, act: () => T | Promise<T>): Promise<T> {
  const release = await takeLock(host, path, work);
  try {
    return await act();
  } finally {
    release();
  }
}

/**
 * Prepares a lock that is taken again and again. The file at `path` names its holder and exists only while the lock is
 * held: it is a hard link to a note beside it, which is fast enough for each transaction of a sandbox. The wait is
 * counted in pauses instead of by a clock, because a laptop that slept has not waited.
 */
export function prepareLock(path: string, processes: Processes, waiting: Waiting): Lock {
  const {longest, says, work, step, pause} = waiting;
  const token = randomUUID();
  const holder = JSON.stringify({version: 1, pid: processes.pid, machine: hostname(), token});
  const note = `${path}.${token}`;
  ours.add(token);
  create(note, holder);
  const isLeftOver = (file: string): boolean => isGone(file, processes);
  const isOurs = (): boolean => tokenIn(path) === token;

  /** Puts this process's name where no file is; false if there is one. */
  const sign = (): boolean => {
    try {
      linkSync(note, path);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
    }
    // Some file systems (FAT, some network shares) have no hard links, and somebody may have deleted the note.
    try {
      create(path, holder);
    } catch (error) {
      if (codeOf(error) === 'EEXIST' || isHeld(error)) return false;
      throw error;
    }
    // If writing the name took too long, another process may have taken this one for gone.
    return isOurs();
  };

  // A lock of this process may be left, where another program kept it from being removed.
  const take = (): boolean => sign() || isOurs() || (isLeftOver(path) && clear(path, isLeftOver) && sign());

  return {
    async acquire() {
      let waited = 0;
      let isSaid = false;
      for (let attempt = 1; !take(); attempt++) {
        // Of two processes that meet at a lock that was left over, one needs a second try.
        if (attempt < FEW_TRIES) {
          await pause(step(0));
          continue;
        }
        if (waited >= longest) throw heldByOther(path, work, longest);
        if (waited >= BRIEF && !isSaid)
          says(`${whoHolds(path)} is working on ${work}. emk waits for it, ${inTime(longest)} at most.`);
        isSaid = waited >= BRIEF;
        const milliseconds = Math.min(step(waited), longest - waited);
        await pause(milliseconds);
        waited += milliseconds;
      }
    },
    release() {
      if (isOurs()) remove(path);
    },
    dispose() {
      remove(note);
      ours.delete(token);
      // Killed processes left their notes beside the lock.
      for (const name of readdirSync(dirname(path))) {
        const beside = join(dirname(path), name);
        if (name.startsWith(`${basename(path)}.`) && !name.endsWith('.clearing') && isLeftOver(beside)) remove(beside);
      }
    },
  };
}

/** The tokens of this process: a lock with its number and another token is from an earlier process. */
const ours = new Set<string>();

const FEW_TRIES = 3;

/** A wait of up to this many milliseconds is not reported to the user. */
const BRIEF = 500;

/** The longest time, in milliseconds, between creating a file or folder and the next step. */
const MOMENT = 5000;

/** Whether the holder of a lock is gone. In doubt it counts as alive: two at work do more harm than one that waits. */
function isGone(path: string, {pid, alive}: Processes): boolean {
  const found = read(path);
  if (found === 'torn') return isOld(path);
  // Processes of other machines are invisible here, so their locks always count as held.
  if (typeof found === 'string' || found.machine !== hostname()) return false;
  return found.pid === pid ? !ours.has(found.token) : !alive(found.pid);
}

/**
 * Removes a lock whose holder is gone. Of two processes at once, the slower could remove the lock that the faster has
 * just taken. So only who could make a folder beside it removes it, after another look.
 */
function clear(path: string, isLeftOver: (path: string) => boolean): boolean {
  const folder = `${path}.clearing`;
  try {
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // Somebody was killed while removing a lock. The next try may go on.
    if (isOld(folder)) removeFolder(folder);
    return false;
  }
  try {
    if (isLeftOver(path)) remove(path);
    return true;
  } finally {
    removeFolder(folder);
  }
}

/** The holder that a lock file names. The token tells two locks of one process apart. */
type Holder = {readonly pid: number; readonly machine: string; readonly token: string};

/** Reads a lock: `torn` is a text that ends too early, `unknown` the form of another version. */
function read(path: string): Holder | 'torn' | 'unknown' | 'unreadable' {
  try {
    const found: unknown = JSON.parse(readOwnFile(path).toString());
    return isHolder(found) ? found : 'unknown';
  } catch (error) {
    return error instanceof SyntaxError ? 'torn' : 'unreadable';
  }
}

function isHolder(found: unknown): found is Holder {
  if (typeof found !== 'object' || found === null || !isKnownVersion(found)) return false;
  const {pid, machine, token} = found as Partial<Record<keyof Holder, unknown>>;
  return Number.isInteger(pid) && Number(pid) > 0 && typeof machine === 'string' && typeof token === 'string';
}

function tokenIn(path: string): string | undefined {
  const found = read(path);
  return typeof found === 'string' ? undefined : found.token;
}

function heldByOther(path: string, work: string, longest: number): LockedError {
  const waited = longest > 0 ? `, and emk waited ${inTime(longest)} for it` : '';
  return new LockedError(`${whoHolds(path)} is working on ${work}${waited}.`, {
    hint: `Try again when it is done. If no emk is running, delete ${path}.`,
  });
}

function whoHolds(path: string): string {
  const found = read(path);
  if (found === 'unknown') return 'Another emk, of an unknown version,';
  if (typeof found === 'string') return 'Another emk';
  return `Another emk (process ${found.pid}${found.machine === hostname() ? '' : ` on ${found.machine}`})`;
}

const inTime = (milliseconds: number): string =>
  milliseconds < 60_000 || milliseconds % 60_000 > 0
    ? `${milliseconds / 1000} s`
    : counted(milliseconds / 60_000, 'minute');

/** Creates a file with all its content, or not at all: a full disk must not leave a lock without a holder. */
function create(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
  } catch (error) {
    remove(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

const isOld = (path: string): boolean =>
  Date.now() - (statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? Date.now()) > MOMENT;

/** Removes a file, unless another program holds it for long: such a lock ends with this process. */
function remove(path: string): void {
  for (let attempt = 1; attempt <= heldFile.tries; attempt++) {
    try {
      unlinkSync(path);
      return;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      if (!isHeld(error)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldFile.pause);
  }
}

function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EPERM', 'EBUSY'].includes(codeOf(error))) throw error;
  }
}
