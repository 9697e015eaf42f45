import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {appendFile, mkdir, readdir, realpath, rename, rm} from 'node:fs/promises';
import {dirname, join, sep} from 'node:path';
import {PreflightError} from '../../errors.js';
import {codeOf} from '../../system/error-code.js';
import {makeFolder, SHARED} from '../../system/folder.js';
import type {Host} from '../../system/host.js';
import {writeWhole} from '../../system/whole-file.js';

/** A folder beside the files in which they are made, until all of them are whole. */
export type Staging = {
  write(path: string, text: string): Promise<void>;
  /** Adds to a file that is too long to be held. */
  append(path: string, text: string): Promise<void>;
  /** Leaves those of these files as they are that would be the same, and gives the others. */
  keepSame(paths: readonly string[]): Promise<readonly string[]>;
  /** Puts every file in its place, and takes away those that nothing names any more. */
  finish(obsolete: readonly string[]): Promise<void>;
};

/**
Lets `work` write the files of a folder all at once: they are put in their places when every one of them is there, so a
failure before leaves the folder as it was.
*/
export async function writingFolder<T>(host: Host, folder: string, work: (staging: Staging) => Promise<T>): Promise<T> {
  makeFolder(folder, SHARED);
  await removeLeftovers(host, folder);
  const drafts = join(folder, `${PREFIX}${host.pid}`);
  const paths = new Set<string>();
  try {
    await mkdir(drafts);
    return await work({
      async write(path, text) {
        const draft = join(drafts, path);
        await mkdir(dirname(draft), {recursive: true});
        await writeWhole(draft, [text], host.interrupted);
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
          const [draft, there] = [await hashOf(join(drafts, path)), await hashOf(join(folder, path))];
          if (draft === there) paths.delete(path);
          else changed.push(path);
        }
        return changed;
      },
      async finish(obsolete) {
        for (const path of paths) await makeParent(folder, path);
        for (const path of paths) await rename(join(drafts, path), join(folder, path));
        for (const path of obsolete) if (!paths.has(path)) await rm(join(folder, path), {force: true});
      },
    });
  } finally {
    await rm(drafts, {recursive: true, force: true});
  }
}

/** What tells the contents of two long files apart; undefined where there is no file. */
async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(path)) hash.update(piece);
    return hash.digest('hex');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const PREFIX = '.emk-pull-';

/** Runs that were killed leave their drafts behind; those of a run that is still alive are its own. */
async function removeLeftovers(host: Host, folder: string): Promise<void> {
  const left = (await readdir(folder)).filter(name => name.startsWith(PREFIX));
  for (const name of left) {
    const pid = Number(name.slice(PREFIX.length));
    if (pid === host.pid || !host.alive(pid)) await rm(join(folder, name), {recursive: true, force: true});
  }
}

/** Makes the folder of a file. A link must not lead the file out of the account's folder. */
async function makeParent(folder: string, path: string): Promise<void> {
  const parent = dirname(join(folder, path));
  await mkdir(parent, {recursive: true});
  const [root, target] = [await realpath(folder), await realpath(parent)];
  if (target === root || target.startsWith(root + sep)) return;
  throw new PreflightError(`${dirname(path)} is a link that leads out of the folder.`, {hint: 'Take the link away.'});
}
