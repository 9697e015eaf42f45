import {closeSync, linkSync, openSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {LockedError} from '../errors.js';
import {codeOf} from './error-code.js';
import type {Host} from './host.js';

type Locker = Pick<Host, 'pid' | 'alive' | 'sleep' | 'random'>;

/** What this process holds: a lock file that names this process without being here is left over from another with its number. */
const held = new Set<string>();

/**
Does some work while no other emk does the same. The lock is a file that names a live process; one whose process is
gone is taken over. `tries` times 20 ms is how long it waits for its turn.
*/
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

/** Takes the lock and gives back what releases it. Throws a `LockedError` when another live process keeps it. */
export async function takeLock(host: Locker, path: string, what: string, tries = 1): Promise<() => void> {
  for (let attempt = 1; ; attempt++) {
    if (tryOnce(host, path)) return () => release(path);
    if (attempt >= tries) {
      throw new LockedError(`Another emk is at work on ${what}.`, {
        hint: `Try again when it is done. If no emk is running, delete ${path}.`,
      });
    }
    await host.sleep(10 + host.random() * 20);
  }
}

function tryOnce(host: Locker, path: string): boolean {
  if (held.has(path)) return false;
  if (create(host, path) || (clearIfLeftOver(host, path) && create(host, path))) {
    held.add(path);
    return true;
  }
  return false;
}

function release(path: string): void {
  held.delete(path);
  rmSync(path, {force: true});
}

/** The file appears with its content in one step, so that nobody ever reads a lock without a name. */
function create(host: Locker, path: string): boolean {
  const draft = `${path}.${host.pid}`;
  writeFileSync(draft, owned(host), {mode: 0o600});
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    return createWithoutLinks(host, path, error);
  } finally {
    rmSync(draft, {force: true});
  }
}

/** A folder may be shared by machines, so a process is named with its machine. */
const owned = ({pid}: Locker): string => `${pid} ${hostname()}`;

/** Some file systems (FAT, some network shares) have no hard links. */
function createWithoutLinks(host: Locker, path: string, cause: unknown): boolean {
  if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EISDIR'].includes(codeOf(cause))) throw cause;
  try {
    const file = openSync(path, 'wx', 0o600);
    writeFileSync(file, owned(host));
    closeSync(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
Removes a lock whose process is gone. Only one process at a time may do so, and it looks again once it is the one:
otherwise the slower of two would remove the lock that the faster has just taken.
*/
function clearIfLeftOver(host: Locker, path: string): boolean {
  if (!isLeftOver(host, path)) return false;
  const guard = `${path}.takeover`;
  if (!create(host, guard)) {
    if (isLeftOver(host, guard)) rmSync(guard, {force: true});
    return false;
  }
  try {
    if (!isLeftOver(host, path)) return false;
    rmSync(path, {force: true});
    return true;
  } finally {
    rmSync(guard, {force: true});
  }
}

function isLeftOver(host: Locker, path: string): boolean {
  const [number, machine = hostname()] = (contentOf(path) ?? '').split(' ');
  const owner = Number(number);
  // Another machine's processes cannot be seen from here, so its locks are its own.
  if (!Number.isInteger(owner) || owner <= 0 || machine !== hostname()) return false;
  return owner === host.pid ? !held.has(path) : !host.alive(owner);
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
