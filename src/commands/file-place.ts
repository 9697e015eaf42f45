import {realpath, stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import type {Context} from '../change/context.js';
import {DeclinedError, UsageError} from '../core/errors.js';
import {tellingFileTrouble} from '../core/system/files.js';
import {beginWhole, type UnfinishedFile, writeWhole} from '../core/system/whole-file.js';

/** Where a command writes: the name as typed, and whether an existing file may be replaced. */
export type FilePlace = {readonly name: string; readonly path: string; readonly mayReplace: boolean};

/** The place of a file that a command writes in addition to its output. */
export async function placeFor(
  context: Pick<Context, 'ask' | 'host' | 'globals'>,
  name: string,
  overwrite: boolean = context.globals.overwrite,
): Promise<FilePlace> {
  const {out} = context.globals;
  if (out !== undefined) throw twoFiles(name, out);
  return placeIn(context, name, overwrite);
}

export const twoFiles = (name: string, out: string): UsageError =>
  new UsageError(`${name} and --out ${out} both say where to write.`, {hint: `Remove ${name} or --out ${out}.`});

/** Checks before any reading whether a file may be written: a filled one needs `--overwrite` or a person's yes. */
export async function placeIn(
  {ask, host}: Pick<Context, 'ask' | 'host'>,
  name: string,
  overwrite: boolean,
): Promise<FilePlace> {
  const path = resolve(host.cwd, name);
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new UsageError(`${name} is a folder.`, {hint: 'Name a file in it.'});
  if (overwrite || (there && !there.isFile())) return {name, path, mayReplace: true};
  if (!there) return {name, path, mayReplace: false};
  const target = await realpath(path);
  const isLink = target !== join(await realpath(dirname(path)), basename(path));
  const leads = isLink ? ` It is a link to ${target}.` : '';
  if (!ask.possible)
    throw new UsageError(`${name} exists.${leads}`, {
      hint: 'Nothing was written. To replace it, add --overwrite. Or name another file.',
    });
  if (!(await ask.confirm(`${name} exists.${leads} Replace it?`))) throw new DeclinedError('Nothing was written.');
  return {name, path, mayReplace: true};
}

export const beginAt = ({path, mayReplace}: FilePlace): Promise<UnfinishedFile> =>
  tellingFileTrouble(() => beginWhole(path, mayReplace));

/** Writes text to a file, all of it or nothing. */
export const writeAt = ({path, mayReplace}: FilePlace, text: string): Promise<void> =>
  tellingFileTrouble(() => writeWhole(path, [text], mayReplace));
