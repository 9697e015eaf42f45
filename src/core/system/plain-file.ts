import type {BigIntStats, Stats} from 'node:fs';
import {stat} from 'node:fs/promises';
import {UsageError} from '../errors.js';
import {codeOf} from './error-code.js';

/** Throws unless the path is a regular file: opening a pipe ignores signals, and a device may never end. */
export async function requireFile(path: string, name: string): Promise<void> {
  const stats = await stat(path).catch((error: unknown) => {
    throw codeOf(error) === 'ENAMETOOLONG' ? tooLong(name, error) : error;
  });
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw new UsageError(`${name} is a folder.`, {hint: 'Name a file.'});
  throw new UsageError(`${name} is ${kindOf(stats)}, not a file.`, {
    hint: 'Name a file. To read from another program, pipe it in and write - instead.',
  });
}

/** Throws if the path exists and is not a folder. */
export async function requireFolder(path: string, name: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) return;
  throw new UsageError(`${name} is ${kindOf(stats)}, not a folder.`, {hint: 'Name the folder of the files.'});
}

/** The kind of thing at a path, as a noun with its article. */
export const kindOf = (stats: Stats | BigIntStats): string => {
  if (stats.isFile()) return 'a file';
  if (stats.isDirectory()) return 'a folder';
  return stats.isFIFO() ? 'a pipe' : stats.isSocket() ? 'a socket' : 'a device';
};

const tooLong = (name: string, cause: unknown): UsageError =>
  new UsageError(`${name} is too long to be the name of a file.`, {cause, hint: 'Check the name of the file.'});
