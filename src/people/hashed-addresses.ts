import {makeAddressTable} from '../csv/columns/address-table.js';

/** A set of folded addresses, without the addresses. */
export type HashedAddresses = {
  add(address: string): void;
  has(address: string): boolean;
  /** How many different addresses are in it. */
  readonly size: number;
};

/** Keeps a hash of each address: a million take 19 MB at most, a Set eight times that. */
export function hashAddresses(addresses: Iterable<string> = []): HashedAddresses {
  const table = makeAddressTable();
  let size = 0;
  const all = {
    add(address: string) {
      if (table.add(address, 1) === 0) size++;
    },
    has: (address: string) => table.of(address) !== 0,
    get size() {
      return size;
    },
  };
  for (const address of addresses) all.add(address);
  return all;
}
