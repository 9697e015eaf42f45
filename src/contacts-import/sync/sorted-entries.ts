import {openScratchFile, type ScratchFile} from '../../system/scratch-file.js';

/** Entries of one width, to be sorted by their bytes. */
type Entries = {
  readonly size: number;
  /** Copies an entry. */
  add(entry: Uint8Array): void;
  /** All entries in order, piece by piece. */
  sorted(): Generator<Buffer>;
  close(): void;
};

/**
 * Sorts millions of entries in flat memory. They begin with a hash, so their first bytes divide them evenly into slices,
 * which wait in a file of the temporary folder and are sorted one by one.
 */
export function collectEntries(width: number): Entries {
  const slices = Array.from({length: SLICES}, () => ({places: [] as number[], rest: Buffer.alloc(0), filled: 0}));
  let scratch: ScratchFile | undefined;
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(entry) {
      const slice = slices[entry[0] as number] as (typeof slices)[number];
      if (slice.filled === slice.rest.length) {
        if (slice.filled < width * MOST) {
          slice.rest = Buffer.concat([slice.rest], Math.max(width, slice.filled * 2));
        } else {
          scratch ??= openScratchFile();
          slice.places.push(scratch.size());
          scratch.append(slice.rest);
          slice.filled = 0;
        }
      }
      slice.rest.set(entry, slice.filled);
      slice.filled += width;
      size++;
    },
    *sorted() {
      for (const {places, rest, filled} of slices) {
        const piece = width * MOST;
        const all = Buffer.alloc(places.length * piece + filled);
        for (const [at, place] of places.entries()) scratch?.read(all.subarray(at * piece, (at + 1) * piece), place);
        all.set(rest.subarray(0, filled), places.length * piece);
        const entries = Array.from({length: all.length / width}, (_, at) => all.subarray(at * width, (at + 1) * width));
        if (entries.length > 0) yield Buffer.concat(entries.sort(Buffer.compare));
      }
    },
    close: () => scratch?.close(),
  };
}

/** One for each value of the first byte. */
const SLICES = 256;

/** How many entries of a slice wait in memory; a power of two. */
const MOST = 128;
