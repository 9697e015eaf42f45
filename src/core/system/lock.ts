import {closeSync, openSync, readFileSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {LockedError} from '../errors.js';
import {codeOf, isHeld} from './files.js';
import type {Host} from './host.js';

export type Locker = Pick<Host, 'pid' | 'alive' | 'sleep' | 'random' | 'interrupted' | 'lockWait'>;

export type Release = () => void;

/** Takes a lock, for work that is named as in "is working on …". It waits for the holder as long as the run allows. */
export async function takeLock(host: Locker, path: string, work: string): Promise<Release> {
  const {longest, says} = host.lockWait;
  // An interrupted run still has to write down what it did.
  const signal = host.interrupted.aborted ? undefined : host.interrupted;
  // Of two processes that meet at a lock that was left over, one needs a second try.
  const most = Math.max(longest, SECOND_TRY);
  let isSaid = false;
  // The wait is counted in pauses, because a laptop that slept has not waited.
  for (let waited = 0; !take(path, host); ) {
    if (waited >= most)
      throw new LockedError(`${whoHolds(path)} is working on ${work}.`, {
        hint: `Try again when it is done. If no emk is running, delete ${path}.`,
      });
    if (waited >= BRIEF && !isSaid) {
      says(`${whoHolds(path)} is working on ${work}. emk waits for it, ${longest / 1000} s at most.`);
      isSaid = true;
    }
    const pause = Math.min((waited < OFTEN ? 4 : 200) * (0.5 + host.random()), most - waited);
    await host.sleep(pause, signal);
    waited += pause;
  }
  return () => release(path);
}

export async function withLock<T>(host: Locker, path: string, work: string, act: () => T | Promise<T>): Promise<T> {
  const release = await takeLock(host, path, work);
  try {
    return await act();
  } finally {
    release();
  }
}

const SECOND_TRY = 50;

/** For so many milliseconds it tries often, as transactions of a sandbox need it. */
const OFTEN = 10_000;

/** A wait of up to this many milliseconds is not reported to the user. */
const BRIEF = 500;

/**
 * Takes a lock unless somebody has it. Of two that find the lock of a dead process, the slower could remove what the faster
 * has just taken. So only who holds the lock on clearing it removes it, after another look; that lock is taken like any.
 */
function take(path: string, host: Locker): boolean {
  if (held.has(path)) return false;
  // What this process could not remove when it was done with it is its own.
  let isTaken = sign(path, host.pid) || holderOf(path)?.token === ownToken;
  if (!isTaken && isGone(path, host)) {
    const clearing = `${path}.clearing`;
    if (!take(clearing, host)) return false;
    if (isGone(path, host)) remove(path);
    release(clearing);
    isTaken = sign(path, host.pid);
  }
  if (isTaken) held.add(path);
  return isTaken;
}

/** The locks that this process holds, and what tells them from those of an earlier process with its number. */
const held = new Set<string>();
const ownToken = process.hrtime.bigint().toString(36);

/**
 * Puts the name of this process where nothing is: as the target of a link, which is there with all of it or not at all.
 * Windows and some file systems have no such links. What a kill leaves of a file names nobody, and counts as held.
 */
function sign(path: string, pid: number): boolean {
  const holder = `1 ${pid} ${ownToken} ${hostname()}`;
  let file: number | undefined;
  try {
    symlinkSync(holder, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  try {
    file = openSync(path, 'wx', 0o600);
    writeFileSync(file, holder);
    return true;
  } catch (error) {
    if (file !== undefined) remove(path);
    else if (['EEXIST', 'EPERM', 'EBUSY'].includes(codeOf(error))) return false;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function release(path: string): void {
  if (holderOf(path)?.token === ownToken) remove(path);
  held.delete(path);
}

/** Removes a lock. One that another program holds open counts as left over when this process has ended. */
function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && !isHeld(error)) throw error;
  }
}

/** Whether the holder of a lock is gone. In doubt it counts as alive: two at work do more harm than one that waits. */
function isGone(path: string, {pid, alive}: Locker): boolean {
  const holder = holderOf(path);
  // Processes of other machines are invisible here, so their locks always count as held.
  if (holder?.machine !== hostname()) return false;
  return holder.pid === pid ? holder.token !== ownToken : !alive(holder.pid);
}

/** The holder that a lock names; undefined if this emk cannot read it, as that of another version. */
function holderOf(path: string) {
  const [, pid = '', token = '', machine = ''] = /^1 ([1-9]\d*) (\S+) (.+)$/.exec(textOf(path)) ?? [];
  return pid === '' ? undefined : {pid: Number(pid), token, machine};
}

function textOf(path: string): string {
  for (const read of [() => readlinkSync(path), () => readFileSync(path, 'utf8')]) {
    try {
      return read();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return '';
    }
  }
  return '';
}

function whoHolds(path: string): string {
  const holder = holderOf(path);
  if (holder === undefined) return 'Another emk';
  return `Another emk (process ${holder.pid}${holder.machine === hostname() ? '' : ` on ${holder.machine}`})`;
}
