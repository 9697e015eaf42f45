/** The words of a hash, of 32 bits each. */
export const WORDS = 3;

/**
 * Hashes an address by HalfSipHash-1-3, with a key that each process draws, so nobody can choose addresses that collide.
 * ASCII letters count in lower case; callers fold all others before.
 */
export function hashAddress(bytes: Uint8Array, from: number, to: number, into: Int32Array, place = 0): void {
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
  into[place] = c;
  into[place + 1] = b ^ d;
  into[place + 2] = a ^ c;
}

/** By the global, because a list as CSV loads this file too, and `node:crypto` would be loaded for nothing. */
const KEY = crypto.getRandomValues(new Int32Array(2));

/** The last word with the length, and three rounds more. */
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
