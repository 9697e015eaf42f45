import {promisify} from 'node:util';
import {gzip} from 'node:zlib';

/** Compresses pages beside the main thread, which continues to read. */
export type Compressor = {
  compress(bytes: Uint8Array): Promise<Uint8Array>;
  /** Waits while many pages are still to be compressed, so that they do not fill the memory. */
  catchUp(): Promise<void>;
  /** The bytes that it was given since `release`. */
  given(): number;
  release(): void;
};

/** Fast gzip, which every reader of Parquet knows, and which Node has built in. */
export function createCompressor(): Compressor {
  const waiting = new Set<Promise<Uint8Array>>();
  let given = 0;
  return {
    async compress(bytes) {
      given += bytes.length;
      const compressing = gzipped(bytes, {level: 1});
      waiting.add(compressing);
      try {
        return await compressing;
      } finally {
        waiting.delete(compressing);
      }
    },
    async catchUp() {
      while (waiting.size > AT_MOST) await Promise.race(waiting);
    },
    given: () => given,
    release: () => {
      given = 0;
    },
  };
}

const gzipped = promisify(gzip);

const AT_MOST = 6;
