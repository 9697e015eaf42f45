import {pathToFileURL} from 'node:url';
import type {Database, Statement} from 'node-sqlite3-wasm';
import type {Db, Row, Value} from './behaviour.js';
import {type FileLock, noLock} from './lock.js';

/** An account's database: everything that touches it runs alone and in one transaction. */
export type Store = {
  /** Runs the work under the lock, commits what it did, and undoes it all when it throws. */
  transaction<T>(work: (db: Db) => T): Promise<T>;
  close(): Promise<void>;
};

/** Opens an account's database, or an empty one in memory. The schema must be repeatable. */
export async function openStore({
  file,
  lock = noLock,
  schema,
}: {
  readonly file: string;
  readonly lock?: FileLock;
  readonly schema: string;
}): Promise<Store> {
  const database = await openDatabase(file);
  const {db, endTransaction, finalize} = statementsOf(database);
  let last: Promise<unknown> = Promise.resolve();

  const alone = <T>(work: () => T): Promise<T> => {
    const turn = last.then(async () => {
      await lock.acquire();
      try {
        return work();
      } finally {
        lock.release();
      }
    });
    last = turn.catch(() => undefined);
    return turn;
  };

  const inTransaction = <T>(work: () => T): T => {
    database.exec('BEGIN');
    try {
      const result = work();
      endTransaction();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      endTransaction();
      if (database.inTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };

  await alone(() => {
    database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = TRUNCATE; PRAGMA cache_size = -16000');
    inTransaction(() => database.exec(schema));
  });

  return {
    transaction: work => alone(() => inTransaction(() => work(db))),
    close: () =>
      alone(() => {
        finalize();
        database.close();
      }).finally(() => lock.dispose()),
  };
}

const openUri = 0x40;

/**
Opens the file without SQLite's own locks, since ours already keeps everyone else out.

That is more than thrift. The package locks by making a folder, and takes that folder, its own, for a sign that somebody
is still writing: after a killed write it would never roll back, and read a half-written file. Only the URI parameter
`nolock` avoids it, and the package opens without URIs; hence the added flag.
*/
async function openDatabase(file: string): Promise<Database> {
  const sqlite = await loadSqlite();
  if (file === ':memory:') return new sqlite.Database(file);
  return new sqlite.Database(`${pathToFileURL(file).href}?nolock=1`);
}

type Open = (name: number, out: number, flags: number, vfs: number) => number;
type Sqlite = typeof import('node-sqlite3-wasm') & {_sqlite3_open_v2: Open & {readonly takesUris?: true}};

async function loadSqlite(): Promise<Sqlite> {
  const {default: sqlite} = (await import('node-sqlite3-wasm')) as unknown as {default: Sqlite};
  const open = sqlite._sqlite3_open_v2;
  if (!open.takesUris) {
    const withUris: Open = (name, out, flags, vfs) => open(name, out, flags | openUri, vfs);
    sqlite._sqlite3_open_v2 = Object.assign(withUris, {takesUris: true} as const);
  }
  return sqlite;
}

const statementLimit = 400;

/** A database's statements, prepared once each. */
function statementsOf(database: Database) {
  const prepared = new Map<string, Statement>();
  const cursors = new Set<{drain(): void}>();

  const drop = (sql: string, statement: Statement) => {
    prepared.delete(sql);
    statement.finalize();
  };

  // A statement that failed cannot be reset, so it is made anew.
  const using = <T>(sql: string, use: (statement: Statement) => T): T => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    try {
      return use(statement);
    } catch (error) {
      drop(sql, statement);
      throw error;
    } finally {
      const [oldest] = prepared.size > statementLimit ? prepared : [];
      if (oldest) drop(...oldest);
    }
  };

  const all = <R extends Row = Row>(sql: string, values: readonly Value[] = []): R[] =>
    using(sql, statement => statement.all([...values])) as R[];

  const db: Db = {
    all,
    get: <R extends Row = Row>(sql: string, values?: readonly Value[]): R | undefined => all<R>(sql, values)[0],
    each: <R extends Row = Row>(sql: string, values: readonly Value[] = []): Iterable<R> => ({
      [Symbol.iterator]: () => {
        const statement = database.prepare(sql);
        let rows = statement.iterate([...values]) as Iterator<R>;
        const cursor = {
          drain: () => {
            const rest = [...{[Symbol.iterator]: () => rows}];
            finish();
            rows = rest[Symbol.iterator]();
          },
        };
        const finish = () => {
          if (cursors.delete(cursor)) statement.finalize();
        };
        cursors.add(cursor);
        return {
          next: () => {
            const step = rows.next();
            if (step.done) finish();
            return step;
          },
          return: () => {
            finish();
            return {done: true, value: undefined};
          },
        };
      },
    }),
    run: (sql, values = []) => {
      const {changes, lastInsertRowid} = using(sql, statement => statement.run([...values]));
      return {changes, id: Number(lastInsertRowid)};
    },
  };

  return {
    db,
    endTransaction: () => {
      for (const cursor of cursors) cursor.drain();
    },
    finalize: () => {
      for (const cursor of cursors) cursor.drain();
      for (const statement of prepared.values()) statement.finalize();
      prepared.clear();
    },
  };
}
