import {createHash} from 'node:crypto';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {stateFolder} from '../own-files/folders.js';
import {makeFolder} from '../system/folder.js';
import type {LockWait} from '../system/host.js';
import {type Locker, takeLock, takeLockIfFree} from '../system/lock.js';
import type {Target} from './target.js';

type Machine = Locker & Parameters<typeof stateFolder>[0];

/** What a run takes its turn for: a name of its kind, a list, or one address on a list. */
type Thing = readonly string[];

/** Makes runs take turns to look for something and create it. */
export async function takeTurns<T>(
  host: Machine,
  target: Target,
  things: readonly Thing[],
  work: string,
  act: (waited: boolean) => Promise<T>,
): Promise<T> {
  const {waited, release} = await takeTurn(host, target, things, work);
  try {
    return await act(waited);
  } finally {
    release();
  }
}

/**
 * Waits until nobody else has their turn for any of these things. The locks belong to the account and to the things, so it
 * does not matter from which folder or command the others come. On a read-only disk, nobody waits.
 */
export async function takeTurn(
  host: Machine,
  target: Target,
  things: readonly Thing[],
  work: string,
  lockWait?: LockWait,
): Promise<{readonly waited: boolean; release(): void}> {
  const folder = things.length === 0 ? undefined : folderOf(host);
  if (folder === undefined) return {waited: false, release() {}};
  let waited = false;
  const takeIfFree = async (name: string) => {
    const free = await takeLockIfFree(host, join(folder, name));
    waited ||= !free;
    return free;
  };
  const take = async (name: string) =>
    (await takeIfFree(name)) ?? (await takeLock(host, join(folder, name), work, lockWait));
  // A run that holds the whole waits for its parts, so none waits for a part while it holds the whole.
  const takePart = async (whole: string, name: string): Promise<() => void> => {
    for (;;) {
      const leaveWhole = await take(whole);
      const free = await takeIfFree(name);
      leaveWhole();
      if (free) return free;
      (await take(name))();
    }
  };
  // All take them in one order, so that no two runs wait for each other.
  const names = [...new Set(things.map(thing => nameOf(target, thing)))].sort();
  const releases: Array<() => void> = [];
  const release = (): void => {
    for (const each of releases.splice(0).reverse()) each();
  };
  try {
    for (const name of names) {
      const whole = wholeOf(name);
      releases.push(whole === undefined ? await take(name) : await takePart(whole, name));
      for (const part of readdirSync(folder).filter(each => wholeOf(each) === name)) (await take(part))();
    }
    return {waited, release};
  } catch (error) {
    release();
    throw error;
  }
}

/** The lock of a thing. A thing of three words is a part of that of the first two: a person on a list. */
function nameOf({origin, key}: Target, thing: Thing): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([origin, key, ...thing]))
    .digest('hex')
    .slice(0, 24);
  return thing.length !== 3 ? `${hash}.lock` : nameOf({origin, key}, thing.slice(0, -1)).replace('.', `-${hash}.`);
}

/** The lock of the whole to which the lock of a part belongs. */
const wholeOf = (name: string): string | undefined => /^(\w+)-\w+\.lock$/.exec(name)?.[1]?.concat('.lock');

function folderOf(host: Machine): string | undefined {
  try {
    const folder = join(stateFolder(host), 'turns');
    makeFolder(folder);
    return folder;
  } catch {
    return undefined;
  }
}
