import {createHash} from 'node:crypto';
import {setFlagsFromString} from 'node:v8';
import type {Database} from 'node-sqlite3-wasm';
import {ConfigError, EmkError} from '../../core/errors.js';
import {type Locker, type Release, takeLock} from '../../core/system/lock.js';
import type {Db, SqlRow, SqlValue} from '../service/behaviour.js';
import {ownTable} from './clock.js';

/** Takes the lock for one transaction. */
export type Lock = () => Promise<Release>;

/** For a database that nobody else can see. */
export const noLock: Lock = async () => () => undefined;

/**
 * A lock beside a database's file. Transactions wait for a while even if the run does not wait for other locks: a sandbox
 * that somebody else is using is not busy for long.
 */
export const lockBeside = (file: string, host: Locker): Lock => {
  const lockWait = {...host.lockWait, longest: Math.max(host.lockWait.longest, TURNS)};
  const patient: Locker = Object.create(host, {lockWait: {value: lockWait}});
  return () => takeLock(patient, `${file}.held`, "the sandbox's database");
};

/** Enough for the turns of many processes. */
const TURNS = 10_000;

/**
 * The address by which SQLite opens a file without its own locks. It takes all behind `file:` for the path, so
 * `file:///C:/` would name a folder `/C:`.
 */
const uriOf = (path: string): string => `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?nolock=1`;

/** The errors of a database that cannot be used, each with what helps. */
const troubles = {
  unopenable: ['cannot be opened', 'Check that it is a file and that you may write to it and its folder, or'],
  unreadable: ['cannot be read', "If that file is the sandbox's own, delete it to start over; otherwise"],
  foreign: ['cannot be kept there: it is the database of another program', 'Nothing was changed in it:'],
  full: ['cannot be written', 'Check that its disk has room, or'],
  older: ['was made by another version of emk', 'Start it over with "emk sandbox reset", or'],
} as const;

export function troubleWith(file: string, trouble: keyof typeof troubles, cause?: unknown): ConfigError {
  const [says, hint] = troubles[trouble];
  return new ConfigError(`The sandbox's account in ${file} ${says}.`, {
    cause,
    hint: `${hint} name another file with --db or EMK_SANDBOX_DB.`,
  });
}

/** The part of the database's package that is used; only the store knows the package. */
type Preparing = {prepare(sql: string): Statement};
type Statement = {
  all(values: SqlValue[]): unknown;
  run(values: Array<SqlValue | Uint8Array>): {readonly changes: number; readonly lastInsertRowid: number | bigint};
  finalize(): void;
};

/** Runs SQL on a database, and prepares each statement only once. A failed one cannot be reset, so it is prepared again. */
function statementsOf(database: Preparing) {
  const prepared = new Map<string, Statement>();
  const using = <T>(sql: string, use: (statement: Statement) => T): T => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    try {
      return use(statement);
    } catch (error) {
      prepared.delete(sql);
      end(statement);
      throw error;
    }
  };
  const all = <R extends SqlRow = SqlRow>(sql: string, values: readonly SqlValue[] = []): R[] =>
    using(sql, statement => statement.all([...values])) as R[];
  const db: Db = {
    all,
    get: <R extends SqlRow = SqlRow>(sql: string, values?: readonly SqlValue[]): R | undefined =>
      all<R>(sql, values)[0],
    run: (sql, values = []) => {
      const {changes, lastInsertRowid} = using(sql, statement => statement.run([...values]));
      return {changes, id: Number(lastInsertRowid)};
    },
  };
  const finalize = (): void => {
    for (const statement of prepared.values()) end(statement);
    prepared.clear();
  };
  return {db, finalize};
}

/** Ends a statement, which says once more why its last run failed, if it did: the file must be closed all the same. */
function end(statement: Statement): void {
  try {
    statement.finalize();
  } catch {}
}

/** An account's database: everything that touches it runs alone and in one transaction. */
export type Store = {
  /** Runs the work under the lock and commits it, or undoes it all if it throws. */
  transaction<T>(work: (db: Db) => T): Promise<T>;
  /** Deletes everything, as a part of a transaction. */
  clear(db: Db): void;
  close(): Promise<void>;
};

type StoreOptions = {
  readonly file: string;
  readonly lock?: Lock;
  /** Creates the tables; must be repeatable. */
  readonly schema: string;
  readonly fresh?: boolean | undefined;
};

