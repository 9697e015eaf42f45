/**
 * A text that a file can contain: half a character and NUL, which no text file has, become the replacement character.
 */
export const fileText = (text: string): string => (doubtful.test(text) ? text.replace(lostCharacters, '\ufffd') : text);

/** A quick test first, because every cell of a long list passes here. */
const doubtful = /[\0\ud800-\udfff]/;
const lostCharacters = /[\0\p{Surrogate}]/gu;
