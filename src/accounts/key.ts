import {closeSync, openSync, readSync} from 'node:fs';
import {resolve} from 'node:path';
import {ConfigError} from '../core/errors.js';
import {codeOf} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {number} from '../core/words/sentence.js';

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
  const text = contentOf(resolve(cwd, path), variable).trim();
  if (text === '')
    throw new ConfigError(`The file ${path}, named by ${variable}, is empty.`, {hint: correct(variable)});
  return toKey(text, `The file ${path}`);
}

const correct = (variable: string): string => `Fix ${variable}, or set EMK_SECRET_KEY instead.`;

function contentOf(path: string, variable: string): string {
  try {
    const bytes = firstBytes(path, LONGEST_KEY + 1);
    if (bytes.length <= LONGEST_KEY) return bytes.toString('utf8');
  } catch (cause) {
    const code = codeOf(cause);
    throw new ConfigError(`The file ${path}, named by ${variable}, cannot be read${code && ` (${code})`}.`, {
      hint: correct(variable),
      cause,
    });
  }
  throw new ConfigError(`The file ${path}, named by ${variable}, is too long for a key.`, {hint: correct(variable)});
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
