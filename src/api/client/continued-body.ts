import {ListChangedError, UnreachableError} from '../../core/errors.js';
import {elapsed} from '../../core/system/host.js';
import type {Tries} from './retry.js';

type Body = AsyncIterable<Uint8Array>;

/**
 * A long answer, which another answer to the same request continues after a cut, since the records that were passed on
 * cannot be taken back. The other answer must begin with the same bytes: otherwise the list has changed.
 */
export async function* continuedBody(
  open: () => Promise<Body>,
  isUnfinished: () => boolean,
  failed: Tries,
): AsyncGenerator<Uint8Array> {
  let passed = 0;
  const sums = checksums();
  for (;;) {
    let began = elapsed();
    try {
      for await (const chunk of after(passed, sums, await open())) {
        passed += chunk.byteLength;
        if (sums.add(chunk) > 1) await sums.settle();
        yield chunk;
        began = elapsed();
      }
      yield NOTHING;
      if (!isUnfinished()) return;
      throw cutOff();
    } catch (error) {
      if (error instanceof ListChangedError) throw error;
      await failed(error, began);
    }
  }
}

/** The bytes of an answer after those that were passed on, which must have their checksum. */
async function* after(passed: number, sums: Checksums, body: Body): Body {
  let left = passed;
  let found = 0;
  for await (const chunk of body) {
    const known = chunk.subarray(0, left);
    left -= known.byteLength;
    if (known.byteLength > 0) {
      const {crc32, sum} = await sums.settle();
      found = crc32(known, found);
      if (left === 0 && found !== sum) throw changed();
    }
    if (known.byteLength < chunk.byteLength) yield chunk.subarray(known.byteLength);
  }
  if (left > 0) throw cutOff();
}

type Checksums = ReturnType<typeof checksums>;

/** The checksum of an answer so far. A short answer needs none, and does not load what computes it. */
function checksums() {
  const unsettled: Uint8Array[] = [];
  let sum = 0;
  let zlib: Pick<typeof import('node:zlib'), 'crc32'> | undefined;
  return {
    /** Returns how many pieces wait for their checksum. */
    add: (chunk: Uint8Array): number => unsettled.push(chunk),
    async settle() {
      // Importing it for each piece would take a tenth of the time of a long list.
      zlib ??= await import('node:zlib');
      const {crc32} = zlib;
      for (const chunk of unsettled.splice(0)) sum = crc32(chunk, sum);
      return {crc32, sum};
    },
  };
}

const cutOff = (): UnreachableError => new UnreachableError(CUT_OFF, {hint: 'Run the command again.'});

const changed = (): UnreachableError =>
  new ListChangedError(CUT_OFF, {
    hint: 'emk could not continue it, because the list has changed in the meantime. Run the command again.',
  });

/** Tells the reader that the answer has ended, so that it reads all that is complete. */
const NOTHING = new Uint8Array();

const CUT_OFF = 'The answer was cut off.';
