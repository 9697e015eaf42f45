import {createHash} from 'node:crypto';
import {accessSync, constants} from 'node:fs';
import {join} from 'node:path';
import {stateFolder} from '../core/own-files/folders.js';
import {makeFolder} from '../core/system/files.js';
import {type Locker, type Release, takeLock} from '../core/system/lock.js';
import type {Target} from './target.js';

type Machine = Locker & Parameters<typeof stateFolder>[0];

/** What a run takes its turn for: a name of its kind, or a list. Who changes one address on a list, changes the list. */
type Thing = readonly string[];

/** Makes runs take turns to look for something and create it. */
export async function takeTurns<T>(
  host: Machine,
  target: Target,
  things: readonly Thing[],
  work: string,
  act: () => Promise<T>,
): Promise<T> {
  const release = await takeTurn(host, target, things, work);
  try {
    return await act();
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
): Promise<Release> {
  const held: Release[] = [];
  const release = (): void => {
    for (const each of held.splice(0)) each();
  };
  const folder = things.length === 0 ? undefined : folderOf(host);
  const names = folder === undefined ? [] : [...new Set(things.map(thing => join(folder, nameOf(target, thing))))];
  try {
    // All take them in one order, so no two wait for each other.
    for (const name of names.sort()) held.push(await takeLock(host, name, work));
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

const nameOf = ({origin, key}: Target, [kind, name]: Thing): string => {
  const hash = createHash('sha256').update(JSON.stringify([origin, key, kind, name]));
  return `${hash.digest('hex').slice(0, 24)}.lock`;
};

function folderOf(host: Machine): string | undefined {
  try {
    const folder = join(stateFolder(host), 'turns');
    makeFolder(folder);
    // A folder of an earlier run may be on a disk that is read-only now.
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return undefined;
  }
}
