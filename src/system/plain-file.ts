import type {Stats} from 'node:fs';
import {stat} from 'node:fs/promises';
import {UsageError} from '../errors.js';
import {codeOf} from './error-code.js';

/**
Looks what a path is before it is opened, and throws unless it is a file: opening a pipe waits for somebody to write into
it, deaf to every signal, and a device may never end.
*/
export async function requireFile(path: string, name: string): Promise<void> {
  const stats = await stat(path).catch((error: unknown) => {
    throw codeOf(error) === 'ENAMETOOLONG' ? tooLong(name, error) : error;
  });
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw new UsageError(`${name} is a folder.`, {hint: 'Name a file.'});
  throw new UsageError(`${name} is ${kindOf(stats)}, not a file.`, {
    hint: 'Name a file; what comes from another program is read from standard input, which is called "-".',
  });
}

/** Looks whether a folder is one before anything is looked for in it; nothing may be there, too. */
export async function requireFolder(path: string, name: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) return;
  throw new UsageError(`${name} is ${kindOf(stats)}, not a folder.`, {hint: 'Give the folder that the files are in.'});
}

/** What lies at a path, in a word with its article. */
export const kindOf = (stats: Stats): string => {
  if (stats.isFile()) return 'a file';
  if (stats.isDirectory()) return 'a folder';
  return stats.isFIFO() ? 'a pipe' : stats.isSocket() ? 'a socket' : 'a device';
};

const tooLong = (name: string, cause: unknown): UsageError =>
  new UsageError(`${name} has a name that is longer than this machine allows, so it is no file.`, {
    cause,
    hint: 'Check what was given as a file.',
  });
