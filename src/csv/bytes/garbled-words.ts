/** The words of a text that have characters beyond ASCII, without surrounding quotes and dashes. */
export const wordsBeyondAscii = (text: string): string[] =>
  text
    .split(/[\0-@[-`{-\x7f\u00a0]+/)
    .map(word => word.replace(edges, ''))
    .filter(word => !/^[\0-\x7f]*$/.test(word));

/** Punctuation and signs that also stand beside words in correctly decoded text. */
const edges = /^[‘’“”„«»‹›–—…€£©®™°·¡¿、。・「」（）]+|[‘’“”„«»‹›–—…€£©®™°·ºª、。・「」（）]+$/gu;

/** Whether a word looks real: letters of one script, capitals only in front or throughout. */
export function looksRight(word: string, encoding: string): boolean {
  if (/[^\p{L}\p{M}’‘·ー々]/u.test(word) || /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u.test(word)) return false;
  if (/^\p{Script=Latin}[\p{Script=Latin}\p{M}’‘·]*$/u.test(word)) return isLatinWord(word, encoding);
  if (encoding === 'gb18030' && /[\u3400-\u4dbf\ue000-\uf8ff]/u.test(word)) return false;
  if (/[\uff61-\uff9f]/.test(word)) return false;
  return scripts.some(script => script.test(word));
}

/** One script per entry; Japanese mixes three. */
const scripts = [
  /^\p{Script=Cyrillic}{2,}$/u,
  /^\p{Script=Greek}{2,}$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u,
  /^\p{Script=Hangul}+$/u,
];

/** Whether a word looks Latin: such words have few letters beyond ASCII, and hardly ever three in a row. */
function isLatinWord(word: string, encoding: string): boolean {
  if (/[^\0-\x7f]{3}/.test(word) || (word.length > 1 && /^[^\0-\x7f]+$/.test(word))) return false;
  return encoding !== 'windows-1252' || !/[ðþÐÞ¤]/.test(word);
}
