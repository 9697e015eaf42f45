import {createHmac} from 'node:crypto';
import type {Account} from '../../api/wire/answer.js';
import {foldAddress} from '../../records/fields/fold-address.js';

/** Some people whom a change concerns: how many, and who, as a print that says nothing to those without the keys. */
type Crowd = {readonly count: number; who(): Promise<string>};

type Counting = Crowd & {add(address: string): void};

/**
 * Counts people, and makes a print of who they are in 128 bits. The same people in another order give the same print,
 * one person more or another one gives a different print, and memory stays flat. The key follows from the account's
 * secret key, so that prints can be compared on any machine that may use the account.
 */
export function countPeople({secretKey}: Pick<Account, 'secretKey'>): Counting {
  const hashOf = addressHash(secretKey, 'emk: crowd');
  const sums = new BigUint64Array(2);
  let count = 0;
  return {
    add(address) {
      count += 1;
      const hash = hashOf(address);
      for (const at of sums.keys()) sums[at] = (sums[at] ?? 0n) + hash.readBigUInt64BE(at * 8);
    },
    get count() {
      return count;
    },
    who: async () => hex(count, 8) + [...sums].map(sum => hex(sum, 16)).join(''),
  };
}

const hex = (number: number | bigint, digits: number): string => number.toString(16).padStart(digits, '0');

/** Hashes a person as the files that emk keeps have it: 16 hexadecimal digits. */
export function personHash({secretKey}: Pick<Account, 'secretKey'>): (address: string) => string {
  const hashOf = addressHash(secretKey, 'emk: people');
  return address => hashOf(address).toString('hex', 0, 8);
}

/**
 * Hashes addresses with a key that follows from the account's secret key: without that, nobody can try addresses against
 * the hashes. All spellings that a look-up counts as one have the same hash.
 */
function addressHash(secretKey: string, purpose: string): (address: string) => Buffer {
  const key = createHmac('sha256', secretKey).update(purpose).digest();
  return address => createHmac('sha256', key).update(foldAddress(address).toUpperCase()).digest();
}
