import {constants, createWriteStream, lstatSync, type Stats} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {PreflightError} from '../errors.js';
import {kindOfFile} from './files.js';

/** Opens a file below a folder that others may have filled, such as a checkout; undefined if it is missing. */
export async function openInside(root: string, path: string): Promise<FileHandle | undefined> {
  return (await fileInside(root, path)) && open(join(root, path), FLAGS);
}

/** Flags that do not follow links and do not wait for a pipe's writer. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export async function bytesInside(root: string, path: string): Promise<Buffer | undefined> {
  const handle = await openInside(root, path);
  return handle?.readFile().finally(() => handle.close());
}

export async function copyInside(root: string, path: string, to: string): Promise<void> {
  const handle = await openInside(root, path);
  if (handle === undefined) throw new PreflightError(`There is no file ${path}.`, {hint: 'Check the folder.'});
  await pipeline(handle.createReadStream(), createWriteStream(to, {flags: 'wx', mode: 0o600}));
}

export async function fileInside(root: string, path: string): Promise<Stats | undefined> {
  const stats = await partInside(root, path);
  if (!stats || stats.isFile()) return stats;
  throw new PreflightError(`${path} is ${kindOfFile(stats)}, not a file.`, {
    hint: 'Move it, or replace it with a file.',
  });
}

/**
 * Looks at a path below a folder, and throws if a part of it is a link, or a folder on the way is none. Links are never
 * followed: one may lead to any file of this machine, and an error would quote that.
 */
export async function partInside(root: string, path: string): Promise<Stats | undefined> {
  const parts = path.split(/[/\\]/).filter(part => part !== '' && part !== '.');
  if (parts.includes('..'))
    throw new PreflightError(`${path} leads out of the folder.`, {hint: 'Name a file in the folder.'});
  let stats: Stats | undefined;
  for (const at of parts.keys()) {
    const part = parts.slice(0, at + 1).join('/');
    // A plan looks hundreds of times, and to wait for another thread takes longer than to look.
    stats = lstatSync(join(root, part), {throwIfNoEntry: false});
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink())
      throw new PreflightError(`${part} is a link. emk follows no links there.`, {
        hint: 'A link may lead to any file of this machine. Replace it with the file itself.',
      });
    if (at < parts.length - 1 && !stats.isDirectory())
      throw new PreflightError(`${part} is ${kindOfFile(stats)}, not a folder.`, {hint: 'Move it elsewhere.'});
  }
  return stats;
}
