import {readFileSync} from 'node:fs';
import {ConfigError} from '../errors.js';

/** Reads an object from one of emk's own files. Undefined if the file is missing, or torn by a kill. */
export function readKept(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
    return isObject ? (found as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this emk knows the format of a file: the current or an older one, the first if it says none. */
export function isKnownVersion(file: object, newest = 1): boolean {
  const version = versionOf(file);
  return Number.isInteger(version) && Number(version) >= 1 && Number(version) <= newest;
}

/** Refuses a file of a newer format: guessing its meaning could mail people twice or lose data. */
export function requireKnownVersion(file: object, what: string, {newest = 1, or}: Refusal): void {
  if (isKnownVersion(file, newest)) return;
  const known = newest === 1 ? '1' : `1 to ${newest}`;
  throw new ConfigError(
    `${what} is of another version of emk: its format is ${JSON.stringify(versionOf(file))}, and this emk reads ${known}.`,
    {hint: `Update emk, then run the same line again. ${or}`},
  );
}

type Refusal = {
  readonly newest?: number;
  /** What to do without a newer emk, as a sentence, and what that costs. */
  readonly or: string;
};

const versionOf = (file: object): unknown => ('version' in file ? file.version : 1);
