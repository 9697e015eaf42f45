/** Trims what the service itself would trim, so that both sides compare and count the same text. */
export const trim = (text: string): string => text.replace(EDGES, '');

const BLANK = '[\\s\\u0000\\u00A0\\u200B\\u200C\\u200D\\u2060\\uFEFF]';
const EDGES = new RegExp(`^${BLANK}+|${BLANK}+$`, 'gu');
