/** A text as a file can hold it: half a character and NUL, which no text file has, are marked as lost. */
export const fileText = (text: string): string => (doubtful.test(text) ? text.replace(lostCharacters, '\ufffd') : text);

/** A quick test first, because every cell of a long list comes through here. */
const doubtful = /[\0\ud800-\udfff]/;
const lostCharacters = /[\0\p{Surrogate}]/gu;
