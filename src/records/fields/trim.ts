/** Trims the same characters as the service, so that both compare and count the same text. */
export const trim = (text: string): string =>
  isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text : text.replace(EDGES, '');

/** Whether a character is visible ASCII: most texts begin and end so, and this test is much faster than the pattern. */
export const isInk = (code: number): boolean => code > 0x20 && code < 0x7f;

const BLANK = '[\\s\\u0000\\u0085\\u00A0\\u200B-\\u200E\\u2060\\uFEFF]';
const EDGES = new RegExp(`^${BLANK}+|${BLANK}+$`, 'gu');
