import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {makeFolder} from '../../system/folder.js';
import type {Host} from '../../system/host.js';
import {takeLock} from '../../system/lock.js';

/** What must not be imported into twice at once: one service, one key, one contact type. */
export type Target = {readonly origin: string; readonly key: string; readonly type: number | string};

/** Takes the lock of an import and gives what releases it. Throws a `LockedError` while another import holds it. */
export function lockImport(host: Host, imports: string, {origin, key, type}: Target): Promise<() => void> {
  const folder = join(imports, 'locks');
  makeFolder(folder);
  const name = createHash('sha256')
    .update(JSON.stringify([origin, key, type]))
    .digest('hex')
    .slice(0, 20);
  return takeLock(host, join(folder, `${name}.lock`), 'an import into this contact type');
}
