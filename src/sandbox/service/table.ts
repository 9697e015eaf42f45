import type {Asked, Db, Outcome, Row, Value} from '../behaviour.js';
import {eachById} from '../pages.js';
import type {Settings} from '../settings.js';
import {idOf, itemsOf, toId} from './input.js';
import {done} from './outcome.js';
import {stampOrNull} from './time.js';

/** Where records of one kind are kept, and what an answer shows of them, in the order of the documentation. */
export type Table = {
  readonly name: string;
  readonly shows: string;
  /** Deleted rows stay, with the time in `deleted_at`. */
  readonly soft: boolean;
};

/** The account that owns every record. */
export const userId = 1;

type Selection = {
  /** Columns that only lists show. */
  readonly also?: string;
  readonly where?: string;
  readonly values?: readonly Value[];
};

/** The rows of a table in order of id, a page at a time, each made into a record. */
export function* listed<R extends Row = Row>(
  {db, settings}: Pick<Asked, 'db' | 'settings'>,
  table: Table,
  {also = '', where = 'TRUE', values = []}: Selection = {},
  show: (row: R & {id: number}) => object = row => withStamps(row, settings),
): Generator<object> {
  const alive = table.soft && settings.deletedRows === 'hidden' ? 'deleted_at IS NULL' : 'TRUE';
  const sql = `SELECT ${table.shows}${also} FROM ${table.name} WHERE ${where} AND ${alive} AND id > ? ORDER BY id LIMIT ?`;
  for (const row of eachById<R & {id: number}>(db, sql, values)) yield show(row);
}

/** One row that is not deleted, as its table shows it. */
export const find = <R extends Row = Row>(db: Db, table: Table, key: string, value: Value): R | undefined =>
  db.get<R>(`SELECT ${table.shows} FROM ${table.name} WHERE ${key} = ?${table.soft ? alive : ''}`, [value]);

/** Whether a row with this id exists and is not deleted. */
export const exists = (db: Db, table: Table, id: number): boolean =>
  db.get(`SELECT 1 FROM ${table.name} WHERE id = ?${table.soft ? alive : ''}`, [id]) !== undefined;

/** Deletes rows, and says how many there were. */
export function remove(
  {db, now}: Pick<Asked, 'db' | 'now'>,
  table: Table,
  ids: readonly number[],
  where = 'TRUE',
): number {
  const chosen = `id IN (SELECT value FROM json_each(?)) AND ${where}`;
  const [list, time] = [JSON.stringify(ids), now.getTime()];
  return table.soft
    ? db.run(`UPDATE ${table.name} SET deleted_at = ?, updated_at = ? WHERE ${chosen}${alive}`, [time, time, list])
        .changes
    : db.run(`DELETE FROM ${table.name} WHERE ${chosen}`, [list]).changes;
}

/** Deletes the row that the query names. */
export const removesOne =
  (table: Table, parameter: string, missing: Outcome, where?: string) =>
  (asked: Asked): Outcome =>
    remove(asked, table, [idOf(asked, parameter)], where) > 0 ? done : missing;

/** Deletes the rows that `strIds` names; those that do not exist are passed over unless none does. */
export const removesMany =
  (table: Table, missing: Outcome, where?: string) =>
  (asked: Asked): Outcome =>
    remove(asked, table, itemsOf(asked, 'strIds').map(toId), where) > 0 ? done : missing;

/** The ids of rows that are named by id, by utr, or by either. */
export function idsNamed(db: Db, table: Table, names: readonly string[], by: string): number[] {
  const ids = JSON.stringify(by === 'utr' ? [] : names.map(toId));
  const utrs = JSON.stringify(by === 'id' ? [] : names);
  return db
    .all<{id: number}>(
      `SELECT id FROM ${table.name}
        WHERE (id IN (SELECT value FROM json_each(?)) OR utr IN (SELECT value FROM json_each(?)))${table.soft ? alive : ''}`,
      [ids, utrs],
    )
    .map(({id}) => id);
}

/** Adds a row and gives its id. */
export function add(db: Db, table: Table, row: Row): number {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  return db.run(`INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${places})`, Object.values(row)).id;
}

/** Changes a row that is not deleted; false if there is none. */
export function change(db: Db, table: Table, id: number, row: Row): boolean {
  const columns = Object.keys(row).map(column => `${column} = ?`);
  return (
    db.run(`UPDATE ${table.name} SET ${columns.join(', ')} WHERE id = ?${table.soft ? alive : ''}`, [
      ...Object.values(row),
      id,
    ]).changes > 0
  );
}

/** A row whose times are written as the API writes them. */
export function withStamps<R extends Row>(row: R, settings: Settings): Omit<R, Stamped> & Row {
  const shown: Record<string, Value> = {...row};
  for (const name of stamped) if (name in row) shown[name] = stampOrNull(row[name] as number | null, settings);
  return shown as Omit<R, Stamped> & Row;
}

const stamped = ['created_at', 'updated_at', 'deleted_at'] as const;
type Stamped = (typeof stamped)[number];

const alive = ' AND deleted_at IS NULL';
