import {StringDecoder} from 'node:string_decoder';

/** Passes pieces on, changed or not; some of what was pushed may come out with a later piece, or at the end. */
export type Passing = {push(piece: Uint8Array): Uint8Array; end(): Uint8Array};

/** Passes pieces on as they are. */
export const unchanged: Passing = {push: piece => piece, end: () => new Uint8Array()};

/**
Masks a text that comes in pieces, of which none is known to hold a key as a whole. The last part of what came is held back,
longer than any way to write a key, and so is what would be masked otherwise if it were cut there.
*/
export function maskedPieces(mask: (text: string) => string): Passing {
  const decoder = new StringDecoder('utf8');
  let held = '';
  return {
    push(piece) {
      held += decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      if (held.length < 8 * LONGEST) return new Uint8Array();
      const whole = mask(held);
      let cut = held.length - LONGEST;
      while (cut > 0 && mask(held.slice(0, cut)) + mask(held.slice(cut)) !== whole) cut -= STEP;
      const ready = cut > 0 ? mask(held.slice(0, cut)) : '';
      if (cut > 0) held = held.slice(cut);
      return Buffer.from(ready);
    },
    end: () => Buffer.from(mask(held + decoder.end())),
  };
}

/** No way to write a key is longer than this, in characters. */
const LONGEST = 128 * 1024;

/** How far a cut is moved back where it would go through a key. */
const STEP = 4096;
