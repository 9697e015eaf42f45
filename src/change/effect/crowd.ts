import {createHmac} from 'node:crypto';
import type {Account} from '../../api/wire/answer.js';
import {createAddressHash, KEY_BYTES} from '../../records/fields/keyed-hash.js';

/** Some people whom a change concerns: how many, and who, as a print that says nothing to those without the keys. */
export type Crowd = {readonly count: number; who(): Promise<string>};

/** Counts people one by one, in any order. */
type Counting = Crowd & {add(address: string): void};

/**
 * Counts people, and makes a print of who they are in 128 bits. The same people in another order give the same print,
 * one person more or another one gives a different print, and memory stays flat. The keys follow from the account's
 * secret key, so that prints can be compared on any machine that may use the account.
 */
export function countPeople({secretKey}: Pick<Account, 'secretKey'>): Counting {
  const derived = createHmac('sha256', secretKey).update('emk: crowd').digest();
  const hashes = [derived.subarray(0, KEY_BYTES), derived.subarray(KEY_BYTES)].map(createAddressHash);
  const sums = new Uint32Array(2 * hashes.length);
  let count = 0;
  return {
    add(address) {
      count += 1;
      for (const [at, hash] of hashes.entries()) {
        const {high, low} = hash(address);
        const sum = (sums[2 * at + 1] ?? 0) + low;
        sums[2 * at + 1] = sum;
        sums[2 * at] = (sums[2 * at] ?? 0) + high + (sum >= WORD ? 1 : 0);
      }
    },
    get count() {
      return count;
    },
    who: async () => [count, ...sums].map(part => part.toString(16).padStart(8, '0')).join(''),
  };
}

const WORD = 2 ** 32;
