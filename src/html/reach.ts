import type {Finding} from '../records/fields/finding.schema.js';
import {warning} from '../records/fields/make-finding.js';
import {lookUp} from '../words/look-up.js';
import {excerpt} from './excerpt.js';
import type {Place} from './parse.js';

/** Where an address in a mail leads, for a reader on another machine. */
export type Reach = 'web' | 'http' | 'here' | 'relative' | 'data' | 'code' | 'anchor' | 'nothing' | 'other' | 'broken';

/** Says where an address leads. A tag in it counts as a word, and a tag at its beginning as a whole address. */
export function reachOf(written: string): Reach {
  const address = written.trim();
  if (address === '' || address === '#') return 'nothing';
  if (/^\(\(|^\{\{|^\*\|/.test(address)) return 'web';
  if (address.startsWith('#')) return 'anchor';
  if (address.startsWith('//')) return 'relative';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined || /^[a-z]$/.test(scheme)) return 'relative';
  if (scheme !== 'http' && scheme !== 'https') return lookUp(reachBySchemes, scheme) ?? otherReach(scheme, address);
  return reachOnTheWeb(scheme, address);
}

const reachBySchemes: Readonly<Record<string, Reach>> = {
  data: 'data',
  file: 'here',
  javascript: 'code',
  vbscript: 'code',
};

function otherReach(scheme: string, address: string): Reach {
  if (isHostWithPort(address)) return 'relative';
  return mistypedScheme.test(scheme) ? 'broken' : 'other';
}

/** Such as `htp` and `htttps`. */
const mistypedScheme = /^h+[tps]+$/;

function reachOnTheWeb(scheme: 'http' | 'https', address: string): Reach {
  if (!/^https?:\/\/(?!\/)/i.test(address)) return 'broken';
  const host = hostOf(address.replaceAll(/\(\([^()]*\)\)/g, 'x'));
  if (host === undefined) return 'broken';
  if (isNear(host)) return 'here';
  return scheme === 'http' ? 'http' : 'web';
}

/** Whether an address is like `example.com:8080`, which URL parsers take for a scheme. */
const isHostWithPort = (address: string): boolean => /^[\w.-]+:\d+(?:[/?#]|$)/.test(address);

/** Whether an address leads to a domain that only examples have. */
export const isExample = (address: string): boolean =>
  /^https?:\/\/(?:[\w-]+\.)*(?:example\.(?:com|org|net)|(?:your|my)-?(?:domain|company|site|website|shop|store|brand)\.\w+|(?:domain|website|company(?:name)?)\.com)(?:[/?#:]|$)/i.test(
    address.trim(),
  );

/** The finding for such an address. */
export const exampleDomain = (address: string, place: Place | undefined): Finding =>
  warning(
    'example-domain',
    `This address is only an example: ${excerpt(address)}.`,
    'Write the address of the real page or picture.',
    place,
  );

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname;
  } catch {
    return undefined;
  }
}

/** Whether a host is this machine or in a private network. */
const isNear = (host: string): boolean =>
  /^(?:localhost|.+\.(?:localhost|local|test|internal)|0\.0\.0\.0|(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1?\])$/i.test(
    host,
  );
