/** What became of an address that was added: the line that has it already, or 0 for a new one. */
export type AddressSet = {
  /**
  Adds the address that lies in `bytes` from `from` to `to`, and returns the line it was added with before, or 0.
  `replace` lets the later line stand for it from now on.
  */
  add(bytes: Uint8Array, from: number, to: number, line: number, replace: boolean): number;
  readonly size: number;
};

/**
Remembers millions of addresses, upper and lower case alike, in about 40 bytes each.

A table of hashes says where an address may be; the addresses themselves, packed one after another, decide. So two
different addresses are never taken for the same, whatever their hashes.
*/
export function makeAddressSet(): AddressSet {
  let capacity = 1 << 12;
  /** Pairs of a hash and the entry it belongs to, counted from 1; 0 is free. */
  let slots = new Uint32Array(capacity * 2);
  let places = new Uint32Array(capacity);
  let lines = new Uint32Array(capacity);
  let size = 0;
  const blocks: Uint8Array[] = [];
  let block: Uint8Array = new Uint8Array(0);
  let used = 0;

  const store = (bytes: Uint8Array, from: number, to: number): number => {
    const length = to - from;
    if (used + length + 1 > block.length) {
      block = new Uint8Array(blockSize);
      blocks.push(block);
      used = 0;
    }
    const place = (blocks.length - 1) * blockSize + used;
    block[used++] = length;
    for (let at = from; at < to; at++) block[used++] = lower(bytes[at] as number);
    return place;
  };

  const isAt = (place: number, bytes: Uint8Array, from: number, to: number): boolean => {
    const stored = blocks[Math.floor(place / blockSize)] as Uint8Array;
    const start = (place % blockSize) + 1;
    if (stored[start - 1] !== to - from) return false;
    for (let at = from; at < to; at++) {
      if (stored[start + at - from] !== lower(bytes[at] as number)) return false;
    }
    return true;
  };

  const grow = () => {
    capacity *= 2;
    const wider = new Uint32Array(capacity * 2);
    for (let at = 0; at < slots.length; at += 2) {
      const entry = slots[at + 1] as number;
      if (entry === 0) continue;
      const hash = slots[at] as number;
      let slot = hash & (capacity - 1);
      while (wider[slot * 2 + 1] !== 0) slot = (slot + 1) & (capacity - 1);
      wider[slot * 2] = hash;
      wider[slot * 2 + 1] = entry;
    }
    slots = wider;
    places = enlarged(places, capacity);
    lines = enlarged(lines, capacity);
  };

  return {
    add(bytes, from, to, line, replace) {
      if (size * 4 >= capacity * 3) grow();
      const hash = hashOf(bytes, from, to);
      let slot = hash & (capacity - 1);
      for (;;) {
        const entry = slots[slot * 2 + 1] as number;
        if (entry === 0) break;
        if (slots[slot * 2] === hash && isAt(places[entry - 1] as number, bytes, from, to)) {
          const before = lines[entry - 1] as number;
          if (replace) lines[entry - 1] = line;
          return before;
        }
        slot = (slot + 1) & (capacity - 1);
      }
      places[size] = store(bytes, from, to);
      lines[size] = line;
      size++;
      slots[slot * 2] = hash;
      slots[slot * 2 + 1] = size;
      return 0;
    },
    get size() {
      return size;
    },
  };
}

const blockSize = 1 << 20;

const lower = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte);

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ lower(bytes[at] as number), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function enlarged(values: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(values);
  return larger;
}
