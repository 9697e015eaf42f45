import {createHash} from 'node:crypto';
import {join} from 'node:path';
import type {Account} from '../api/wire/account.js';
import {makeFolder} from '../system/folder.js';
import type {Host} from '../system/host.js';
import {withLock} from '../system/lock.js';
import {stateFolder} from './folders.js';
import {targetOf} from './target.js';

/** Makes runs take turns to look for something and create it. On a read-only disk, nobody waits. */
export async function takeTurns<T>(
  host: Host,
  account: Account,
  thing: readonly string[],
  work: string,
  act: () => Promise<T>,
): Promise<T> {
  const {origin, key} = targetOf(account);
  const name = createHash('sha256')
    .update(JSON.stringify([origin, key, ...thing]))
    .digest('hex')
    .slice(0, 24);
  const folder = folderOf(host);
  return folder === undefined ? act() : withLock(host, join(folder, `${name}.lock`), work, act);
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
