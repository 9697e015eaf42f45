import {randomUUID} from 'node:crypto';
import {closeSync, openSync, readlinkSync, rmSync, symlinkSync, unlinkSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {LockedError} from '../errors.js';
import {counted} from '../words/sentence.js';
import {codeOf, heldFile, isHeld} from './files.js';
import type {Host, LockWait} from './host.js';
import {readOwnFile} from './kept-file.js';

/** What a lock needs to know of processes: its own number, and whether another process is alive. */
export type Processes = Pick<Host, 'pid' | 'alive'>;

/** The part of the machine that a lock needs. */
export type Locker = Processes & Pick<Host, 'sleep' | 'random' | 'interrupted' | 'lockWait'>;

/** Ends the hold of a lock. */
export type Release = () => void;

type Waiting = LockWait & {
  /** What the lock is for, in words that follow "is working on". */
  readonly work: string;
  /** Milliseconds until the next try, given how long the wait has lasted. */
  step(waited: number): number;
  pause(milliseconds: number): Promise<void>;
};

/** Takes a lock. It waits for the holder as long as the run allows. */
export function takeLock(host: Locker, path: string, work: string): Promise<Release> {
  // An interrupted run still has to write down what it did.
  const signal = host.interrupted.aborted ? undefined : host.interrupted;
  return waitForLock(path, host, {
    ...host.lockWait,
    work,
    // Short waits end soon after the lock is free, and long ones cost little.
    step: waited => Math.min(20 + waited / 10, 250) * (0.5 + host.random()),
    pause: milliseconds => host.sleep(milliseconds, signal),
  });
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

/** Takes a lock with waits of its own. The wait is counted in pauses, because a laptop that slept has not waited. */
export async function waitForLock(path: string, processes: Processes, waiting: Waiting): Promise<Release> {
  const {longest, says, work, step, pause} = waiting;
  // Of two processes that meet at a lock that was left over, one needs a second try.
  const most = Math.max(longest, SECOND_TRY);
  let isSaid = false;
  for (let waited = 0; !take(path, processes); ) {
    if (waited >= most) throw heldByOther(path, work, longest);
    if (waited >= BRIEF && !isSaid) {
      says(`${whoHolds(path)} is working on ${work}. emk waits for it, ${inTime(longest)} at most.`);
      isSaid = true;
    }
    const milliseconds = Math.min(step(waited), most - waited);
    await pause(milliseconds);
    waited += milliseconds;
  }
  return () => release(path);
}

const SECOND_TRY = 50;

/** A wait of up to this many milliseconds is not reported to the user. */
const BRIEF = 500;

/**
 * Takes a lock unless somebody has it. Of two that find the lock of a dead process, the slower could remove what the faster
 * has just taken. So only who holds the lock on clearing it removes it, after another look; that lock is taken like any.
 */
function take(path: string, processes: Processes): boolean {
  if (held.has(path)) return false;
  // What this process could not remove when it was done with it is its own.
  let isTaken = sign(path, processes) || holderOf(path)?.token === ownToken;
  if (!isTaken && isGone(path, processes)) {
    const clearing = `${path}.clearing`;
    if (!take(clearing, processes)) return false;
    if (isGone(path, processes)) remove(path);
    release(clearing);
    isTaken = sign(path, processes);
  }
  if (isTaken) held.add(path);
  return isTaken;
}

/** The locks that this process holds, and what tells them from those of an earlier process with its number. */
const held = new Set<string>();
const ownToken = randomUUID().slice(-12);

/**
 * Puts the name of this process where nothing is: as the target of a link, which is there with all of it or not at all. File
 * systems keep a short target beside the name, so a transaction of a sandbox can afford it.
 */
function sign(path: string, {pid}: Processes): boolean {
  const holder = `1 ${pid} ${ownToken} ${hostname()}`;
  try {
    symlinkSync(holder, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
  }
  // Windows and some file systems have no such links. What a kill leaves of a file names nobody, and counts as held.
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (['EEXIST', 'EPERM', 'EBUSY'].includes(codeOf(error))) return false;
    throw error;
  }
  try {
    writeFileSync(file, holder);
  } catch (error) {
    remove(path);
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

function release(path: string): void {
  if (holderOf(path)?.token === ownToken) remove(path);
  held.delete(path);
}

type Holder = {readonly pid: number; readonly machine: string; readonly token: string};

/** Whether the holder of a lock is gone. In doubt it counts as alive: two at work do more harm than one that waits. */
function isGone(path: string, {pid, alive}: Processes): boolean {
  const holder = holderOf(path);
  // Processes of other machines are invisible here, so their locks always count as held.
  if (holder?.machine !== hostname()) return false;
  return holder.pid === pid ? holder.token !== ownToken : !alive(holder.pid);
}

/** The holder that a lock names; undefined if this emk cannot read it, as that of another version. */
function holderOf(path: string): Holder | undefined {
  const [, pid = '', token = '', machine = ''] = /^1 ([1-9]\d*) (\S+) (.+)$/.exec(textOf(path)) ?? [];
  return pid === '' ? undefined : {pid: Number(pid), token, machine};
}

function textOf(path: string): string {
  for (const read of [readlinkSync, (file: string) => readOwnFile(file).toString()]) {
    try {
      return read(path);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return '';
    }
  }
  return '';
}

function heldByOther(path: string, work: string, longest: number): LockedError {
  const waited = longest > 0 ? `, and emk waited ${inTime(longest)} for it` : '';
  return new LockedError(`${whoHolds(path)} is working on ${work}${waited}.`, {
    hint: `Try again when it is done. If no emk is running, delete ${path}.`,
  });
}

function whoHolds(path: string): string {
  const holder = holderOf(path);
  if (holder === undefined) return 'Another emk';
  return `Another emk (process ${holder.pid}${holder.machine === hostname() ? '' : ` on ${holder.machine}`})`;
}

const inTime = (milliseconds: number): string =>
  milliseconds < 60_000 || milliseconds % 60_000 > 0
    ? `${milliseconds / 1000} s`
    : counted(milliseconds / 60_000, 'minute');

/** Removes a file, unless another program holds it for long. */
function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    if (!isHeld(error)) throw error;
    try {
      rmSync(path, {recursive: true, force: true, maxRetries: heldFile.tries, retryDelay: heldFile.pause});
    } catch {
      // It counts as left over when this process has ended.
    }
  }
}
