import {posix, win32} from 'node:path';
import {UsageError} from '../../errors.js';
import {stateFolder} from '../../own-files/folders.js';
import type {Host} from '../../system/host.js';

/** The file that stores the account between commands: the named file, or the one in the state folder. */
export function databaseOf(host: Pick<Host, 'env' | 'home' | 'platform' | 'cwd'>, asked?: string): string {
  const {join, resolve} = host.platform === 'win32' ? win32 : posix;
  const given = asked ?? (host.env['EMK_SANDBOX_DB'] || undefined);
  if (given === ':memory:') {
    throw new UsageError('An account in memory is gone when the command ends.', {
      hint: 'Name a file, or use "emk sandbox run" or "emk sandbox serve", which can keep one in memory.',
    });
  }
  return given === undefined ? join(stateFolder(host), 'sandbox', 'account.db') : resolve(host.cwd, given);
}
