import {isAddress} from './email-address.js';

/**
 * The one address in a text, without what mail programs and people put around it: `mailto:`, `<…>`, quotes, a name, a dot
 * or comma at the end. Undefined if anything else is there, because then only a person knows what was meant.
 */
export function cleanAddress(text: string): {readonly address: string; readonly name: string} | undefined {
  const bare = text.replace(/[\s.,;]+$/, '');
  const [, before = '', within] = /^([^<>]*)<\s*([^<>]*?)\s*>$/.exec(bare) ?? [];
  const [, alone, behind = ''] = /^([^()\s]+)\s*\(([^()]*)\)$/.exec(bare) ?? [];
  const address = unquoted(within ?? alone ?? bare).replace(/^mailto:\s*/i, '');
  const name = unquoted(before.trim() || behind.trim());
  if (!isAddress(address) || /["\\]/.test(name)) return undefined;
  if (name.includes('@')) return name === address ? {address, name: ''} : undefined;
  return {address, name};
}

/** A text without the quotes around all of it, also those by which spreadsheets keep a text as it is: `="…"`. */
const unquoted = (text: string): string => /^=?(["'])(.+)\1$/.exec(text)?.[2] ?? text;
