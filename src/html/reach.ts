/** Where an address in a mail leads, for somebody who reads it on another machine. */
export type Reach = 'web' | 'http' | 'here' | 'relative' | 'data' | 'code' | 'anchor' | 'nothing' | 'other' | 'broken';

/** Says where an address leads. A tag in it counts as a word, and one at its beginning as a whole address. */
export function reachOf(written: string): Reach {
  const address = written.trim();
  if (address === '' || address === '#') return 'nothing';
  if (/^\(\(|^\{\{|^\*\|/.test(address)) return 'web';
  if (address.startsWith('#')) return 'anchor';
  if (address.startsWith('//')) return 'relative';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined || /^[a-z]$/.test(scheme)) return 'relative';
  if (scheme === 'data') return 'data';
  if (scheme === 'file') return 'here';
  if (scheme === 'javascript' || scheme === 'vbscript') return 'code';
  if (scheme !== 'http' && scheme !== 'https') return isHostWithPort(address) ? 'relative' : 'other';
  const host = hostOf(address.replaceAll(/\(\([^()]*\)\)/g, 'x'));
  if (host === undefined) return 'broken';
  if (isNear(host)) return 'here';
  return scheme === 'http' ? 'http' : 'web';
}

/** `example.com:8080` looks like a scheme to a parser of addresses. */
const isHostWithPort = (address: string): boolean => /^[\w.-]+:\d+(?:[/?#]|$)/.test(address);

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname;
  } catch {
    return undefined;
  }
}

/** Hosts of this machine and of private networks. */
const isNear = (host: string): boolean =>
  /^(?:localhost|.+\.(?:localhost|local|test|internal)|0\.0\.0\.0|(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1?\])$/i.test(
    host,
  );
