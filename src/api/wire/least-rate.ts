import {elapsed} from '../../system/elapsed.js';
import {TooLateError} from './deadline.js';

/**
 * Passes a body on while it arrives at a lowest rate, in bytes a second over a minute. A list may take as long as it
 * needs; an answer that only drips ends. Only waiting counts, not the reader's own time. `look` sees each piece first;
 * it is here because another generator would slow a long list more than the look does.
 */
export async function* atLeast(
  rate: number,
  body: AsyncIterable<Uint8Array>,
  look: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let waited = 0;
  let came = 0;
  let asked = elapsed();
  for await (const chunk of body) {
    waited += elapsed() - asked;
    came += chunk.length;
    if (waited >= MINUTE) {
      if (came * 1000 < rate * waited) throw new TooLateError(waited);
      waited = 0;
      came = 0;
    }
    look(chunk);
    yield chunk;
    asked = elapsed();
  }
}

const MINUTE = 60_000;
