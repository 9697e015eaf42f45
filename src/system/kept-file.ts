import {readFileSync} from 'node:fs';
import {ConfigError} from '../errors.js';

/** Reads an object that emk keeps in a file. Undefined where there is none, or a kill has left it in pieces. */
export function readKept(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
    return isObject ? (found as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this emk knows the format that a kept file names: its own, or an older one. A file that names none is of the first. */
export function isKnownVersion(file: object, newest = 1): boolean {
  const version = versionOf(file);
  return Number.isInteger(version) && Number(version) >= 1 && Number(version) <= newest;
}

/** Refuses a file of another format, since whoever guesses what it says may mail people twice or lose what it is kept for. */
export function requireKnownVersion(file: object, what: string, {newest = 1, or}: Refusal): void {
  if (isKnownVersion(file, newest)) return;
  const known = newest === 1 ? '1' : `1 to ${newest}`;
  throw new ConfigError(
    `${what} is of another version of emk: its format is ${JSON.stringify(versionOf(file))}, and this emk reads ${known}.`,
    {hint: `Update emk, then run the same again. ${or}`},
  );
}

type Refusal = {
  /** The newest format that this emk reads. */
  readonly newest?: number;
  /** What to do where no newer emk is at hand, as a sentence, with what it costs. */
  readonly or: string;
};

const versionOf = (file: object): unknown => ('version' in file ? file.version : 1);
