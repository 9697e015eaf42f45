import {targetOf} from '../../accounts/target.js';
import {createNumbersHash} from '../../address-index/keyed-hash.js';
import type {Account} from '../../api/wire/account.js';
import type {TextHash} from '../../csv/bytes/hash-text.js';
import {type PeopleKey, peopleKeyOf} from '../../who-left/people-key.js';
import {lockedAccount, readLockFile} from './lock-file.js';

/** Says whether a person was on a list when it was pulled. */
export type WasPulled = (person: TextHash) => boolean;

/** Finds by the id of a list who was on it when it was pulled into a folder; undefined if emk cannot tell. */
export async function readPulledPeople(
  folder: string,
  account: Account,
): Promise<(type: number) => WasPulled | undefined> {
  const {people} = lockedAccount(await readLockFile(folder), targetOf(account));
  const key = peopleKeyOf(account);
  return type => {
    const pulled = [...people.values()].find(each => each.type === type && each.print === key.print);
    if (pulled === undefined) return undefined;
    const [known, hashOf] = [new Set(pulled.hashes), personHash(key)];
    return person => known.has(hashOf(person));
  };
}

/** Hashes people for the lock file: without the account's secret key, nobody can try addresses. */
export function personHash({bytes}: PeopleKey): (person: TextHash) => string {
  const keyed = createNumbersHash(bytes);
  return ([high, low]) => {
    const hash = keyed(high, low, 0, 0);
    return [hash.high, hash.low].map(half => half.toString(16).padStart(8, '0')).join('');
  };
}
