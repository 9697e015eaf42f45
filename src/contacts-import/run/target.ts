import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {type Target, targetOf} from '../../accounts/target.js';
import type {Account} from '../../api/wire/account.js';
import type {Context} from '../../commands/command.js';
import {ConfigError} from '../../errors.js';
import {makeFolder} from '../../system/folder.js';
import type {Host} from '../../system/host.js';
import {type Locker, takeLock} from '../../system/lock.js';
import {counted} from '../../words/count.js';
import {type ImportHeader, importsFolder, type PastRun, pastRuns} from '../journal/runs.js';

/** Refuses to resume an import in another account than its own. */
export function assertSameTarget(account: Account, {id, account: name, origin, key}: ImportHeader): void {
  const target = targetOf(account);
  if (target.origin === origin && target.key === key) return;
  throw new ConfigError(`Import ${id} went to ${name} (${origin}), and this is ${account.name} (${target.origin}).`, {
    hint: 'Choose the account it went to: --profile NAME, or the environment it had then.',
  });
}

/** The imports into the account of this run, the latest last. */
export async function importsHere({host, account}: Pick<Context, 'host' | 'account'>): Promise<readonly PastRun[]> {
  const {origin, key} = targetOf(await account());
  return pastRuns(host).filter(({header}) => header.origin === origin && header.key === key);
}

/** An import in words, for a choice. */
export const importInWords = ({header: {id, started, source, type, rows}}: PastRun): string =>
  `${id}  ${started.slice(0, 16).replace('T', ' ')}  ${source.name} → ${type.name}, ${counted(rows.toSend, 'row')}`;

/** Takes the lock that keeps two imports from filling one contact type, and returns what releases it. */
export function lockImport(
  host: Locker,
  imports: string,
  {origin, key, type}: Target & {readonly type: number | string},
  lockWait = host.lockWait,
): Promise<() => void> {
  const folder = join(imports, 'locks');
  makeFolder(folder);
  const name = createHash('sha256')
    .update(JSON.stringify([origin, key, type]))
    .digest('hex')
    .slice(0, 20);
  return takeLock(host, join(folder, `${name}.lock`), 'an import into this list', lockWait);
}

/** Does the rest of an import under the lock of its contact type, by name until the type is created. */
export async function whileMadeTypeLocked<T>(
  host: Host,
  target: Target,
  {before, made}: {readonly before: number | undefined; readonly made: number},
  work: () => Promise<T>,
): Promise<T> {
  if (before !== undefined) return work();
  const unlock = await lockImport(host, importsFolder(host), {...target, type: made});
  try {
    return await work();
  } finally {
    unlock();
  }
}
