import {hostname} from 'node:os';
import {LockedError} from '../errors.js';
import {counted} from '../words/sentence.js';
import type {Host, LockWait} from './host.js';
import {lockFile} from './lock-file.js';
import {holderOf, type Processes} from './lock-holder.js';

/** Keeps other processes out while this one holds it. A killed holder keeps nobody out. */
export type Lock = {
  acquire(): Promise<void>;
  release(): void;
  /** Removes what the lock left beside its file. */
  dispose(): void;
};

type Waiting = LockWait & {
  /** What the lock is for, in words that follow "is working on". */
  readonly work: string;
  /** Milliseconds until the next try, given how long the wait has lasted. */
  step(waited: number): number;
  pause(milliseconds: number): Promise<void>;
};

/**
 * Prepares a lock that is taken again and again. The file at `path` names its holder and exists only while the lock is
 * held. The wait is counted in pauses instead of by a clock, because a laptop that slept has not waited.
 */
export function prepareLock(path: string, processes: Processes, waiting: Waiting): Lock {
  const {take, lookCloser, release, dispose} = lockFile(path, processes);
  const {longest, says, work, step, pause} = waiting;

  /** Tries a few times at once: two processes that meet at an abandoned lock both give way, until one wins. */
  const takeSoon = async (): Promise<boolean> => {
    for (let attempt = 1; attempt < FEW_TRIES; attempt++) {
      if (take()) return true;
      await pause(step(0));
    }
    return take();
  };

  const takeAfterLook = async (): Promise<boolean> => {
    await lookCloser();
    return take();
  };

  const wait = async (from: number, until: number): Promise<boolean> => {
    for (let waited = from; waited < until; ) {
      const milliseconds = Math.min(step(waited), until - waited);
      await pause(milliseconds);
      waited += milliseconds;
      if (take()) return true;
    }
    return false;
  };

  return {
    acquire: async () => {
      if (await takeSoon()) return;
      const brief = Math.min(longest, BRIEF);
      if ((await wait(0, brief)) || (await takeAfterLook())) return;
      if (longest > brief) {
        says(`${whoHolds(path)} is working on ${work}. emk waits for it, ${holderInWords(longest)} at most.`);
        if ((await wait(brief, longest)) || (await takeAfterLook())) return;
      }
      throw stillHeld(path, waiting);
    },
    release,
    dispose,
  };
}

const FEW_TRIES = 3;

/** A wait of up to this many milliseconds is not reported to the user. */
const BRIEF = 500;

function stillHeld(path: string, {work, longest}: Waiting): LockedError {
  const waited = longest > 0 ? `, and emk waited ${holderInWords(longest)} for it` : '';
  return new LockedError(`${whoHolds(path)} is working on ${work}${waited}.`, {
    hint: `Try again when it is done. If no emk is running, delete ${path}.`,
  });
}

function whoHolds(path: string): string {
  const holder = holderOf(path);
  if (holder === undefined) return 'Another emk';
  if (holder === 'unknown') return 'Another emk, of an unknown version,';
  const where = holder.machine === hostname() ? '' : ` on ${holder.machine}`;
  return `Another emk (process ${holder.pid}${where})`;
}

function holderInWords(milliseconds: number): string {
  if (milliseconds < 60_000 || milliseconds % 60_000 > 0) return `${milliseconds / 1000} s`;
  const minutes = milliseconds / 60_000;
  return counted(minutes, 'minute');
}

/** The part of the machine that a lock needs. */
export type Locker = Processes & Pick<Host, 'sleep' | 'random' | 'interrupted' | 'lockWait'>;

/** Takes a lock and returns the function that releases it. It waits for the holder as long as the run allows. */
export async function takeLock(
  host: Locker,
  path: string,
  work: string,
  lockWait = host.lockWait,
): Promise<() => void> {
  // An interrupted run still has to write down what it did.
  const signal = host.interrupted.aborted ? undefined : host.interrupted;
  const {acquire, release, dispose} = prepareLock(path, host, {
    ...lockWait,
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
