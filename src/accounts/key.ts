import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {ConfigError} from '../errors.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';

/** Checks that a key can travel in a header. The error never shows the key itself. */
export function toKey(text: string, what: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new ConfigError(`${what} holds ${oddity(text)}, so it cannot be a key.`, {
    hint: 'Copy the key again from the account page of the service, without anything around it.',
  });
}

/** Reads a key from a file. Space around it, such as the line's end, is not part of it. */
export function readKeyFile(path: string, variable: string, {cwd}: Pick<Host, 'cwd'>): string {
  const text = contentOf(resolve(cwd, path), variable).trim();
  if (text === '') throw new ConfigError(`The file ${path}, named by ${variable}, is empty.`);
  return toKey(text, `The file ${path}`);
}

function contentOf(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const code = codeOf(cause);
    throw new ConfigError(`The file ${path}, named by ${variable}, cannot be read${code && ` (${code})`}.`, {
      hint: `Correct ${variable}, or give the key in EMK_SECRET_KEY.`,
      cause,
    });
  }
}

function oddity(text: string): string {
  if (text === '') return 'nothing';
  if (/[\r\n]/.test(text)) return 'a line break';
  if (/\s/.test(text)) return 'a space';
  return 'characters that a header cannot carry';
}
