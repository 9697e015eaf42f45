import {dirname} from 'node:path';
import {makeFolder} from '../../system/folder.js';
import type {Lock} from '../../system/lock.js';
import {statsOf} from '../../system/path-stats.js';
import type {Db} from '../service/behaviour.js';
import type {AccountSeed} from '../service/seed/seed.js';
import type {Settings} from '../service/settings.js';
import {accountTime} from './clock.js';
import {ofNoFile, unopenable} from './database-errors.js';
import {lockBeside, noLock, type Sharing} from './database-lock.js';
import {ownSchema, ownTable, readOwn, writeOwn} from './own-tables.js';
import {operationsByRoute} from './routes.js';
import type {RunningAccount} from './running-account.js';
import {openStore} from './store.js';

export type Opening = {
  /** The database; in memory if omitted. */
  readonly file?: string | undefined;
  /** Says which processes are alive, so that nobody waits for a killed one's lock. */
  readonly processes?: Sharing | undefined;
  readonly realNow?: (() => Date) | undefined;
  readonly fresh?: boolean | undefined;
};

/** Opens an account's database, and loads the service that answers from it. */
export async function openAccount(opening: Opening, settings: Settings): Promise<RunningAccount> {
  const {file = ':memory:', processes, fresh, realNow = () => new Date()} = opening;
  const [{service}, operations] = await Promise.all([import('../service/service.js'), operationsByRoute()]);
  const lock = file === ':memory:' ? noLock : placeFor(file, processes);
  const store = await openStore({file, lock, fresh, schema: service.schema + ownSchema, mark: ownTable});
  return {store, service, settings, operations, realNow};
}

/** Makes the file's folder if it is missing, and the lock beside the file. */
function placeFor(file: string, processes: Sharing | undefined): Lock {
  const stats = statsOf(file);
  if (stats && !stats.isFile()) throw ofNoFile(file, stats.isDirectory() ? 'a folder' : 'a device or a pipe');
  try {
    makeFolder(dirname(file));
    return processes ? lockBeside(file, processes) : noLock;
  } catch (cause) {
    throw unopenable(file, cause);
  }
}

/** The content of a new account; time and settings come from the account itself. */
export type Seed = Omit<AccountSeed, 'now' | 'settings'>;

/** Fills an empty account. If several processes open a new account, only the first one fills it. */
export function seedOnce({service, settings, realNow}: RunningAccount, db: Db, seed: Seed): void {
  if (readOwn(db, 'seeded') !== undefined) return;
  service.seedAccount(db, {...seed, now: accountTime(db, realNow()), settings});
  writeOwn(db, 'seeded', JSON.stringify(seed));
}
