import {LockedError} from '../errors.js';
import type {Host} from './host.js';
import {lockFile} from './lock-file.js';
import {type Holder, holderOf, type Processes} from './lock-holder.js';

/** Keeps other processes out while this one holds it. A holder that was killed keeps nobody out. */
export type Lock = {
  acquire(): Promise<void>;
  release(): void;
  /** Removes what the lock left beside its file. */
  dispose(): void;
};

/** How somebody waits for a lock, and the error if that was in vain. */
export type Waiting = {
  readonly tries: number;
  pause(): Promise<void>;
  refusal(path: string, holder: Holder | undefined): LockedError;
};

/** Prepares a lock that is taken again and again. The file at `path` names its holder and is there only while it is held. */
export function prepareLock(path: string, processes: Processes, {tries, pause, refusal}: Waiting): Lock {
  const {take, lookCloser, release, dispose} = lockFile(path, processes);
  return {
    acquire: async () => {
      for (let attempt = 1; !take(); attempt++) {
        if (attempt < tries) await pause();
        else if (attempt === tries) await lookCloser();
        else throw refusal(path, holderOf(path));
      }
    },
    release,
    dispose,
  };
}

type Locker = Pick<Host, 'pid' | 'alive' | 'sleep' | 'random'>;

/** Tries enough for two who meet at a lock that was left over: both step back, and then one of them has it. */
const fewTries = 3;

/** Takes a lock once and returns what releases it. Throws a `LockedError` when another process keeps it. */
export async function takeLock(host: Locker, path: string, work: string, tries = fewTries): Promise<() => void> {
  const {acquire, release, dispose} = prepareLock(path, host, {
    tries,
    pause: () => host.sleep(10 + host.random() * 20),
    refusal: () =>
      new LockedError(`Another emk is at work on ${work}.`, {
        hint: `Try again when it is done. If no emk is running, delete ${path}.`,
      }),
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

/** Does something while no other emk does the same. `tries` times 20 ms is how long it waits for its turn. */
export async function withLock<T>(
  host: Locker,
  path: string,
  what: string,
  work: () => T | Promise<T>,
  tries = 500,
): Promise<T> {
  const release = await takeLock(host, path, what, tries);
  try {
    return await work();
  } finally {
    release();
  }
}
