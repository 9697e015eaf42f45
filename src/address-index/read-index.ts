import {closeSync, fstatSync, readSync} from 'node:fs';
import {openOwnFile} from '../system/kept-file.js';
import {createAddressHash} from './keyed-hash.js';
import {
  BUCKETS,
  checksum,
  DIRECTORY_BYTES,
  END_BYTES,
  ENTRY_BYTES,
  indexPath,
  RUN,
  type Trailer,
  typeMark,
  VERSION,
} from './layout.js';
import {readKey} from './secret-key.js';

/** Which contacts had an address when emk last read all of them. An account may have changed since. */
export type AddressIndex = {
  /** Whether the settings turn it off. */
  readonly off: boolean;
  /** Undefined if there is no index. */
  find(address: string): Promise<Known | undefined>;
  about(): Promise<AboutIndex | undefined>;
  /** Makes the next whole list of this run write it anew, however young it is. */
  renew(): void;
};

/** What an index says of itself. */
type AboutIndex = Pick<Trailer, 'written' | 'entries'> & {readonly bytes: number};

/** A contact that had an address when the list was read. */
type Entry = {readonly id: number; isOf(type: number): boolean};

/** What an index knows of an address: everyone who had it, in any list. */
type Known = Pick<Trailer, 'types'> & {readonly entries: readonly Entry[]};

/** About the index of a folder; undefined if there is none, or none that emk can read. */
export const aboutIndex = (folder: string): AboutIndex | undefined => reading(folder, (_, about) => about);

/** Who had an address when the list was read; undefined if there is no whole index. */
export const lookUp = (folder: string, address: string): Known | undefined =>
  reading(folder, (file, {entries, types}) => {
    const key = readKey(folder);
    if (!key) return undefined;
    const {high, low} = createAddressHash(key)(address);
    const found = new Map<number, Entry>();
    for (let run = 0; run * RUN < entries; run++) {
      const bucket = readBucket(file, run, high >>> 24);
      for (let at = 0; at < bucket.length; at += ENTRY_BYTES) {
        if (bucket.readUInt32BE(at) !== high || bucket.readUInt16BE(at + 4) !== low >>> 16) continue;
        const mark = bucket.readUInt16BE(at + 6);
        const id = bucket.readUIntBE(at + 8, 6);
        found.set(id, {id, isOf: type => mark === typeMark(low, type)});
      }
    }
    return {types, entries: [...found.values()]};
  });

/** Reads from the index of a folder. One that is missing, torn or of another version counts as none. */
function reading<T>(
  folder: string,
  read: (file: number, trailer: Trailer & AboutIndex) => T | undefined,
): T | undefined {
  let file: number | undefined;
  try {
    file = openOwnFile(indexPath(folder));
    const about = readTrailer(file);
    return about && read(file, about);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readTrailer(file: number): (Trailer & AboutIndex) | undefined {
  const bytes = fstatSync(file).size;
  const end = readAt(file, bytes - END_BYTES, END_BYTES);
  const length = end.readUInt32BE(0);
  const text = readAt(file, bytes - END_BYTES - length, length);
  const trailer: Trailer = JSON.parse(text.toString('utf8'));
  if (trailer.version !== VERSION || checksum(text, trailer.entries) !== end.readUInt32BE(4)) return undefined;
  const whole = Math.ceil(trailer.entries / RUN) * DIRECTORY_BYTES + trailer.entries * ENTRY_BYTES;
  return whole + length + END_BYTES === bytes ? {...trailer, bytes} : undefined;
}

function readBucket(file: number, run: number, bucket: number): Buffer {
  const begin = run * (DIRECTORY_BYTES + RUN * ENTRY_BYTES);
  const directory = readAt(file, begin, DIRECTORY_BYTES);
  let before = 0;
  for (let each = 0; each < bucket; each++) before += directory.readUInt32BE(each * 8);
  const count = directory.readUInt32BE(bucket * 8);
  const bytes = readAt(file, begin + DIRECTORY_BYTES + before * ENTRY_BYTES, count * ENTRY_BYTES);
  if (checksum(bytes, run * BUCKETS + bucket) !== directory.readUInt32BE(bucket * 8 + 4)) throw new Error(TORN);
  return bytes;
}

function readAt(file: number, from: number, length: number): Buffer {
  if (from < 0 || length > MOST_AT_ONCE) throw new Error(TORN);
  const bytes = Buffer.allocUnsafe(length);
  if (readSync(file, bytes, 0, length, from) < length) throw new Error(TORN);
  return bytes;
}

/** No piece is longer, unless its length is torn: a trailer of some ten thousand types, a bucket of a whole run. */
const MOST_AT_ONCE = RUN * ENTRY_BYTES;

const TORN = 'The index is torn.';
