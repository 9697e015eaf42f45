import {createHash} from 'node:crypto';
import {appendFile, lstat, mkdir, readdir, rename, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {concurrently} from '../../change/work/concurrently.js';
import {makeFolder, SHARED_MODE} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {openInside, partInside, placeInside} from '../../core/system/inside-folder.js';
import {takeLock} from '../../core/system/lock.js';
import {likeTheOld, type Written, writeWhole} from '../../core/system/whole-file.js';
import {compareUnits} from '../../core/words/values.js';
import {OPEN_FILES} from './files.js';

/** A folder for drafts beside the files, until all of them are complete. */
export type Staging = {
  readonly folder: string;
  write(path: string, text: string): Promise<void>;
  /** Appends to a file that is too long for memory. */
  append(path: string, text: string): Promise<void>;
  /** Drops the drafts that equal their existing files, and returns the paths of the others. */
  keepSame(paths: readonly string[]): Promise<readonly string[]>;
  /** What each file will contain, for the report. */
  written(): Promise<ReadonlyArray<Written & {readonly path: string}>>;
  /** Moves every draft to its place, and deletes files that are not needed any more. */
  finish(obsolete: readonly string[]): Promise<void>;
};

/**
 * Lets `work` write the files of a folder all at once: they are moved when all of them are complete, so an earlier
 * failure leaves the folder unchanged. After a kill during the moves, another pull writes the rest. Runs take turns, or the
 * folder would have some files of each.
 */
export async function writingFolder<T>(host: Host, folder: string, work: (staging: Staging) => Promise<T>): Promise<T> {
  makeFolder(folder, SHARED_MODE);
  const release = await takeLock(host, await draftsLock(folder), `the account's files in ${folder}`);
  const drafts = join(folder, `${PREFIX}drafts`);
  try {
    await dropDrafts(folder);
    await mkdir(drafts);
    return await work(stagingIn(host, folder, drafts)).finally(() => rm(drafts, {recursive: true, force: true}));
  } finally {
    release();
  }
}

function stagingIn(host: Host, folder: string, drafts: string): Staging {
  const paths = new Set<string>();
  return {
    folder: drafts,
    async write(path, text) {
      const draft = join(drafts, path);
      await mkdir(dirname(draft), {recursive: true});
      await writeWhole(draft, [text], {signal: host.interrupted});
      paths.add(path);
    },
    async append(path, text) {
      if (!paths.has(path)) await mkdir(dirname(join(drafts, path)), {recursive: true});
      await appendFile(join(drafts, path), text, {mode: 0o600});
      paths.add(path);
    },
    async keepSame(some) {
      const changed: string[] = [];
      for (const path of some) {
        const [draft, there] = [await hashOf(drafts, path), await hashOf(folder, path)];
        if (draft === there) paths.delete(path);
        else changed.push(path);
      }
      return changed;
    },
    written: () => concurrently(OPEN_FILES, [...paths].sort(compareUnits), path => measured(drafts, path)),
    async finish(obsolete) {
      const gone = obsolete.filter(path => !paths.has(path));
      for (const path of paths) await makeParent(folder, path);
      for (const path of gone) await partInside(folder, path);
      host.interrupted.throwIfAborted();
      for (const path of paths) await putInPlace(folder, drafts, path);
      for (const path of gone) if (await partInside(folder, path)) await rm(join(folder, path), {force: true});
    },
  };
}

/** The lock for drafts. Only its holder has drafts, so all drafts that it finds are from killed runs. */
const draftsLock = (folder: string): Promise<string> => placeInside(folder, '.emk-pull.lock');

async function measured(folder: string, path: string): Promise<Written & {readonly path: string}> {
  const [{size}, sha256 = ''] = await Promise.all([lstat(join(folder, path)), hashOf(folder, path)]);
  return {path, bytes: size, sha256};
}

/** The hash of a long file's content; undefined if there is no file. */
async function hashOf(folder: string, path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  const file = await openInside(folder, path);
  if (file === undefined) return undefined;
  for await (const piece of file.createReadStream()) hash.update(piece);
  return hash.digest('hex');
}

const PREFIX = '.emk-pull-';

/** Deletes the drafts of killed pulls. */
async function dropDrafts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(each => each.startsWith(PREFIX))) {
    await partInside(folder, name);
    await rm(join(folder, name), {recursive: true, force: true});
  }
}

/** Moves a draft to its place. */
async function putInPlace(folder: string, drafts: string, path: string): Promise<void> {
  const [draft, target] = [join(drafts, path), join(folder, path)];
  const old = await lstat(target).catch(() => undefined);
  if (old?.isFile()) await likeTheOld(draft, old, path);
  await rename(draft, target);
}

/** Makes the folder of a file. A link must not lead the file out of the account's folder. */
async function makeParent(folder: string, path: string): Promise<void> {
  const parent = dirname(path);
  await partInside(folder, parent);
  await mkdir(join(folder, parent), {recursive: true});
  await partInside(folder, parent);
}