/** Opens an account's database, or an empty one in memory. */
export async function openStore({file, lock = noLock, schema, fresh = false}: StoreOptions): Promise<Store> {
  const database = await openDatabase(file);
  const {db, finalize} = statementsOf(database);
  const alone = takingTurns(lock);

  const inTransaction = transactionsOn(database, file);
  await alone(() => {
    database.exec(lock === noLock ? aloneWithIt : sharingIt);
    inTransaction(() => {
      const tables = tablesOf(db);
      if (tables.length > 0 && !tables.includes(ownTable)) throw troubleWith(file, 'foreign');
      if (fresh) dropTables(database, tables);
      prepareTables(database, db, {file, schema});
    });
  }).catch((error: unknown) => {
    finalize();
    database.close();
    throw error instanceof EmkError ? error : troubleWith(file, 'unreadable', error);
  });

  return {
    transaction: work => alone(() => inTransaction(() => work(db))),
    clear: inside => {
      dropTables(database, tablesOf(inside));
      prepareTables(database, inside, {file, schema});
    },
    close: () =>
      alone(() => {
        finalize();
        database.close();
      }),
  };
}

/** Does work in one transaction, and undoes it if it throws. */
function transactionsOn(database: Database, file: string): <T>(work: () => T) => T {
  return work => {
    database.exec('BEGIN');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK');
      const isFull = error instanceof Error && /disk (?:I\/O error|is full)/.test(error.message);
      throw isFull ? troubleWith(file, 'full', error) : error;
    }
  };
}

const sharingIt = 'PRAGMA synchronous = OFF; PRAGMA journal_mode = TRUNCATE; PRAGMA cache_size = -16000';

/** If nobody else sees the file, a transaction skips the look for others' changes, which takes most of its time. */
const aloneWithIt =
  'PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA cache_size = -16000';

/** Gives the lock to one piece of work at a time. */
function takingTurns(lock: Lock): <T>(work: () => T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const turn = last.then(async () => {
      const release = await lock();
      try {
        return work();
      } finally {
        release();
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Creates the tables, or checks that the same emk version did: the file contains a number made from the schema. */
function prepareTables(database: Database, db: Db, {file, schema}: Pick<StoreOptions, 'file' | 'schema'>): void {
  const version = createHash('sha256').update(schema).digest().readUInt32BE() >>> 1;
  const found = db.get<{user_version: number}>('PRAGMA user_version')?.user_version ?? 0;
  if (found === version) return;
  if (found !== 0) throw troubleWith(file, 'older');
  database.exec(schema);
  database.exec(`PRAGMA user_version = ${version}`);
}

const tablesOf = (db: Db): string[] =>
  db
    .all<{name: string}>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({name}) => name);

function dropTables(database: Database, tables: readonly string[]): void {
  for (const name of tables) database.exec(`DROP TABLE "${name}"`);
  database.exec('PRAGMA user_version = 0');
}

const openUri = 0x40;

/**
 * Opens the file without SQLite's own locks, because emk's lock already keeps everyone else out. This is necessary: the
 * package locks by making a folder, and takes its own folder as a sign that somebody is still writing. So after a
 * killed write it would never roll back, and read a half-written file. Only the URI parameter `nolock` avoids this, and
 * the package opens without URIs, so emk adds that flag.
 */
async function openDatabase(file: string): Promise<Database> {
  staySmall();
  const sqlite = await loadSqlite();
  if (file === ':memory:') return new sqlite.Database(file);
  try {
    return new sqlite.Database(uriOf(file));
  } catch (cause) {
    throw troubleWith(file, 'unopenable', cause);
  }
}

type OpenFile = (name: number, out: number, flags: number, vfs: number) => number;
type Sqlite = typeof import('node-sqlite3-wasm') & {_sqlite3_open_v2: OpenFile & {readonly takesUris?: true}};

async function loadSqlite(): Promise<Sqlite> {
  const {default: sqlite} = (await import('node-sqlite3-wasm')) as unknown as {default: Sqlite};
  const open = sqlite._sqlite3_open_v2;
  if (!open.takesUris) {
    const withUris: OpenFile = (name, out, flags, vfs) => open(name, out, flags | openUri, vfs);
    sqlite._sqlite3_open_v2 = Object.assign(withUris, {takesUris: true} as const);
  }
  return sqlite;
}

/**
 * Halves the memory for a large account: V8 reserves much for compiling SQLite and for short-lived records. And compiles
 * SQLite anew for speed only where there is much to do: that took more than all the rest of a short command.
 */
function staySmall(): void {
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  setFlagsFromString('--wasm-tiering-budget=1000000000');
  setFlagsFromString('--semi-space-growth-factor=1');
}
