/** What a base URL and a key may look like, and how a key is read. */

import {closeSync, openSync, readSync} from 'node:fs';
import {resolve} from 'node:path';
import {ConfigError} from '../core/errors.js';
import {codeOf} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {number} from '../core/words/sentence.js';
import {isLoopback} from '../core/words/values.js';

/** Reads a base URL into its standard form: no slash at the end, and no part that must not be sent or shown. */
export function toBaseUrl(text: string, source: string, {allowHttp}: {readonly allowHttp: boolean}): string {
  const whole = bareHost.test(text) ? `https://${text}` : text;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  const wrong = whatIsWrong(url, text, allowHttp);
  if (url && !wrong) return url.origin + url.pathname.replace(/\/+$/, '');
  // What a person has answered has the name of the question.
  const called = source === 'your answer' ? 'The address of the service' : `The base URL from ${source}`;
  const [says, hint] = wrong ?? [];
  throw new ConfigError(`${called} ${says}.`, {hint});
}

/** Why this is no base URL, and what to do. */
function whatIsWrong(url: URL | undefined, text: string, allowHttp: boolean): readonly [string, string] | undefined {
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    return ['is not a web address', 'Copy it from your account page. It looks like https://mail.example.com/api'];
  if (url.username !== '' || url.password !== '')
    return ['has a user name or password in it', 'Remove them: this API accepts keys only in headers.'];
  if (text.indexOf('://') !== text.lastIndexOf('://'))
    return ['has two addresses', 'Give one address, such as https://mail.example.com/api'];
  if (url.search !== '' || url.hash !== '')
    return ['has a query or a fragment', 'A base URL ends with its path, such as https://mail.example.com/api.'];
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

/** Whether `/api` is missing from a base URL, which is the usual mistake. */
export const lacksApi = (baseUrl: string): boolean => !/\/api(\/|$)/.test(new URL(baseUrl).pathname);

/** A host with a dot in its name, perhaps with a port and a path, as people type it without the https. */
const bareHost = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/;

/** Checks that a key can be sent in a header. The error never shows the key itself. */
export function toKey(text: string, what: string): string {
  if (/^[\x21-\x7e]+$/.test(text) && text.length <= LONGEST_KEY) return text;
  throw new ConfigError(`${what} has ${oddity(text)}, so it cannot be a key.`, {
    hint: 'Copy the key again from your account page.',
  });
}

/** A key without what was copied along: spaces, quotes, the name in front, a comma, invisible characters. */
export function bareKey(text: string): string {
  const visible = text.replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '').trim();
  const value = visible.replace(KEY_LABEL, '').replace(/[,;]$/, '').trim();
  return QUOTED.exec(value)?.[1]?.trim() ?? value;
}

/** The names of keys in front of them: `Public key: …`, `"secretKey": "…"`, `EMK_PUBLIC_KEY=…` */
const KEY_LABEL = /^(?:export\s+)?["'`]?(?:EMK[ _-]?)?(?:public|secret)[ _-]?key["'`]?\s*[:=]\s*/i;

const QUOTED = /^["'`“”„‘’‚«](.*)["'`“”‘’»]$/;

/** Far more than any key, in bytes: a longer file is the wrong file. */
export const LONGEST_KEY = 8192;

/** Reads a key from a file, without the spaces and the line end around it. */
export function readKeyFile(path: string, variable: string, {cwd}: Pick<Host, 'cwd'>): string {
  const refused = (why: string, cause?: unknown) =>
    new ConfigError(`The file ${path}, named by ${variable}, ${why}.`, {
      hint: `Fix ${variable}, or set EMK_SECRET_KEY instead.`,
      cause,
    });
  let bytes: Buffer;
  try {
    bytes = firstBytes(resolve(cwd, path), LONGEST_KEY + 1);
  } catch (cause) {
    throw refused(`cannot be read (${codeOf(cause)})`, cause);
  }
  if (bytes.length > LONGEST_KEY) throw refused('is too long for a key');
  const text = bytes.toString('utf8').trim();
  if (text === '') throw refused('is empty');
  return toKey(text, `The file ${path}`);
}

/** The first bytes of a file, which may be a pipe, or a device that never ends. */
function firstBytes(path: string, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  const file = openSync(path, 'r');
  try {
    let size = 0;
    for (let read = -1; read !== 0 && size < most; size += read) read = readSync(file, bytes, size, most - size, null);
    return bytes.subarray(0, size);
  } finally {
    closeSync(file);
  }
}

function oddity(text: string): string {
  if (text === '') return 'nothing';
  if (text.length > LONGEST_KEY) return `${number(text.length)} characters`;
  if (/[\r\n]/.test(text)) return 'a line break';
  if (/\s/.test(text)) return 'a space';
  return 'characters that a key never has';
}
