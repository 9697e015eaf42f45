import {createHash, randomBytes} from 'node:crypto';
import {dirname} from 'node:path';
import type {Operation} from '../../api/describe/schema.js';
import {makeFolder, statsOf} from '../../core/system/files.js';
import type {Lock} from '../../core/system/lock.js';
import type {Db} from '../service/behaviour.js';
import {type AccountSeed, seedAccount} from '../service/seed.js';
import {type Settings, settingsWith} from '../service/settings.js';
import {schema} from '../service/tables.js';
import {accountTime, ownSchema, parseClock, readOwn, setClock, writeOwn} from './clock.js';
import {lockBeside, noLock, openStore, type Sharing, type Store, troubleWith} from './store.js';

/** An account together with its database. */
export type RunningAccount = {
  readonly store: Store;
  readonly settings: Settings;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The real time, from which the account's own clock is calculated. */
  readonly realNow: () => Date;
};

export type Keys = {readonly publicKey: string; readonly secretKey: string};

/** The content of a new account; time and settings come from the account itself. */
type Seed = Omit<AccountSeed, 'now' | 'settings'>;

export type Opening = {
  /** The database; in memory if omitted. */
  readonly file?: string | undefined;
  /** Says which processes are alive, so that nobody waits for a killed one's lock. */
  readonly processes?: Sharing | undefined;
  readonly realNow?: (() => Date) | undefined;
  readonly fresh?: boolean | undefined;
  /** The content of a new account. */
  readonly seed?: Partial<Seed>;
  readonly settings?: Partial<Settings>;
  /** `real`, `x60`, `step` or `step@2026-01-31T09:00:00Z`. */
  readonly clock?: string;
  readonly keys?: Partial<Keys>;
};

/** Opens an account and fills it if it is new. */
export async function openSeeded(
  opening: Opening = {},
): Promise<{readonly account: RunningAccount; readonly keys: Keys}> {
  const {file = ':memory:', processes, fresh, realNow = () => new Date(), seed} = opening;
  const settings = settingsWith(opening.settings);
  const clock = opening.clock === undefined ? undefined : parseClock(opening.clock);
  const lock = file === ':memory:' ? noLock : placeFor(file, processes);
  const store = await openStore({file, lock, fresh, schema: schema + ownSchema});
  try {
    const keys = await store.transaction(db => {
      // Another process may fill it as soon as it is empty, so both happen in one transaction.
      if (fresh) store.clear(db);
      if (clock) setClock(db, clock, realNow());
      if (readOwn(db, 'seeded') === undefined) {
        const content: Seed = {kind: 'demo', contacts: 0, seed: 1, ...seed};
        seedAccount(db, {...content, now: accountTime(db, realNow()), settings});
        writeOwn(db, 'seeded', JSON.stringify(content));
      }
      return keysOf(db, opening.keys, seed?.seed);
    });
    return {account: {store, settings, operations: await operationsByRoute(), realNow}, keys};
  } catch (error) {
    await store.close();
    throw error;
  }
}

export async function operationsByRoute(): Promise<ReadonlyMap<string, Operation>> {
  const {loadOperations} = await import('../../endpoints/all.js');
  return new Map((await loadOperations()).map(operation => [operation.route, operation]));
}

/** Makes the file's folder if it is missing, and the lock beside the file. */
function placeFor(file: string, processes: Sharing | undefined): Lock {
  try {
    if (statsOf(file)?.isFile() === false) throw new Error('It is no file.');
    makeFolder(dirname(file));
    return processes ? lockBeside(file, processes) : noLock;
  } catch (cause) {
    throw troubleWith(file, 'unopenable', cause);
  }
}

/**
 * The keys of an account, created when it is first opened and stored with it. They are random by default. With a seed
 * they are the same in every run, so that a configuration can contain them.
 */
function keysOf(db: Db, given: Partial<Keys> = {}, seed?: number): Keys {
  const made = (name: string, length: number): string => {
    const bytes = seed === undefined ? randomBytes(length) : createHash('sha256').update(`${seed} ${name}`).digest();
    return `sandbox-${name}-${bytes.subarray(0, length).toString('hex')}`;
  };
  const keys = {
    publicKey: given.publicKey ?? readOwn(db, 'publicKey') ?? made('public', 8),
    secretKey: given.secretKey ?? readOwn(db, 'secretKey') ?? made('secret', 16),
  };
  for (const [name, value] of Object.entries(keys)) if (readOwn(db, name) !== value) writeOwn(db, name, value);
  return keys;
}

/**
 * Keeps a copy of an account in temporary tables, and returns the function that resets the account to it, with its ids
 * and a given clock: that takes milliseconds, and making it anew seconds.
 */
export async function beginningOf(
  {store, realNow}: RunningAccount,
  clock: string | undefined,
): Promise<() => Promise<void>> {
  await store.transaction(db => {
    for (const name of tablesIn(db)) db.run(`CREATE TEMP TABLE ${kept(name)} AS SELECT * FROM main."${name}"`);
  });
  return () =>
    store.transaction(db => {
      for (const name of tablesIn(db)) {
        db.run(`DELETE FROM main."${name}"`);
        db.run(`INSERT INTO main."${name}" SELECT * FROM temp.${kept(name)}`);
      }
      if (clock !== undefined) setClock(db, parseClock(clock), realNow());
    });
}

const kept = (name: string): string => `"beginning ${name}"`;

/** All tables. SQLite's table of id counters comes last, because each insertion changes it. */
const tablesIn = (db: Db): readonly string[] => [
  ...db
    .all<{name: string}>("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({name}) => name),
  'sqlite_sequence',
];
