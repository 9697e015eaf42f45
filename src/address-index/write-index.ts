import {closeSync, openSync, renameSync, rmSync, writeSync} from 'node:fs';
import {makeFolder} from '../system/folder.js';
import {forgetOldDrafts} from './forget-index.js';
import {createAddressHash} from './keyed-hash.js';
import {
  BUCKETS,
  checksum,
  DIRECTORY_BYTES,
  END_BYTES,
  ENTRY_BYTES,
  HIGHEST_ID,
  indexPath,
  RUN,
  type Trailer,
  typeMark,
  VERSION,
} from './layout.js';
import {makeKey} from './secret-key.js';

/** A contact as the list of all contacts has it. */
type Listed = {readonly id: unknown; readonly type: unknown; readonly email: unknown};

/** An index that is being written. It takes the place of the one before when it is finished. */
export type IndexDraft = {
  /** Notes a contact; false if an entry cannot hold it, so that the index would have a gap. */
  add(contact: Listed): boolean;
  finish(written: Date): void;
  drop(): void;
};

/** Begins the index of a list that is being read. It holds one run in memory, however long the list is. */
export function beginIndex(folder: string, pid: number): IndexDraft {
  makeFolder(folder);
  const hashOf = createAddressHash(makeKey(folder));
  const draft = `${indexPath(folder)}.${pid}-${begun++}`;
  const file = openSync(draft, 'w', 0o600);
  const run = Buffer.allocUnsafe(RUN * ENTRY_BYTES);
  const types = new Map<number, number>();
  let entries = 0;
  let isOpen = true;
  const endRun = (): void => {
    const count = entries % RUN || RUN;
    writeAll(file, inBuckets(run.subarray(0, count * ENTRY_BYTES), Math.ceil(entries / RUN) - 1));
  };
  return {
    add({id, type, email}) {
      if (!fits(id) || !fits(type)) return false;
      types.set(type, (types.get(type) ?? 0) + 1);
      if (typeof email !== 'string') return true;
      const {high, low} = hashOf(email);
      const at = (entries % RUN) * ENTRY_BYTES;
      run.writeUInt32BE(high, at);
      run.writeUInt16BE(low >>> 16, at + 4);
      run.writeUInt16BE(typeMark(low, type), at + 6);
      run.writeUIntBE(id, at + 8, 6);
      if (++entries % RUN === 0) endRun();
      return true;
    },
    finish(written) {
      if (entries % RUN !== 0) endRun();
      writeAll(file, trailerOf({version: VERSION, written: written.toISOString(), entries, types: [...types]}));
      isOpen = false;
      closeSync(file);
      renameSync(draft, indexPath(folder));
      forgetOldDrafts(folder, written);
    },
    drop() {
      if (isOpen) closeSync(file);
      isOpen = false;
      rmSync(draft, {force: true});
    },
  };
}

/** One process may read the list twice at once. */
let begun = 0;

const fits = (number: unknown): number is number =>
  typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= HIGHEST_ID;

/** The directory of a run, and its entries by their first byte. */
function inBuckets(entries: Buffer, run: number): Buffer {
  const bytes = Buffer.allocUnsafe(DIRECTORY_BYTES + entries.length);
  const counts = new Uint32Array(BUCKETS);
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) (counts[entries[at] as number] as number) += 1;
  const ends = new Uint32Array(BUCKETS);
  let end = DIRECTORY_BYTES;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    ends[bucket] = end;
    end += (counts[bucket] as number) * ENTRY_BYTES;
  }
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    const bucket = entries[at] as number;
    const to = ends[bucket] as number;
    for (let byte = 0; byte < ENTRY_BYTES; byte++) bytes[to + byte] = entries[at + byte] as number;
    ends[bucket] = to + ENTRY_BYTES;
  }
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const [to, count] = [ends[bucket] as number, counts[bucket] as number];
    bytes.writeUInt32BE(count, bucket * 8);
    bytes.writeUInt32BE(checksum(bytes.subarray(to - count * ENTRY_BYTES, to), run * BUCKETS + bucket), bucket * 8 + 4);
  }
  return bytes;
}

function trailerOf(trailer: Trailer): Buffer {
  const text = Buffer.from(JSON.stringify(trailer));
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32BE(text.length, 0);
  end.writeUInt32BE(checksum(text, trailer.entries), 4);
  return Buffer.concat([text, end]);
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
