/** What is at a path, and what the system's errors about it mean. */

import {existsSync, mkdirSync, type Stats} from 'node:fs';
import {stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {PreflightError, UsageError} from '../errors.js';

/** The code that the system or a library gave an error, such as `ENOENT`; empty for errors without a code. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether a file could not be moved or removed, as while a scanner of Windows looks through it. */
export const isHeld = (error: unknown): boolean => ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));

export const kindOfFile = (stats: Stats): string =>
  stats.isFile() ? 'a file' : stats.isDirectory() ? 'a folder' : 'a pipe or a device';

/** Throws unless the path is a regular file: opening a pipe ignores signals, and a device may never end. */
export async function requireFile(path: string, name: string): Promise<void> {
  const stats = await stat(path).catch((cause: unknown) => {
    if (codeOf(cause) !== 'ENAMETOOLONG') throw cause;
    throw new UsageError(`${name} is too long to be the name of a file.`, {cause});
  });
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw new UsageError(`${name} is a folder.`, {hint: 'Name a file.'});
  throw new UsageError(`${name} is ${kindOfFile(stats)}, not a file.`, {
    hint: 'Name a file. To read from another program, pipe it in and write - instead.',
  });
}

export async function requireFolder(path: string, name: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) return;
  throw new UsageError(`${name} is ${kindOfFile(stats)}, not a folder.`, {hint: 'Name the folder of the files.'});
}

/** Makes a folder with its missing parents, private by default. Node's own way never ends below `/proc`. */
export function makeFolder(path: string, mode = PRIVATE): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  makeNewFolder(path, mode);
}

/** Makes a private folder; false if it exists already, perhaps made by another process a moment ago. */
export function makeNewFolder(path: string, mode = PRIVATE): boolean {
  try {
    mkdirSync(path, {mode});
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

const PRIVATE = 0o700;

/** The mode of folders that people share: as open as the machine makes new folders. */
export const SHARED_MODE = 0o777;

/** Does work that sends nothing, and puts errors of a disk or folder into words. */
export async function tellingFileTrouble<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileTrouble(error) ?? error;
  }
}

export function fileTrouble(error: unknown): PreflightError | undefined {
  const [reason, hint] = reasons[codeOf(error)] ?? [];
  if (reason === undefined) return undefined;
  return new PreflightError(`emk cannot write ${pathOf(error) ?? 'a file'}: ${reason}.`, {cause: error, hint});
}

const FULL = ['the disk is full', 'Free some space, then try again.'] as const;
const FORBIDDEN = ['you may not', 'Choose another place, or check who owns the file and its folder.'] as const;
const IN_USE = ['another program has it open', 'Close it, or choose another name.'] as const;
const TOO_MANY = ['too many files are open', 'Close other programs.'] as const;

export const reasons: {readonly [code: string]: readonly [reason: string, hint: string]} = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EBUSY: IN_USE,
  ETXTBSY: IN_USE,
  EROFS: ['it is on a read-only file system', 'Choose another place.'],
  ENOENT: ['there is no folder for it', 'Check the path, or create the folder first.'],
  ENOTDIR: ['a part of its path is a file, not a folder', 'Check the path.'],
  EISDIR: ['it is a folder', 'Name a file in it.'],
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  ENAMETOOLONG: ['its name is too long', 'Choose a shorter name.'],
};

/** The path that the user knows: an unfinished file has another name. */
function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return undefined;
  return error.path.replace(/\.[0-9a-f-]{36}(?:\.part(?:\.jsonl)?)?$/, '');
}
