import {linkSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {LockedError} from '../../errors.js';
import {codeOf} from '../../system/error-code.js';

/** Keeps other processes out of a file. It names its holder, so that a killed one keeps nobody waiting. */
export type FileLock = {
  acquire(): Promise<void>;
  release(): void;
  /** Takes away what the lock left beside the file. */
  dispose(): void;
};

/** For a database that nobody else can see. */
export const noLock: FileLock = {acquire: async () => undefined, release: () => undefined, dispose: () => undefined};

/** What a lock must know of the processes around it. */
export type Processes = {readonly pid: number; alive(pid: number): boolean};

const patience = 60_000;
let locks = 0;

/**
A lock beside the file. Taking it is one hard link to a note that says who we are, so that it never exists without naming
its holder.
*/
export function lockBeside(file: string, processes: Processes): FileLock {
  const path = `${file}.held`;
  const holder = nameOf(processes.pid);
  locks += 1;
  const note = `${path}.${holder.pid}-${holder.start}-${locks}`;
  writeFileSync(note, JSON.stringify(holder), {mode: 0o600});
  const isDead = deathJudge(processes);

  return {
    acquire: async () => {
      const begun = Date.now();
      while (!take(path, note)) {
        if (isDead(path)) clear(path, note, isDead);
        else if (Date.now() - begun > patience) throw heldBy(path);
        await sleep(1 + Math.random() * 3);
      }
    },
    release: () => remove(path),
    dispose: () => {
      remove(note);
      for (const other of beside(`${path}.`)) if (isDead(other)) remove(other);
    },
  };
}

type Holder = {readonly pid: number; readonly start: string; readonly host: string};

const nameOf = (pid: number): Holder => ({pid, start: startOf(pid), host: hostname()});

/** When a process began, in the kernel's ticks; a number that is used again belongs to another. Empty where no one says. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function take(path: string, note: string): boolean {
  try {
    linkSync(note, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (codeOf(error) === 'ENOENT') throw error;
  }
  // Some file systems have no hard links.
  try {
    writeFileSync(path, readFileSync(note), {flag: 'wx', mode: 0o600});
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Says whether the process that a lock or note names is gone. On another machine nobody can tell, so it counts as alive. */
function deathJudge(processes: Processes): (path: string) => boolean {
  const here = hostname();
  return path => {
    const holder = read(path);
    if (holder === 'gone') return false;
    if (holder === 'torn') return ageOf(path) > 5_000;
    if (holder.host !== here) return false;
    return !processes.alive(holder.pid) || (holder.start !== '' && startOf(holder.pid) !== holder.start);
  };
}

/**
Removes a dead holder's lock. Two waiters must not do so at once, or the second would remove the lock the first has taken
since. So each announces itself under a name of its own and then looks: who sees another announcement steps back.
*/
function clear(path: string, note: string, isDead: (path: string) => boolean): void {
  const announcement = `${note.replace(path, `${path}-clearing`)}`;
  writeFileSync(announcement, readFileSync(note), {mode: 0o600});
  try {
    const others = beside(`${path}-clearing.`).filter(other => other !== announcement);
    const [dead, alive] = [others.filter(isDead), others.filter(other => !isDead(other))];
    if (alive.length === 0 && isDead(path)) remove(path);
    for (const left of dead) remove(left);
  } finally {
    remove(announcement);
  }
}

function beside(prefix: string): string[] {
  const folder = dirname(prefix);
  return readdirSync(folder)
    .filter(name => name.startsWith(basename(prefix)))
    .map(name => join(folder, name));
}

function read(path: string): Holder | 'gone' | 'torn' {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : 'torn';
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function heldBy(path: string): LockedError {
  const holder = read(path);
  const who = typeof holder === 'string' ? 'Another process' : `Process ${holder.pid} on ${holder.host}`;
  return new LockedError(`${who} has held the sandbox's database for a minute.`, {
    hint: `End it, or remove ${path} if no such process is at work.`,
  });
}
