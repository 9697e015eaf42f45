import fc from 'fast-check';

/** The code points that are no characters: halves of pairs. */
const [FIRST_HALF, HALVES] = [0xd800, 0x800];

/** Any character, as the unit of `fc.string`: its own 'binary' lists a million first, which takes a second. */
export const anyCharacter = fc.nat(0x10ffff - HALVES).map(
  at => String.fromCodePoint(at < FIRST_HALF ? at : at + HALVES),
  text => {
    const at = typeof text === 'string' && [...text].length === 1 ? (text.codePointAt(0) ?? 0) : Number.NaN;
    if (!(at >= 0) || (at >= FIRST_HALF && at < FIRST_HALF + HALVES)) throw new Error('no character');
    return at < FIRST_HALF ? at : at - HALVES;
  },
);
