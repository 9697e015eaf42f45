import {crc32} from 'node:zlib';
import {UnreachableError} from '../../errors.js';
import {elapsed} from '../../system/elapsed.js';
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
  let sum = 0;
  for (;;) {
    let began = elapsed();
    try {
      for await (const chunk of after({passed, sum}, await open())) {
        passed += chunk.byteLength;
        sum = crc32(chunk, sum);
        yield chunk;
        began = elapsed();
      }
      yield NOTHING;
      if (!isUnfinished()) return;
      throw cutOff();
    } catch (error) {
      await failed(error, began);
    }
  }
}

/** The bytes of an answer after those that were passed on, which must have their checksum. */
async function* after({passed, sum}: {readonly passed: number; readonly sum: number}, body: Body): Body {
  let left = passed;
  let found = 0;
  for await (const chunk of body) {
    const known = chunk.subarray(0, left);
    left -= known.byteLength;
    found = crc32(known, found);
    if (left === 0 && found !== sum) throw changed();
    if (known.byteLength < chunk.byteLength) yield chunk.subarray(known.byteLength);
  }
  if (left > 0) throw cutOff();
}

const cutOff = (): UnreachableError => new UnreachableError(CUT_OFF, {hint: 'Run the command again.'});

const changed = (): UnreachableError =>
  new UnreachableError(CUT_OFF, {
    transient: false,
    hint: 'emk could not continue it, because the list has changed in the meantime. Run the command again.',
  });

/** Tells the reader that the answer has ended, so that it reads all that is complete. */
const NOTHING = new Uint8Array();

const CUT_OFF = 'The answer was cut off.';
