import {StringDecoder} from 'node:string_decoder';

/** Passes pieces of bytes on, perhaps changed; some bytes may come out with a later piece, or at the end. */
export type PieceFilter = {push(piece: Uint8Array): Uint8Array; end(): Uint8Array};

export const passThrough: PieceFilter = {push: piece => piece, end: () => new Uint8Array()};

/**
 * Masks keys in a text that comes in pieces, even if a key is split between pieces. It holds back the end of the text
 * so far, longer than any spelling of a key, and anything that a cut there would mask differently. If the first piece
 * begins inside a character, the rest of that character is passed on.
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

/** How many bytes continue a character that began before them. */
const restOfCharacter = (bytes: Uint8Array): number => {
  const first = bytes.findIndex(byte => byte < 0x80 || byte >= 0xc0);
  return first > 0 && first < LONGEST_CHARACTER ? first : 0;
};

/** In bytes. */
const LONGEST_CHARACTER = 4;

const LONGEST = 128 * 1024;

/** How far a cut moves back if it would split a key. */
const STEP = 4096;
