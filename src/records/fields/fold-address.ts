import {domainToASCII} from 'node:url';

/**
 * The form in which addresses are compared, because one mailbox has many spellings: trimmed like the service does, in
 * lower case, composed letters, and the domain as mail servers look it up.
 */
export function foldAddress(address: string): string {
  const lower = trim(address).toLowerCase();
  return ASCII.test(lower) ? lower : foldWide(lower.normalize('NFC'));
}

const ASCII = /^[\0-\x7f]*$/;

function foldWide(lower: string): string {
  const domain = lower.lastIndexOf('@') + 1;
  return lower.slice(0, domain) + (domainToASCII(lower.slice(domain)) || lower.slice(domain));
}

/** Trims the same characters as the service, so that both compare and count the same text. */
export const trim = (text: string): string =>
  isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text : text.replace(EDGES, '');

/** Whether a character is visible ASCII: most texts begin and end so, and this test is much faster than the pattern. */
export const isInk = (code: number): boolean => code > 0x20 && code < 0x7f;

const BLANK = '[\\s\\u0000\\u0085\\u00A0\\u200B-\\u200E\\u2060\\uFEFF]';
const EDGES = new RegExp(`^${BLANK}+|${BLANK}+$`, 'gu');
