import type {Db, Row, Value} from '../service/behaviour.js';

/** The part of the database's package that is used; only the store knows the package. */
type Database = {prepare(sql: string): Statement};
type Statement = {
  all(values: Value[]): unknown;
  run(values: Array<Value | Uint8Array>): {readonly changes: number; readonly lastInsertRowid: number | bigint};
  finalize(): void;
};

/** Runs SQL on a database, and prepares each statement only once. */
export function statementsOf(database: Database) {
  const {using, finalize} = preparedOn(database);
  let writes = 0;
  const all = <R extends Row = Row>(sql: string, values: readonly Value[] = []): R[] =>
    using(sql, statement => statement.all([...values])) as R[];
  const db: Db = {
    all,
    get: <R extends Row = Row>(sql: string, values?: readonly Value[]): R | undefined => all<R>(sql, values)[0],
    run: (sql, values = []) => {
      writes++;
      const {changes, lastInsertRowid} = using(sql, statement => statement.run([...values]));
      return {changes, id: Number(lastInsertRowid)};
    },
  };
  return {db, writes: () => writes, finalize};
}

/** Keeps the latest prepared statements. A failed one cannot be reset, so it is prepared again. */
function preparedOn(database: Database) {
  const prepared = new Map<string, Statement>();
  const drop = (sql: string, statement: Statement) => {
    prepared.delete(sql);
    statement.finalize();
  };
  return {
    using: <T>(sql: string, use: (statement: Statement) => T): T => {
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
    },
    finalize: () => {
      for (const statement of prepared.values()) statement.finalize();
      prepared.clear();
    },
  };
}

const statementLimit = 400;
