/**
 * A number from 1 to 4,294,967,295 for each of millions of addresses, in 15 to 19 bytes: 64 bits of a hash, and the
 * number. Eight bits more choose one of many small tables, which grow one by one, so that hardly anything exists twice. Any
 * two of a million addresses are taken for the same once in nine billion times. They come folded, unless they are ASCII.
 */
export function makeAddressTable(expected = 0) {
  const slotsOfPart = Math.max(8, Math.ceil(expected / PARTS / 0.75));
  const parts = Array.from({length: PARTS}, (): TablePart => ({slots: new Int32Array(slotsOfPart * SLOT), size: 0}));
  const partOfHash = (): TablePart => parts[(hash[0] as number) & (PARTS - 1)] as TablePart;

  /** Puts the address that was hashed last. */
  const put = (number: number, replace = false): number => {
    const part = partOfHash();
    const {slots} = part;
    const slot = slotOf(slots, hash[1] as number, hash[2] as number);
    const before = slots[slot + NUMBER] as number;
    if (before === 0) {
      slots[slot] = hash[1] as number;
      slots[slot + 1] = hash[2] as number;
      part.size++;
    }
    if (before === 0 || replace) slots[slot + NUMBER] = number;
    if (part.size * (SLOT * 5) > slots.length * 4) part.slots = enlarged(slots);
    return before >>> 0;
  };

  return {
    /** Adds an address, and returns the number of the same one before, or 0. With `replace`, the later number counts. */
    add(address: string, number: number, replace = false): number {
      hashText(address);
      return put(number, replace);
    },
    of(address: string): number {
      hashText(address);
      const {slots} = partOfHash();
      return (slots[slotOf(slots, hash[1] as number, hash[2] as number) + NUMBER] as number) >>> 0;
    },
    /** Every number, in no order. */
    *numbers(): Generator<number> {
      for (const {slots} of parts)
        for (let at = NUMBER; at < slots.length; at += SLOT) if (slots[at] !== 0) yield (slots[at] as number) >>> 0;
    },
    addBytes(bytes: Uint8Array, from: number, to: number, number: number): number {
      hashAddress(bytes, from, to);
      return put(number);
    },
  };
}

/** A table of slots with two words of a hash and a number each; the number 0 is a free slot. */
type TablePart = {slots: Int32Array; size: number};

const [PARTS, SLOT, NUMBER] = [256, 3, 2];

/** The slot of a hash, or the free slot for it. The hash, as a fraction, says where to begin. */
function slotOf(slots: Int32Array, one: number, other: number): number {
  let slot = Math.floor((one >>> 0) * (slots.length / SLOT) * 2 ** -32) * SLOT;
  while (slots[slot + NUMBER] !== 0 && (slots[slot] !== one || slots[slot + 1] !== other)) {
    slot += SLOT;
    if (slot === slots.length) slot = 0;
  }
  return slot;
}

function enlarged(slots: Int32Array): Int32Array {
  const larger = new Int32Array(Math.ceil((slots.length / SLOT) * 1.25) * SLOT);
  for (let at = 0; at < slots.length; at += SLOT) {
    if (slots[at + NUMBER] === 0) continue;
    const to = slotOf(larger, slots[at] as number, slots[at + 1] as number);
    for (let word = 0; word < SLOT; word++) larger[to + word] = slots[at + word] as number;
  }
  return larger;
}

/** The hash of the latest address, as three words of 32 bits. */
const hash = new Int32Array(3);

function hashText(text: string): void {
  const bytes = Buffer.from(text);
  hashAddress(bytes, 0, bytes.length);
}

/**
 * Hashes an address by HalfSipHash-1-3, with a key that each process draws, so nobody can choose addresses that collide.
 * ASCII letters count in lower case; callers fold all others before.
 */
function hashAddress(bytes: Uint8Array, from: number, to: number): void {
  const words = (to - from) >> 2;
  let a = KEY[0] as number;
  let b = KEY[1] as number;
  let c = 0x6c796765 ^ a;
  let d = 0x74656462 ^ b;
  for (let step = 0; step < words + FINAL; step++) {
    let word = 0;
    if (step < words) word = lowered(fourBytes(bytes, from + step * 4));
    else if (step === words) word = lowered(lastBytes(bytes, from + step * 4, to)) | ((to - from) << 24);
    else if (step === words + 1) c ^= 0xff;
    d ^= word;
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 7) | (d >>> 25)) ^ a;
    c = (c + b) | 0;
    b = ((b << 13) | (b >>> 19)) ^ c;
    c = (c << 16) | (c >>> 16);
    a ^= word;
  }
  // All 96 bits come from one state of 128, so each says something that the others do not.
  hash[0] = c;
  hash[1] = b ^ d;
  hash[2] = a ^ c;
}

/** By the global, because a list as CSV loads this file too, and `node:crypto` would be loaded for nothing. */
const KEY = crypto.getRandomValues(new Int32Array(2));

const FINAL = 4;

const fourBytes = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) |
  ((bytes[at + 1] as number) << 8) |
  ((bytes[at + 2] as number) << 16) |
  ((bytes[at + 3] as number) << 24);

/** Up to three bytes. */
function lastBytes(bytes: Uint8Array, from: number, to: number): number {
  let word = 0;
  for (let at = from; at < to; at++) word |= (bytes[at] as number) << ((at - from) * 8);
  return word;
}

/** Four bytes at once: the highest bit of each says whether it is from A to Z, and becomes the bit of lower case. */
function lowered(word: number): number {
  const low = word & 0x7f7f7f7f;
  const capital = (low + 0x3f3f3f3f) & ~(low + 0x25252525) & ~word & 0x80808080;
  return word | (capital >>> 2);
}

type KeptTexts = {add(text: string): void; all(): Generator<string>};

/** Packs millions of short texts without a line end into blocks, because a string for each would take twice the memory. */
export function keepTexts(): KeptTexts {
  const blocks: string[] = [];
  let block: string[] = [];
  return {
    add(text) {
      block.push(text);
      if (block.length < TEXTS_IN_BLOCK) return;
      blocks.push(block.join('\n'));
      block = [];
    },
    *all() {
      for (const full of blocks) yield* full.split('\n');
      yield* block;
    },
  };
}

const TEXTS_IN_BLOCK = 1000;
