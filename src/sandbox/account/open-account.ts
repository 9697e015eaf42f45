import {dirname} from 'node:path';
import {partsOf, pathReader} from '../../api/describe/route.js';
import type {Operation} from '../../api/describe/schema.js';
import {makeFolder} from '../../system/folder.js';
import type {Lock} from '../../system/lock.js';
import {statsOf} from '../../system/path-stats.js';
import type {Db} from '../service/behaviour.js';
import type {AccountSeed} from '../service/seed/seed.js';
import type {Service} from '../service/service.js';
import type {Settings} from '../service/settings.js';
import {accountTime} from './clock.js';
import {ownSchema, ownTable, readOwn, writeOwn} from './own-tables.js';
import {lockBeside, noLock, ofNoFile, openStore, type Sharing, type Store, unopenable} from './store.js';

/** An account together with its database. */
export type RunningAccount = {
  readonly store: Store;
  readonly service: Service;
  readonly settings: Settings;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The real time, from which the account's own clock is calculated. */
  readonly realNow: () => Date;
};

/** What answers at a path: an operation for each method, and the values in the path. */
type Routed = {readonly methods: ReadonlyMap<string, Operation>; readonly values: Readonly<Record<string, string>>};

/** Finds what answers at a path of the API. */
export type Routes = (path: string) => Routed | undefined;

/** Indexes the operations by path and method, including second methods. A path without parameters comes first. */
export function routesOf(operations: Iterable<Operation>): Routes {
  const byPath = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const {method, path} = partsOf(operation);
    const methods = byPath.get(path) ?? new Map<string, Operation>();
    for (const name of operation.also === undefined ? [method] : [method, operation.also]) methods.set(name, operation);
    byPath.set(path, methods);
  }
  const patterns = [...byPath].flatMap(([path, methods]) =>
    path.includes('{') ? [{read: pathReader(path), methods}] : [],
  );
  return path => {
    const methods = byPath.get(path);
    if (methods) return {methods, values: {}};
    for (const {read, methods} of patterns) {
      const values = read(path);
      if (values) return {methods, values: decoded(values)};
    }
    return undefined;
  };
}

const decoded = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeURIComponent(value)]));

export async function operationsByRoute(): Promise<ReadonlyMap<string, Operation>> {
  const {loadOperations} = await import('../../endpoints/all.js');
  return new Map((await loadOperations()).map(operation => [operation.route, operation]));
}

/**
 * Copies an account into temporary tables, which exist only for this connection. Going back to them takes milliseconds;
 * creating the account from its files would take seconds.
 */
export function keepBeginning(db: Db): void {
  for (const name of tablesIn(db)) db.run(`CREATE TEMP TABLE ${kept(name)} AS SELECT * FROM main."${name}"`);
}

/** Resets an account to its copy, including the counters of its ids. */
export function backToBeginning(db: Db): void {
  for (const name of tablesIn(db)) {
    db.run(`DELETE FROM main."${name}"`);
    db.run(`INSERT INTO main."${name}" SELECT * FROM temp.${kept(name)}`);
  }
}

const kept = (name: string): string => `"beginning ${name}"`;

/** All tables. SQLite's table of id counters comes last, because each insertion changes it. */
const tablesIn = (db: Db): readonly string[] => [
  ...db
    .all<{name: string}>("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({name}) => name),
  'sqlite_sequence',
];

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
