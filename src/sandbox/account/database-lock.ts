import {setTimeout} from 'node:timers/promises';
import {type Lock, type Locker, type Processes, prepareLock} from '../../system/lock.js';

/** For a database that nobody else can see. */
export const noLock: Lock = {acquire: async () => undefined, release: () => undefined, dispose: () => undefined};

/** What a sandbox must know about the machine to share its database with other processes. */
export type Sharing = Processes & Pick<Locker, 'lockWait'>;

/**
 * A lock beside a database's file. A transaction takes milliseconds, so waiting processes try often. They wait for a
 * while even if the run does not wait for other locks: a sandbox that somebody else is using is not busy for long.
 */
export const lockBeside = (file: string, sharing: Sharing): Lock =>
  prepareLock(`${file}.held`, sharing, {
    says: sharing.lockWait.says,
    longest: Math.max(sharing.lockWait.longest, TURNS),
    work: "the sandbox's database",
    step: () => 1 + Math.random() * 3,
    pause: milliseconds => setTimeout(milliseconds),
  });

/** Enough for the turns of many processes. */
const TURNS = 10_000;
