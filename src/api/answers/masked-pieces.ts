import {StringDecoder} from 'node:string_decoder';

/** Passes pieces on, changed or not; some of what was pushed may come out with a later piece, or at the end. */
export type PieceFilter = {push(piece: Uint8Array): Uint8Array; end(): Uint8Array};

/** Passes pieces on as they are. */
export const passThrough: PieceFilter = {push: piece => piece, end: () => new Uint8Array()};

/**
Masks a text that comes in pieces, of which none is known to hold a key as a whole. The last part of what came is held back,
longer than any way to write a key, and so is what would be masked otherwise if it were cut there. The first piece may begin
within a character whose first bytes were passed on before; the rest of that character is passed on too.
*/
export function maskedPieces(mask: (text: string) => string): PieceFilter {
  const decoder = new StringDecoder('utf8');
  let held = '';
  let begun = false;
  const ready = (): string => {
    if (held.length < 8 * LONGEST) return '';
    const whole = mask(held);
    for (let cut = held.length - LONGEST; cut > 0; cut -= STEP) {
      const beginning = mask(held.slice(0, cut));
      if (beginning + mask(held.slice(cut)) !== whole) continue;
      held = held.slice(cut);
      return beginning;
    }
    return '';
  };
  return {
    push(piece) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      const rest = begun ? 0 : restOfCharacter(bytes);
      begun = true;
      held += decoder.write(bytes.subarray(rest));
      return Buffer.concat([bytes.subarray(0, rest), Buffer.from(ready())]);
    },
    end: () => Buffer.from(mask(held + decoder.end())),
  };
}

/** How many bytes belong to a character that began before them. */
const restOfCharacter = (bytes: Uint8Array): number => {
  const first = bytes.findIndex(byte => byte < 0x80 || byte >= 0xc0);
  return first > 0 && first < LONGEST_CHARACTER ? first : 0;
};

/** In bytes. */
const LONGEST_CHARACTER = 4;

/** No way to write a key is longer than this, in characters. */
const LONGEST = 128 * 1024;

/** How far a cut is moved back where it would go through a key. */
const STEP = 4096;
