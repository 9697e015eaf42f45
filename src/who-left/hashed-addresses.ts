import {hashText} from '../csv/bytes/hash-text.js';

/** A set of addresses, without the addresses. */
export type HashedAddresses = {
  add(address: string): void;
  has(address: string): boolean;
  /** How many different addresses are in it. */
  readonly size: number;
};

/**
 * Keeps a 64-bit hash of each address: a million take 16 MB, a Set ten times that. There are many small tables, so that
 * hardly anything exists twice when one of them grows.
 */
export function hashAddresses(addresses: Iterable<string> = []): HashedAddresses {
  const tables: Table[] = [];
  let size = 0;
  const all = {
    add(address: string) {
      const [high, low] = hashText(address);
      tables[high % TABLES] ??= {high: new Uint32Array(16), low: new Uint32Array(16), size: 0};
      const table = tables[high % TABLES] as Table;
      if (put(table, high || 1, low)) size++;
      if (table.size * 4 > table.high.length * 3) grow(table);
    },
    has(address: string) {
      const [high, low] = hashText(address);
      const table = tables[high % TABLES];
      return table !== undefined && table.high[slotOf(table, high || 1, low)] !== 0;
    },
    get size() {
      return size;
    },
  };
  for (const address of addresses) all.add(address);
  return all;
}

/** Both halves of each hash; a higher half of 0 is a free slot. */
type Table = {high: Uint32Array; low: Uint32Array; size: number};

const TABLES = 256;

/** The slot of a hash, or the free slot for it. */
function slotOf({high, low}: Table, h: number, l: number): number {
  const mask = high.length - 1;
  let slot = l & mask;
  while (high[slot] !== 0 && (high[slot] !== h || low[slot] !== l)) slot = (slot + 1) & mask;
  return slot;
}

function put(table: Table, h: number, l: number): boolean {
  const slot = slotOf(table, h, l);
  if (table.high[slot] !== 0) return false;
  table.high[slot] = h;
  table.low[slot] = l;
  table.size++;
  return true;
}

function grow(table: Table): void {
  const {high, low} = table;
  table.high = new Uint32Array(high.length * 2);
  table.low = new Uint32Array(high.length * 2);
  table.size = 0;
  for (let slot = 0; slot < high.length; slot++) if (high[slot]) put(table, high[slot] as number, low[slot] as number);
}
