import {domainToASCII} from 'node:url';

/** The longest address that mail allows, in bytes. */
export const longestAddress = 254;

/** Whether text is an email address. The service decides about the rarer forms of RFC 6531. */
export const isAddress = (text: string): boolean => addressProblem(text) === undefined;

/** A sentence without full stop that says why a text is not an email address. */
export const notAnAddress = (text: string, problem: string): string =>
  `"${text}" is not an email address: it ${problem}`;

/** The reason why a text is not an email address, worded to follow the text; undefined if it is one. */
export function addressProblem(text: string): string | undefined {
  if (Buffer.byteLength(text) <= longestAddress && hasShape(text)) return undefined;
  if (!text.includes('@')) return 'has no @';
  if (/@.*[\s,;:|/<].*@/.test(text)) return 'holds more than one address';
  return /\s/.test(text) ? 'has a space in it' : 'is not like name@example.com';
}

const longestLocal = 64;
const longestLabel = 63;

/** Checks the form of both parts. A domain in another script is checked in its DNS form. */
function hasShape(text: string): boolean {
  const at = text.indexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || !isLocal(local) || Buffer.byteLength(local) > longestLocal) return false;
  const written = isAscii(domain) ? domain : asLookedUp(domain);
  return domainShape.test(written) && written.split('.').every(label => label.length <= longestLabel);
}

const asLookedUp = (domain: string): string =>
  /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && !/(?:^|\.)-|-(?:\.|$)/.test(domain) ? domainToASCII(domain) : '';

const isLocal = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+(?:\.[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]+)*$/u.test(text);

const domainShape = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/**
 * The one address in a text, without what mail programs and people put around it: `mailto:`, `<…>`, quotes, a name, a dot
 * or comma at the end. Undefined if anything else is there, because then only a person knows what was meant.
 */
export function cleanAddress(text: string): string | undefined {
  const bare = text.replace(/[\s.,;]+$/, '');
  const [, before = '', within] = /^([^<>]*)<\s*([^<>]*?)\s*>$/.exec(bare) ?? [];
  const [, alone, behind = ''] = /^([^()\s]+)\s*\(([^()]*)\)$/.exec(bare) ?? [];
  const address = unquoted(within ?? alone ?? bare).replace(/^mailto:\s*/i, '');
  const name = unquoted(before.trim() || behind.trim());
  const isName = !/["\\@]/.test(name) || name === address;
  return isAddress(address) && isName ? address : undefined;
}

/** A text without the quotes around all of it, also those by which spreadsheets keep a text as it is: `="…"`. */
const unquoted = (text: string): string => /^=?(["'])(.+)\1$/.exec(text)?.[2] ?? text;
