import {foldAddress} from './fold-address.js';

/** The two halves of a hash, until the next call. */
type AddressHash = {high: number; low: number};

export const KEY_BYTES = 16;

/**
 * Hashes addresses with a secret key, by SipHash-2-4: without the key, nobody can try addresses against the hashes. It
 * is our own because it runs once for each record of a list, and a hash of `node:crypto` costs four times as much
 * there.
 */
export function createAddressHash(key: Uint8Array): (address: string) => AddressHash {
  const halves = halvesOf(key);
  const hash: AddressHash = {high: 0, low: 0};
  let bytes = Buffer.from(new ArrayBuffer(LONG));
  let blocks = new Int32Array(bytes.buffer);
  return address => {
    const text = address.trim();
    let length = writePlain(bytes, text);
    if (length < 0) {
      const folded = foldAddress(text).toUpperCase();
      if (Buffer.byteLength(folded) + 16 > bytes.length) {
        bytes = Buffer.from(new ArrayBuffer(LONG * Math.ceil((Buffer.byteLength(folded) + 16) / LONG)));
        blocks = new Int32Array(bytes.buffer);
      }
      length = bytes.write(folded);
    }
    const end = length - (length % 8) + 8;
    for (let at = length; at < end + 8; at++) bytes[at] = 0;
    bytes[end - 1] = length;
    return sipHash(hash, halves, blocks, end / 4);
  };
}

function halvesOf(key: Uint8Array): Int32Array {
  const words = new DataView(key.buffer, key.byteOffset, KEY_BYTES);
  return Int32Array.from([0, 4, 8, 12], at => words.getInt32(at, true));
}

/** No address is longer, in bytes; other texts get more room. */
const LONG = 512;

/** Writes an ASCII address folded, in capitals, without the strings that this makes; -1 for any other. */
function writePlain(bytes: Buffer, text: string): number {
  if (text.length + 16 > bytes.length) return -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return -1;
    bytes[at] = code >= 0x61 && code <= 0x7a ? code - 0x20 : code;
  }
  return text.length;
}

/** What an addition of lower halves carries into the upper ones. */
const carry = (one: number, other: number, sum: number): number => ((one & other) | ((one | other) & ~sum)) >>> 31;

/**
 * SipHash-2-4 of blocks; the last one holds the length of the text, and zeros follow. Each word of its state is two
 * variables, the lower and the higher half: in an array they took three times as long.
 */
function sipHash(hash: AddressHash, key: Int32Array, blocks: Int32Array, end: number): AddressHash {
  let l0 = 0x70736575 ^ (key[0] as number);
  let h0 = 0x736f6d65 ^ (key[1] as number);
  let l1 = 0x6e646f6d ^ (key[2] as number);
  let h1 = 0x646f7261 ^ (key[3] as number);
  let l2 = 0x6e657261 ^ (key[0] as number);
  let h2 = 0x6c796765 ^ (key[1] as number);
  let l3 = 0x79746573 ^ (key[2] as number);
  let h3 = 0x74656462 ^ (key[3] as number);
  let [sum, turned] = [0, 0];
  for (let at = 0; at <= end; at += 2) {
    const [low, high] = [blocks[at] as number, blocks[at + 1] as number];
    l3 ^= low;
    h3 ^= high;
    if (at === end) l2 ^= 0xff;
    for (let round = at === end ? 4 : 2; round > 0; round--) {
      sum = (l0 + l1) | 0;
      h0 = (h0 + h1 + carry(l0, l1, sum)) | 0;
      l0 = sum;
      turned = (l1 << 13) | (h1 >>> 19);
      h1 = ((h1 << 13) | (l1 >>> 19)) ^ h0;
      l1 = turned ^ l0;
      turned = l0;
      l0 = h0;
      h0 = turned;
      sum = (l2 + l3) | 0;
      h2 = (h2 + h3 + carry(l2, l3, sum)) | 0;
      l2 = sum;
      turned = (l3 << 16) | (h3 >>> 16);
      h3 = ((h3 << 16) | (l3 >>> 16)) ^ h2;
      l3 = turned ^ l2;
      sum = (l0 + l3) | 0;
      h0 = (h0 + h3 + carry(l0, l3, sum)) | 0;
      l0 = sum;
      turned = (l3 << 21) | (h3 >>> 11);
      h3 = ((h3 << 21) | (l3 >>> 11)) ^ h0;
      l3 = turned ^ l0;
      sum = (l2 + l1) | 0;
      h2 = (h2 + h1 + carry(l2, l1, sum)) | 0;
      l2 = sum;
      turned = (l1 << 17) | (h1 >>> 15);
      h1 = ((h1 << 17) | (l1 >>> 15)) ^ h2;
      l1 = turned ^ l2;
      turned = l2;
      l2 = h2;
      h2 = turned;
    }
    l0 ^= low;
    h0 ^= high;
  }
  hash.high = (h0 ^ h1 ^ h2 ^ h3) >>> 0;
  hash.low = (l0 ^ l1 ^ l2 ^ l3) >>> 0;
  return hash;
}
