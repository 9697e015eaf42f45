import {mkdir, readdir, realpath, rename, rm} from 'node:fs/promises';
import {dirname, join, sep} from 'node:path';
import {PreflightError} from '../errors.js';
import type {Host} from '../system/host.js';
import {writeWhole} from '../system/whole-file.js';

/** A folder beside the files in which they are made, until all of them are whole. */
export type Staging = {
  write(path: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Puts every file in its place, and takes away those that nothing names any more. */
  finish(obsolete: readonly string[]): Promise<void>;
};

/**
Lets `work` write the files of a folder all at once: they are put in their places when every one of them is there, so a
failure before leaves the folder as it was.
*/
export async function writingFolder<T>(host: Host, folder: string, work: (staging: Staging) => Promise<T>): Promise<T> {
  await mkdir(folder, {recursive: true});
  await removeLeftovers(host, folder);
  const drafts = join(folder, `${PREFIX}${host.pid}`);
  const paths = new Set<string>();
  try {
    await mkdir(drafts);
    return await work({
      async write(path, chunks) {
        const draft = join(drafts, path);
        await mkdir(dirname(draft), {recursive: true});
        await writeWhole(draft, chunks, host.interrupted);
        paths.add(path);
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
