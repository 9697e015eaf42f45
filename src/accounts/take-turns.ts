import {createHash} from 'node:crypto';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {stateFolder} from '../core/own-files/folders.js';
import {makeFolder} from '../core/system/files.js';
import type {LockWait} from '../core/system/host.js';
import {type Locker, takeLock, takeLockIfFree} from '../core/system/lock.js';
import type {Target} from './target.js';

type Machine = Locker & Parameters<typeof stateFolder>[0];

/** What a run takes its turn for: a name of its kind, a list, or one address on a list, which is a part of the list. */
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
  const held: Array<() => void> = [];
  const release = (): void => {
    for (const each of held.splice(0).reverse()) each();
  };
  const folder = things.length === 0 ? undefined : folderOf(host);
  if (folder === undefined) return {waited: false, release};
  let waited = false;
  const take = async (name: string): Promise<() => void> => {
    const free = await takeLockIfFree(host, join(folder, name));
    waited ||= !free;
    return free ?? takeLock(host, join(folder, name), work, lockWait);
  };
  const partsOf = new Map<string, Set<string | undefined>>();
  for (const thing of things) {
    const [whole, part] = namesOf(target, thing);
    partsOf.set(whole, (partsOf.get(whole) ?? new Set()).add(part));
  }
  try {
    // All take the wholes in one order, and their parts only while they hold the whole, so no two wait for each other.
    for (const [whole, parts] of [...partsOf].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const leaveWhole = await take(`${whole}.lock`);
      held.push(leaveWhole);
      if (parts.has(undefined)) {
        for (const each of partsIn(folder, whole)) (await take(each))();
      } else {
        for (const part of parts) held.push(await take(`${whole}-${part}.lock`));
        held.splice(held.indexOf(leaveWhole), 1);
        leaveWhole();
      }
    }
    return {waited, release};
  } catch (error) {
    release();
    throw error;
  }
}

/** The lock of a thing, and that of its part if it has three words: a person on a list. */
function namesOf({origin, key}: Target, thing: Thing): readonly [whole: string, part: string | undefined] {
  const hash = (some: Thing): string =>
    createHash('sha256')
      .update(JSON.stringify([origin, key, ...some]))
      .digest('hex')
      .slice(0, 24);
  return thing.length === 3 ? [hash(thing.slice(0, 2)), hash(thing)] : [hash(thing), undefined];
}

/** The parts of a thing for which somebody has their turn. */
const partsIn = (folder: string, whole: string): string[] =>
  readdirSync(folder).filter(name => name.startsWith(`${whole}-`) && /^[\w-]+\.lock$/.test(name));

function folderOf(host: Machine): string | undefined {
  try {
    const folder = join(stateFolder(host), 'turns');
    makeFolder(folder);
    return folder;
  } catch {
    return undefined;
  }
}
