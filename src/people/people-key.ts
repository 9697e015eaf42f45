import {createHmac} from 'node:crypto';
import type {Account} from '../api/wire/answer.js';
import {createAddressHash, KEY_BYTES} from '../records/fields/keyed-hash.js';

/** The key for hashes of people, and its fingerprint, by which emk tells entries of one key from those of another. */
type PeopleKey = {readonly bytes: Uint8Array; readonly print: string};

/**
 * The key by which emk hashes people in files that it keeps. It follows from the account's secret key: without that,
 * nobody can try addresses, and machines that copy the files make the same hashes.
 */
export function peopleKeyOf({secretKey}: Pick<Account, 'secretKey'>): PeopleKey {
  const derived = createHmac('sha256', secretKey).update('emk: people').digest();
  return {bytes: derived.subarray(0, KEY_BYTES), print: derived.toString('hex', KEY_BYTES, KEY_BYTES + 4)};
}

/** Hashes a person as emk's files have it: 16 hexadecimal digits. */
export function personHash(key: Uint8Array): (address: string) => string {
  const hashOf = createAddressHash(key);
  return address => {
    const {high, low} = hashOf(address);
    return [high, low].map(half => half.toString(16).padStart(8, '0')).join('');
  };
}
