import {type Target, targetOf} from '../../accounts/target.js';
import type {Account} from '../../api/wire/account.js';
import {type BaseHead, headIn, readBase} from '../../contacts-import/sync/base-file.js';
import type {KeptBase} from '../../contacts-import/sync/kept-bases.js';
import {bytesInside, fileInside, placeInside} from '../../system/inside-folder.js';
import {peopleKeyOf} from '../../who-left/people-key.js';
import {contactsFileOf} from './body-files.js';
import {lockedAccount, readLockFile} from './lock-file.js';

/** What a file of contacts said when it was pulled. */
type ContactBase = KeptBase & {
  /** Whether the base is still the one that was read: a pull may have written another meanwhile. */
  isCurrent(): Promise<boolean>;
};

/** A list: its id, which is not there before the list is, and its name. */
type List = {readonly id: number | undefined; readonly name: string};

/** The base beside a file of contacts. */
export const baseFileOf = (path: string): string => path.replace(/csv$/, 'base');

/**
 * Reads what the file of a list said when it was pulled from there. Undefined for a file that comes from elsewhere: a person
 * wrote it, or it was pulled from another account, or from a list that was made anew since. Null if emk cannot tell.
 */
export async function readContactBase(
  folder: string,
  list: List,
  account: Account,
): Promise<ContactBase | null | undefined> {
  const file = baseFileOf(contactsFileOf(list.name));
  const stamp = await stampOf(folder, file);
  const bytes = await bytesInside(folder, file, Number.POSITIVE_INFINITY);
  const head = bytes && headIn(bytes);
  if (!bytes || !head) return (await saysPulled(folder, list, targetOf(account))) ? null : undefined;
  if (!isOf(head, list, targetOf(account))) return undefined;
  const base = readBase(bytes, peopleKeyOf(account));
  if (base === undefined) return null;
  const path = await placeInside(folder, file);
  return {base, path, isCurrent: async () => (await stampOf(folder, file)) === stamp};
}

const isOf = (head: BaseHead, {id}: List, {origin, key}: Target): boolean =>
  head.origin === origin && head.key === key && head.type === id;

/** Whether a pull without a base wrote the file from this list, as far as the lock file says. */
async function saysPulled(folder: string, {id, name}: List, target: Target): Promise<boolean> {
  const lock = await readLockFile(folder);
  const {ids, made} = lockedAccount(lock, target);
  const isMade = made.records.get('contact-types')?.has(name) === true;
  const known = ids.get('contact-types')?.get(name);
  return !isMade && Number(known) === id && lock.files.get('contacts')?.includes(contactsFileOf(name)) === true;
}

/** What tells one written file from another: a pull and an apply move a new one into place. */
async function stampOf(folder: string, file: string): Promise<string> {
  const found = await fileInside(folder, file);
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : '';
}
