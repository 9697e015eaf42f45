import {lstat, realpath, stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import type {Context} from '../../commands/command.js';
import {InterruptedError, UsageError} from '../../errors.js';

/**
Asks before a file is lost to another, also at the end of a symbolic link, and refuses in a script that does not say
`--force`. An empty file is nothing to lose, and pipes and terminals take what is written to them.
*/
export async function mayWriteOver({host, ask, globals}: Context, file: string, force: boolean): Promise<void> {
  const path = resolve(host.cwd, file);
  const found = await stat(path).catch(() => undefined);
  if (force || globals.yes || !found?.isFile() || found.size === 0) return;
  const isLink = (await lstat(path)).isSymbolicLink();
  const there = isLink ? `${await realpath(path)}, where the link ${file} leads,` : file;
  if (!ask.possible) {
    throw new UsageError(`${there} is there already.`, {hint: 'Name another file, or pass --force to write over it.'});
  }
  if (!(await ask.confirm(`Write over ${there.replace(/,$/, '')}?`)))
    throw new InterruptedError('Nothing was written.');
}
