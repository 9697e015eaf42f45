/** The words of a text that have characters beyond ASCII, without surrounding quotes and dashes. */
export const wordsBeyondAscii = (text: string): string[] =>
  text
    .split(/[\0-@[-`{-\x7f\u00a0]+/)
    .map(word => word.replace(edges, ''))
    .filter(word => !/^[\0-\x7f]*$/.test(word));

/** Punctuation and signs that also stand beside words in correctly decoded text. */
const edges = /^[‘’“”„«»‹›–—…€£©®™°·¡¿、。・「」（）]+|[‘’“”„«»‹›–—…€£©®™°·ºª、。・「」（）]+$/gu;

/**
 * Whether a word is one of the languages of Windows-1252, and not garbled: Latin letters, capitals only in front or
 * throughout, few letters beyond ASCII, and hardly ever three in a row.
 */
export const looksWestern = (word: string): boolean =>
  /^\p{Script=Latin}[\p{Script=Latin}\p{M}’‘·]*$/u.test(word) &&
  !/\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word) &&
  !/[^\0-\x7f]{3}|[ðþÐÞ¤]/.test(word) &&
  !(word.length > 1 && /^[^\0-\x7f]+$/.test(word));
