import {hashText} from '../../csv/bytes/hash-text.js';
import type {Checked} from '../file/contract.js';
import {covers, type LineRanges} from '../journal/line-ranges.js';

/** Counts how often each address occurs, without keeping the addresses. */
export type AddressCounts = {
  add(address: string): number;
  /** Counts an address that is among them once more, and returns how often it occurs now: 0 for any other. */
  addKnown(address: string): number;
  of(address: string): number;
  readonly size: number;
};

/** Counts addresses by a 64-bit hash in flat arrays: a million take 20 MB, a Map ten times that. */
export function createAddressCounts(): AddressCounts {
  let capacity = 1024;
  let high = new Uint32Array(capacity);
  let low = new Uint32Array(capacity);
  let counts = new Uint8Array(capacity);
  let size = 0;

  const slotOf = (h: number, l: number): number => {
    let slot = l & (capacity - 1);
    while (counts[slot] !== 0 && (high[slot] !== h || low[slot] !== l)) slot = (slot + 1) & (capacity - 1);
    return slot;
  };

  const grow = (): void => {
    const [oldHigh, oldLow, oldCounts] = [high, low, counts];
    capacity *= 2;
    high = new Uint32Array(capacity);
    low = new Uint32Array(capacity);
    counts = new Uint8Array(capacity);
    for (let slot = 0; slot < oldCounts.length; slot++) {
      const count = oldCounts[slot] ?? 0;
      if (count > 0) put(oldHigh[slot] ?? 0, oldLow[slot] ?? 0, count);
    }
  };

  const put = (h: number, l: number, count: number): void => {
    const slot = slotOf(h, l);
    high[slot] = h;
    low[slot] = l;
    counts[slot] = count;
  };

  return {
    add(address) {
      const [h, l] = hashText(address);
      const before = counts[slotOf(h, l)] ?? 0;
      if (before === 0 && ++size * 2 > capacity) grow();
      const count = Math.min(255, before + 1);
      put(h, l, count);
      return count;
    },
    addKnown(address) {
      const [h, l] = hashText(address);
      const slot = slotOf(h, l);
      const before = counts[slot] ?? 0;
      if (before > 0 && before < 255) counts[slot] = before + 1;
      return counts[slot] ?? 0;
    },
    of(address) {
      const [h, l] = hashText(address);
      return counts[slotOf(h, l)] ?? 0;
    },
    get size() {
      return size;
    },
  };
}

export function countAddresses(addresses: Iterable<string>): AddressCounts {
  const counts = createAddressCounts();
  for (const address of addresses) counts.add(address);
  return counts;
}

/** Counts the addresses of some rows of a file, each once. */
export function addressesOf({goodAddresses}: Pick<Checked, 'goodAddresses'>, lines: LineRanges): AddressCounts {
  const addresses = createAddressCounts();
  for (const {line, address} of goodAddresses()) if (covers(lines, line)) addresses.add(address);
  return addresses;
}
