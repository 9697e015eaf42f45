import {takeTurn} from '../../accounts/take-turns.js';
import type {Target} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {findRecord} from '../../commands/find-record.js';
import {turnFor} from '../../commands/verbs/create.js';
import contacts from '../../endpoints/contacts.js';
import lists from '../../endpoints/lists.js';
import type {Host, LockWait} from '../../system/host.js';
import type {ListToFill} from './create-missing.js';

/** A list that nobody else fills meanwhile. */
type LockedList = {
  readonly list: ListToFill;
  /** Goes on under the lock of the list, once it was created: until then, its name is locked. */
  made(id: number): Promise<void>;
  unlock(): void;
};

/** Takes the turn of a list, and returns the list as it is then: another import may have created it. */
export async function lockListToFill(context: Context, target: Target, list: ListToFill): Promise<LockedList> {
  const {host} = context;
  const {id, name} = list;
  let held = id;
  let unlock =
    id === undefined
      ? (await takeTurn(host, target, [turnFor(lists, name)], `the list "${name}"`)).release
      : await lockList(host, target, id);
  const made = async (now: number): Promise<void> => {
    if (held === now) return;
    const unlockName = unlock;
    unlock = await lockList(host, target, now);
    unlockName();
    held = now;
  };
  try {
    const there = id === undefined ? await findRecord(context, lists, name) : undefined;
    if (there) await made(Number(there['id']));
    return {list: there ? {id: held, name: String(there['name'])} : list, made, unlock: () => unlock()};
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Waits until nobody else fills a list, and returns what lets others do so again. */
export const lockList = async (host: Host, target: Target, list: number, lockWait?: LockWait): Promise<() => void> =>
  (await takeTurn(host, target, [turnFor(contacts, String(list))], 'an import into this list', lockWait)).release;
