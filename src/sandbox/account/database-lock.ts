import {setTimeout} from 'node:timers/promises';
import {LockedError} from '../../errors.js';
import {type Lock, prepareLock} from '../../system/lock.js';
import type {Processes} from '../../system/lock-holder.js';

/** For a database that nobody else can see. */
export const noLock: Lock = {acquire: async () => undefined, release: () => undefined, dispose: () => undefined};

/** A lock beside a database's file. A transaction takes milliseconds, so whoever waits asks often and gives up after about a minute. */
export const lockBeside = (file: string, processes: Processes): Lock =>
  prepareLock(`${file}.held`, processes, {
    tries: 20_000,
    pause: () => setTimeout(1 + Math.random() * 3),
    refusal: (path, holder) => {
      const who = holder ? `Process ${holder.pid} on ${holder.machine}` : 'Another process';
      return new LockedError(`${who} has held the sandbox's database for a minute.`, {
        hint: `End it, or remove ${path} if no such process is at work.`,
      });
    },
  });
