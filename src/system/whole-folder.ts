import {lstat, mkdir, readdir, realpath, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {PreflightError, UsageError} from '../errors.js';
import {heldFile} from './error-code.js';
import {moveOver} from './file-place.js';
import {makeFolder, SHARED_MODE} from './folder.js';
import {type Locker, takeLock} from './lock.js';

type FolderPlace = {
  /** The name as typed, for sentences. */
  readonly name: string;
  readonly path: string;
  /** Whether a folder that is there may be replaced, by the names in it. */
  readonly mayReplace: (path: string, names: readonly string[]) => Promise<boolean>;
};

/**
 * Makes a folder that is there when all of its files are: they are written into a draft beside it, which then takes its place. The
 * folder that was there is untouched until then. Runs take turns, so a draft that one finds is of a run that was killed.
 */
export async function writeWholeFolder<T>(
  host: Locker,
  {name, path, mayReplace}: FolderPlace,
  work: (draft: string) => Promise<T>,
): Promise<T> {
  const folder = await realpath(path).catch(() => path);
  const beside = (ending: string): string => join(dirname(folder), `.${basename(folder)}.emk-${ending}`);
  makeFolder(dirname(folder), SHARED_MODE);
  const release = await takeLock(host, beside('export.lock'), `the files in ${name}`);
  const [draft, old] = [beside('draft'), beside('old')];
  try {
    await settle(folder, {draft, old});
    await refuseOthers(folder, name, mayReplace);
    await mkdir(draft, {mode: 0o700});
    const done = await work(draft);
    // It may have changed while the draft was written.
    const isThere = await refuseOthers(folder, name, mayReplace);
    if (isThere) await moveOver(folder, old).catch(error => Promise.reject(Object.assign(error, {dest: folder})));
    await moveOver(draft, folder).catch(async error => {
      if (isThere) await moveOver(old, folder);
      throw error;
    });
    await discard(old);
    return done;
  } finally {
    await discard(draft);
    release();
  }
}

/** Puts back what a killed run had moved away, and deletes what it had not finished. */
async function settle(folder: string, {draft, old}: {readonly draft: string; readonly old: string}): Promise<void> {
  if (!(await isThere(folder)) && (await isThere(old))) await moveOver(old, folder);
  for (const left of [draft, old]) await discard(left);
}

const discard = (folder: string): Promise<void> =>
  rm(folder, {recursive: true, force: true, maxRetries: heldFile.tries, retryDelay: heldFile.pause});

/** Refuses to replace what somebody else has made; returns whether there is a folder to replace. */
async function refuseOthers(folder: string, name: string, mayReplace: FolderPlace['mayReplace']): Promise<boolean> {
  const there = await lstat(folder).catch(() => undefined);
  if (there === undefined) return false;
  if (!there.isDirectory()) throw new UsageError(`${name} exists, but is not a folder.`, {hint: 'Name a folder.'});
  const entries = await readdir(folder, {withFileTypes: true});
  const below = entries.find(entry => !entry.isFile());
  if (below !== undefined) {
    throw new PreflightError(`${name} has more than files: "${below.name}". emk does not replace it.`, {
      hint: 'Name another folder.',
    });
  }
  const names = entries.map(entry => entry.name);
  if (names.length > 0 && !(await mayReplace(folder, names))) {
    throw new PreflightError(`${name} has files that are not from an export.`, {
      hint: 'To replace it with all its files, add --overwrite. Or name another folder.',
    });
  }
  return true;
}

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined)) !== undefined;
