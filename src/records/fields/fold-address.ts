import {domainToASCII} from 'node:url';
import {trim} from './trim.js';

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
