import {type BigIntStats, constants, createWriteStream, lstatSync} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {PreflightError} from '../errors.js';
import {shellWord} from '../words/shell-word.js';
import {codeOf, kindOf} from './files.js';

/**
 * Opens a file below a folder that others may have filled. Links are never followed: an error would quote them. The opened
 * file must be the one that was looked at before and is there after, because somebody may put a link there meanwhile.
 */
export async function openInside(root: string, path: string): Promise<FileHandle | undefined> {
  const before = await fileInside(root, path);
  if (before === undefined) return undefined;
  const handle = await open(join(root, path), FLAGS).catch((error: unknown) => {
    if (codeOf(error) === 'ELOOP') throw isLink(path);
    throw codeOf(error) === 'ENOENT' ? wasReplaced(path) : error;
  });
  try {
    const opened = await handle.stat({bigint: true});
    const after = await fileInside(root, path);
    if ([before, after].every(stats => stats?.ino === opened.ino && stats.dev === opened.dev)) return handle;
    throw wasReplaced(path);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The bytes of a file below a folder; undefined if the file is missing. */
export async function bytesInside(root: string, path: string, most = LARGEST): Promise<Buffer | undefined> {
  const handle = await openInside(root, path);
  if (handle === undefined) return undefined;
  try {
    if ((await handle.stat()).size > most) {
      throw new PreflightError(`${path} is larger than ${most / MIB} MiB.`, {hint: 'Split it into smaller files.'});
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Copies a file below a folder to a path outside it. */
export async function copyInside(root: string, path: string, to: string): Promise<void> {
  const handle = await openInside(root, path);
  if (handle === undefined) throw new PreflightError(`There is no file ${path}.`, {hint: 'Check the folder.'});
  await pipeline(handle.createReadStream(), createWriteStream(to, {flags: 'wx', mode: 0o600}));
}

/** The path of emk's own file below a folder, which is no link; a held lock has several names. */
export async function placeInside(root: string, path: string): Promise<string> {
  const stats = await partInside(root, path);
  if (stats && !stats.isFile()) throw notFile(path, stats);
  return join(root, path);
}

/** Looks at a path below a folder, and throws unless it is a regular file with one name, or missing. */
export async function fileInside(root: string, path: string): Promise<BigIntStats | undefined> {
  const stats = await partInside(root, path);
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw notFile(path, stats);
  if (stats.nlink > 1n) {
    throw new PreflightError(`${path} is a hard link: the same file also has a name elsewhere.`, {
      hint: `emk reads only files that belong to the folder alone. Replace it by a copy: cp ${shellWord(path)} copy && mv copy ${shellWord(path)}`,
    });
  }
  return stats;
}

/** Throws if a part of the path is a link, or if a folder on the way is not a folder. */
export async function partInside(root: string, path: string): Promise<BigIntStats | undefined> {
  const parts = path.split(/[/\\]/).filter(part => part !== '' && part !== '.');
  if (parts.includes('..'))
    throw new PreflightError(`${path} leads out of the folder.`, {hint: 'Name a file in the folder.'});
  let stats: BigIntStats | undefined;
  for (const at of parts.keys()) {
    const part = parts.slice(0, at + 1).join('/');
    stats = lookAt(join(root, part));
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) throw isLink(part);
    if (at < parts.length - 1 && !stats.isDirectory())
      throw new PreflightError(`${part} is ${kindOf(stats)}, not a folder.`, {hint: 'Move it elsewhere.'});
  }
  return stats;
}

/** What is at a path, without following a link. A plan looks hundreds of times, and to wait for another thread takes longer than to look. */
function lookAt(path: string): BigIntStats | undefined {
  try {
    // Numbers of files on Windows are too long for a double: two files would look like one.
    return lstatSync(path, {bigint: true, throwIfNoEntry: false});
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

const wasReplaced = (path: string): PreflightError =>
  new PreflightError(`${path} was replaced while emk opened it.`, {hint: 'Run the same command again.'});

const isLink = (path: string): PreflightError =>
  new PreflightError(`${path} is a link. emk follows no links there.`, {
    hint: 'A link may lead to any file of this machine. Replace it with the file itself.',
  });

const notFile = (path: string, stats: BigIntStats): PreflightError =>
  new PreflightError(`${path} is ${kindOf(stats)}, not a file.`, {hint: 'Move it, or replace it with a file.'});

/** Flags that do not follow links and do not wait for a pipe's writer. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const MIB = 1024 * 1024;
const LARGEST = 64 * MIB;
