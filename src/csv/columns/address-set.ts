export type AddressSet = {
  /** Adds an address, and returns the line of the same one before, or 0. With `replace`, the later line counts. */
  add(bytes: Uint8Array, from: number, to: number, line: number, replace: boolean): number;
  /** The line of an address, which must be folded if it is not plain ASCII; 0 if it is not in the set. */
  lineOf(address: string): number;
  /** Every address with its line, in the order of adding; only those of wanted lines. */
  entries(isWanted?: (line: number) => boolean): Generator<{readonly line: number; readonly address: string}>;
};

/**
 * Remembers millions of addresses, ignoring case, in about 45 bytes each. Each slot of a table holds an entry's number
 * and, in the remaining bits, a part of its hash. The packed addresses themselves decide, so two different addresses
 * are never taken for the same.
 */
export function makeAddressSet(expected = 1000): AddressSet {
  let slots = new Uint32Array(2 ** Math.max(12, Math.ceil(Math.log2(expected * 1.4))));
  const store = makeStore(slots.length);

  const grow = () => {
    slots = new Uint32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let entry = 0; entry < store.size(); entry++) {
      const hash = store.hashAt(entry);
      let slot = hash & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = (hash & ~mask) | (entry + 1);
    }
  };

  /** The entry of an address; if there is none, -1 less the slot for it. */
  const find = (hash: number, bytes: Uint8Array, from: number, to: number): number => {
    const table = slots;
    const mask = table.length - 1;
    let slot = hash & mask;
    for (let held = table[slot] as number; held !== 0; held = table[slot] as number) {
      const entry = (held & mask) - 1;
      // An entry's number fits below the mask, because the table never fills up.
      if (((held ^ hash) & ~mask) === 0 && store.holds(entry, bytes, from, to)) return entry;
      slot = (slot + 1) & mask;
    }
    return -1 - slot;
  };

  return {
    add(bytes, from, to, line, replace) {
      if (store.size() * 4 >= slots.length * 3) grow();
      const hash = hashOf(bytes, from, to);
      const entry = find(hash, bytes, from, to);
      if (entry < 0) {
        slots[-1 - entry] = (hash & ~(slots.length - 1)) | (store.size() + 1);
        store.put(bytes, from, to, line);
        return 0;
      }
      const before = store.lineAt(entry);
      if (replace) store.setLine(entry, line);
      return before;
    },
    lineOf(address) {
      if (address.length > LONGEST) return 0;
      const length = writeText(wanted, address);
      const entry = find(hashOf(wanted, 0, length), wanted, 0, length);
      return entry < 0 ? 0 : store.lineAt(entry);
    },
    entries: store.entries,
  };
}

/** Packs addresses in lower case one behind another, and keeps the place and the line of each by its number. */
function makeStore(expected: number) {
  let places = new Uint32Array(expected);
  let lines = new Uint32Array(expected);
  let size = 0;
  const blocks: Buffer[] = [];
  let block = Buffer.alloc(0);
  let used = 0;
  const blockOf = (place: number): Buffer => blocks[Math.floor(place / blockSize)] as Buffer;
  const textAt = (entry: number): string => {
    const place = places[entry] as number;
    const stored = blockOf(place);
    const start = (place % blockSize) + 1;
    return stored.toString('utf8', start, start + (stored[start - 1] as number));
  };
  return {
    put(bytes: Uint8Array, from: number, to: number, line: number): void {
      const length = to - from;
      if (used + length + 1 > block.length) {
        block = Buffer.alloc(blockSize);
        blocks.push(block);
        used = 0;
      }
      copyLower(bytes, from, to, block, used);
      if (size === places.length) [places, lines] = [enlarged(places), enlarged(lines)];
      places[size] = (blocks.length - 1) * blockSize + used;
      lines[size] = line;
      size++;
      used += length + 1;
    },
    size: () => size,
    lineAt: (entry: number): number => lines[entry] as number,
    setLine(entry: number, line: number): void {
      lines[entry] = line;
    },
    holds(entry: number, bytes: Uint8Array, from: number, to: number): boolean {
      const place = places[entry] as number;
      const stored = blockOf(place);
      const start = (place % blockSize) + 1;
      if (stored[start - 1] !== to - from) return false;
      for (let at = from; at < to; at++) {
        if (stored[start + at - from] !== lower(bytes[at] as number)) return false;
      }
      return true;
    },
    hashAt(entry: number): number {
      const place = places[entry] as number;
      const stored = blockOf(place);
      const start = (place % blockSize) + 1;
      return hashOf(stored, start, start + (stored[start - 1] as number));
    },
    *entries(isWanted: (line: number) => boolean = () => true) {
      for (let entry = 0; entry < size; entry++) {
        const line = lines[entry] as number;
        if (isWanted(line)) yield {line, address: textAt(entry)};
      }
    },
  };
}

const blockSize = 1 << 20;

/** The length of a stored address is one byte. */
const LONGEST = 255;

/** The address that is looked for. */
const wanted = Buffer.alloc(LONGEST * 3);

/** Writes a text, and returns its length in bytes: byte by byte if it is ASCII, which is faster for a short one. */
function writeText(into: Buffer, text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return into.write(text);
    into[at] = code;
  }
  return text.length;
}

function copyLower(bytes: Uint8Array, from: number, to: number, into: Uint8Array, start: number): void {
  into[start] = to - from;
  const shift = start + 1 - from;
  for (let at = from; at < to; at++) into[at + shift] = lower(bytes[at] as number);
}

/** ASCII only; callers fold other letters before. */
const lowered = new Uint8Array(256).map((_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte));
const lower = (byte: number): number => lowered[byte] as number;

/** Hashes four bytes at a time, ignoring case by one bit; the comparison tells apart anything else. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const four =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24);
    hash = Math.imul(hash ^ (four | 0x20202020), 0x2c1b3c6d);
    hash ^= hash >>> 15;
  }
  for (; at < to; at++) hash = Math.imul(hash ^ ((bytes[at] as number) | 0x20), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39);
  return hash ^ (hash >>> 13);
}

function enlarged(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}
