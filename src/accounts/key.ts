/** What a base URL and a key may look like, and how a key is read. */

import {ConfigError} from '../core/errors.js';
import {isLoopback} from '../core/words/values.js';

/** Reads a base URL into its standard form: no slash at the end, and no part that must not be sent or shown. */
export function toBaseUrl(text: string, source: string, {allowHttp}: {readonly allowHttp: boolean}): string {
  const whole = bareHost.test(text) ? `https://${text}` : text;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  const wrong = whatIsWrong(url, allowHttp);
  if (url && !wrong) return url.origin + url.pathname.replace(/\/+$/, '');
  const [says, hint] = wrong ?? [];
  throw new ConfigError(`The base URL from ${source} ${says}.`, {hint});
}

/** Why this is no base URL, and what to do. A name, a password or a query in it is never shown. */
function whatIsWrong(url: URL | undefined, allowHttp: boolean): readonly [string, string] | undefined {
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  const isBare = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isWeb || !isBare || /\/\/[^/]/.test(url.pathname))
    return [
      'is not the address of an API',
      'Copy it from your account page: it looks like https://mail.example.com/api',
    ];
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname))
    return [`would send your keys to ${url.host} unencrypted`, 'Use https, or add --allow-http to allow it.'];
  return undefined;
}

/** The host of a base URL, for people. */
export const hostOf = (baseUrl: string): string => new URL(baseUrl).host;

/** The scheme, host and port of a base URL: keys belong to these three. */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** Whether two base URLs belong to one service: they have the same origin. */
export const sameOrigin = (one: string, other: string): boolean => originOf(one) === originOf(other);

/** A host with a dot in its name, perhaps with a port and a path, as people type it without the https. */
const bareHost = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/;

/** Checks that a key can be sent in a header. The error never shows the key itself. */
export function toKey(text: string, what: string): string {
  if (/^[\x21-\x7e]{1,8192}$/.test(text)) return text;
  throw new ConfigError(`${what} ${text === '' ? 'is empty' : 'has a space or another character that no key has'}.`, {
    hint: 'Copy the key alone from your account page.',
  });
}
