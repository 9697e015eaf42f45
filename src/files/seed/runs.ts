import {createHash} from 'node:crypto';
import {existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../change/context.js';
import {PreflightError} from '../../core/errors.js';
import {stateFolder} from '../../core/own-files/folders.js';
import {makeFolder, tellingFileTrouble} from '../../core/system/files.js';
import {withLock} from '../../core/system/lock.js';
import {shellWord} from '../../core/words/shell-word.js';

/**
 * Does something with a run while no other emk on this machine does, in the folder of its journal. Refuses accounts that
 * somebody has marked as too important for test data; no option overrides this.
 */
export async function withRun<T>(
  {host, account}: Pick<Context, 'host' | 'account'>,
  run: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const of = await account();
  if (of.guard !== 'none')
    throw new PreflightError(`The profile "${of.name}" is ${of.guard}, so emk creates no test data there.`, {
      hint: `Nothing was sent. Choose another account. If the guard is wrong: emk config set guard none --profile ${shellWord(of.name)}`,
    });
  const {origin, key} = targetOf(of);
  const hash = createHash('sha256')
    .update(JSON.stringify([origin, key]))
    .digest('hex');
  const folder = join(stateFolder(host), 'seeds', hash.slice(0, 16), run);
  await tellingFileTrouble(async () => makeFolder(folder));
  return withLock(host, `${folder}.lock`, `the run ${run}`, async () => {
    makeFolder(folder);
    try {
      return await work(folder);
    } finally {
      // The folder of a run that has sent nothing.
      if (existsSync(folder) && readdirSync(folder).length === 0) rmSync(folder, {recursive: true});
    }
  });
}
