import {closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {ConfigError} from '../errors.js';
import {isObject} from '../words/values.js';
import {codeOf} from './files.js';
import type {Host} from './host.js';

/** Reads an object from one of emk's own files. Undefined if the file is missing, or torn by a kill. */
export function readKept(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Writes one of emk's own files in one step. A full disk must leave neither half of it nor a draft. */
export function writeKept({pid}: Pick<Host, 'pid'>, path: string, text: string): void {
  const draft = `${path}.${pid}`;
  try {
    writeFileSync(draft, text, {mode: 0o600});
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, {force: true});
    throw error;
  }
}

/** Creates an empty file to reserve the name; false if the name is taken, perhaps by another process a moment ago. */
export function createEmpty(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Refuses a file of another format than this one, which is the first if it says none: guessing its meaning could mail
 * people twice or lose data. `or` says what to do without another emk, and what that costs.
 */
export function requireKnownVersion(file: object, what: string, or: string, known = 1): void {
  const version: unknown = 'version' in file ? file.version : 1;
  if (version === known) return;
  throw new ConfigError(
    `${what} is of another version of emk: its format is ${JSON.stringify(version)}, and this emk reads ${known}.`,
    {hint: `Update emk, then run the same line again. ${or}`},
  );
}
