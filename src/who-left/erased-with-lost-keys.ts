import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {targetOf} from '../accounts/target.js';
import type {Account} from '../api/wire/account.js';
import {stateFolder} from '../own-files/folders.js';
import type {Host} from '../system/host.js';
import {erasedPath} from './erased.js';
import {readMemory} from './erased-file.js';

/** How many people were erased at the service of an account with keys that neither it nor another account has now. */
export function erasedWithLostKeys(
  host: Host,
  owner: Account,
  others: Iterable<Pick<Account, 'baseUrl' | 'publicKey'>>,
): number {
  const all = memoryFiles(host);
  if (all.length === 0) return 0;
  const {origin} = targetOf(owner);
  const known = new Set([
    erasedPath(host, owner),
    ...[...others].map(other => erasedPath(host, {...other, source: 'profile'})),
  ]);
  const unclaimed = all.filter(path => !known.has(path)).map(readMemory);
  const entries = unclaimed.flatMap(memory => (memory.origin === origin ? memory.entries : []));
  return new Set(entries.map(({hash}) => hash)).size;
}

/** The files of all accounts; none without a home folder. */
function memoryFiles(host: Host): readonly string[] {
  try {
    const folder = join(stateFolder(host), 'erased');
    return readdirSync(folder).flatMap(name => (name.endsWith('.jsonl') ? [join(folder, name)] : []));
  } catch {
    return [];
  }
}
