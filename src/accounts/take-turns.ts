import {createHash} from 'node:crypto';
import {join} from 'node:path';
import type {Account} from '../api/wire/account.js';
import {stateFolder} from '../own-files/folders.js';
import {makeFolder} from '../system/folder.js';
import type {Host} from '../system/host.js';
import {takeLock, takeLockIfFree} from '../system/lock.js';
import {targetOf} from './target.js';

/**
 * Makes runs take turns to look for something and create it. The locks belong to the account and to the names, so it does
 * not matter from which folder or command the others come. On a read-only disk, nobody waits.
 */
export async function takeTurns<T>(
  host: Host,
  account: Account,
  things: ReadonlyArray<readonly string[]>,
  work: string,
  act: (waited: boolean) => Promise<T>,
): Promise<T> {
  const folder = folderOf(host);
  if (folder === undefined) return act(false);
  const {origin, key} = targetOf(account);
  const hashed = (thing: readonly string[]): string =>
    createHash('sha256')
      .update(JSON.stringify([origin, key, ...thing]))
      .digest('hex')
      .slice(0, 24);
  // All take them in one order, so that no two runs wait for each other.
  const names = [...new Set(things.map(hashed))].sort();
  const releases: Array<() => void> = [];
  let waited = false;
  try {
    for (const name of names) {
      const path = join(folder, `${name}.lock`);
      const release = await takeLockIfFree(host, path);
      if (!release) waited = true;
      releases.push(release ?? (await takeLock(host, path, work)));
    }
    return await act(waited);
  } finally {
    for (const release of releases.reverse()) release();
  }
}

function folderOf(host: Host): string | undefined {
  try {
    const folder = join(stateFolder(host), 'turns');
    makeFolder(folder);
    return folder;
  } catch {
    return undefined;
  }
}
