import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {UsageError} from '../../errors.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Host} from '../../system/host.js';
import {requireFolder} from '../../system/plain-file.js';
import type {KindName} from '../kinds/shape.js';
import {readLockFile} from './lock-file.js';
import {type AccountFiles, readFiles} from './read-files.js';
import {settleLeftovers} from './write-folder.js';

/** The whole path of a folder that must be there; `hint` says what to do if it is not. */
export async function existingFolder({cwd}: Pick<Host, 'cwd'>, folder: string, hint: string): Promise<string> {
  const root = resolve(cwd, folder);
  if (!existsSync(root)) throw new UsageError(`There is no folder ${folder}.`, {hint});
  await requireFolder(root, folder);
  return root;
}

/** Opens a folder: what a killed pull left is settled, and what cannot be read is reported before the account is read. */
export async function openFolder(
  host: Host,
  folder: string,
  wanted: ReadonlySet<KindName>,
  bodies: 'texts' | 'paths',
): Promise<{readonly root: string; readonly files: AccountFiles}> {
  const root = resolve(host.cwd, folder);
  await requireFolder(root, folder);
  return tellingFileTrouble(async () => {
    await settleLeftovers(host, root);
    await readLockFile(root);
    return {root, files: await readFiles(root, wanted, bodies)};
  });
}
