import {join} from 'node:path';

/**
 * The file is a row of runs and a trailer. A run holds the contacts that arrived together, in buckets by the first byte
 * of their hash. It begins with a directory: the number of entries of each bucket, and their checksum. So writing needs
 * the memory of one run, and a look-up reads one bucket of each.
 */
export const BUCKETS = 256;

/** All runs but the last have as many entries: just under 1 MB. */
export const RUN = 65_536;

/** Count and checksum, four bytes each. */
export const DIRECTORY_BYTES = BUCKETS * 8;

/** Six bytes of the hash, two that tell the lists of an address apart, and six of the id. */
export const ENTRY_BYTES = 14;

/** The file ends with the length and the checksum of the trailer. */
export const END_BYTES = 8;

/** The largest id that an entry has room for. */
export const HIGHEST_ID = 2 ** 48 - 1;

/** Raised when addresses are hashed in another form, because an older index would not find them. */
export const VERSION = 2;

/** What the trailer says, as JSON. */
export type Trailer = {
  readonly version: number;
  /** When the list was read. */
  readonly written: string;
  readonly entries: number;
  /** How many contacts each list had, those without an address too. */
  readonly types: ReadonlyArray<readonly [type: number, contacts: number]>;
};

export const indexPath = (folder: string): string => join(folder, 'addresses.index');
export const keyPath = (folder: string): string => join(folder, 'addresses.key');

/** The two bytes by which entries of one address say their list. */
export const typeMark = (low: number, type: number): number => (low ^ (Math.imul(type, 0x9e3779b1) >>> 16)) & 0xffff;

/** The checksum of bytes and of the place where they belong, so that bytes in another place do not pass. */
export function checksum(bytes: Uint8Array, place: number): number {
  let sum = Math.imul(place ^ 0x811c9dc5, 0x01000193);
  for (let at = 0; at < bytes.length; at++) sum = Math.imul(sum ^ (bytes[at] as number), 0x01000193);
  return (sum ^ (sum >>> 15)) >>> 0;
}
