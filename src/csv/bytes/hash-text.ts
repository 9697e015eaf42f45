/** A 32-bit hash, which two values share once in four billion times, and never 0, which means an empty value. */
export function shortHash(text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 2654435761);
  return shortened(hash);
}

/** How to hash letters in bytes: unchanged, or in lower case. */
type LetterCase = Uint8Array;
export const asWritten: LetterCase = new Uint8Array(256).map((_, byte) => byte);
export const inLowerCase: LetterCase = asWritten.map(byte => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte));

/** The `shortHash` of a text in bytes; 0 if it is not plain ASCII. */
export function shortHashOfBytes(bytes: Uint8Array, from: number, to: number, letters: LetterCase): number {
  let hash = seed;
  let seen = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    seen |= byte;
    hash = Math.imul(hash ^ (letters[byte] as number), 2654435761);
  }
  return isAscii(seen) ? shortened(hash) : 0;
}

const seed = 0x41c6ce57;

const isAscii = (bits: number): boolean => bits < 0x80;

function shortened(hash: number): number {
  const mixedOnce = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return (mixedOnce ^ (mixedOnce >>> 13)) >>> 0 || 1;
}
