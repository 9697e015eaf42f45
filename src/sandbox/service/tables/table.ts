import type {Asked, Db, Row, Value} from '../behaviour.js';
import type {Settings} from '../settings.js';

const usualSize = 500;

/**
 * Reads the rows of a table that may be huge, some hundred at a time: each page is its own query that starts after the
 * last id. So a list can be read in many transactions, with at most a page in memory. The query has two extra
 * parameters at its end: `… WHERE contact.id > ? ORDER BY contact.id LIMIT ?`.
 */
export function* eachById<R extends Row & {readonly id: number}>(
  db: Db,
  sql: string,
  values: readonly Value[] = [],
  pageSize = usualSize,
): Generator<R> {
  let after = 0;
  for (;;) {
    const page = db.all<R>(sql, [...values, after, pageSize]);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.id;
  }
}

/**
 * Reads the column `record` in the same way, as one text per page: SQLite passes it on much faster. Texts of more than
 * 128 KiB cost V8 more, so a page is small.
 */
function* linesById(db: Db, sql: string, values: readonly Value[] = [], pageSize = 100): Generator<string> {
  const joined = `SELECT max(id) AS id, group_concat(record, char(10)) AS lines FROM (${sql})`;
  for (let after = 0; ; ) {
    const page = db.get<{id: number | null; lines: string | null}>(joined, [...values, after, pageSize]);
    if (!page || page.id === null || page.lines === null) return;
    yield page.lines;
    after = page.id;
  }
}

/** The first items, at most `count`; no more are read. */
export function* firstOf<T>(items: Iterable<T>, count: number): Generator<T> {
  if (count === 0) return;
  let taken = 0;
  for (const item of items) {
    yield item;
    taken += 1;
    if (taken === count) return;
  }
}

/** A time as in `created_at` and similar fields: ISO 8601 in UTC, with microseconds and `Z`. */
export const stamp = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}.000000Z`;

/** A time as in `sent_at` and `live_at`: to the second. */
export const moment = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/** A table of records, and the fields that an answer shows of them, in the documentation's order. */
export type Table = {
  readonly name: string;
  readonly fields: readonly Field[];
  /** Deleted rows stay, with the time in `deleted_at`. */
  readonly soft: boolean;
};

/** A column by name, or a field's name and the SQL that computes it. */
export type Field = string | readonly [name: string, sql: string];

/** A row as in answers, with times still as numbers. */
export type Stored = {readonly id: number; readonly [field: string]: unknown};

type Selection = {readonly also?: readonly Field[]; readonly where?: string; readonly values?: readonly Value[]};

/** The rows of a table in order of id, a page at a time, each converted to a record. */
export function* listed(
  {db, settings}: Pick<Asked, 'db' | 'settings'>,
  table: Table,
  selection: Selection = {},
  show: (row: Stored) => object = row => withStamps(row),
): Generator<object> {
  const sql = pageQuery(settings, table, selection);
  for (const {record} of eachById<{id: number; record: string}>(db, sql, selection.values))
    yield show(JSON.parse(record) as Stored);
}

/** The same rows as JSON lines, for a list so long that an object for each row would take most of its time. */
export const listedAsLines = (
  {db, settings}: Pick<Asked, 'db' | 'settings'>,
  table: Table,
  selection: Selection = {},
): Generator<string> => linesById(db, pageQuery(settings, table, selection), selection.values);

function pageQuery({deletedRows}: Settings, table: Table, {also = [], where = 'TRUE'}: Selection): string {
  const hidden = table.soft && deletedRows === 'hidden' ? alive : '';
  return `SELECT id, ${asJson([...table.fields, ...also])} AS record FROM ${table.name}
    WHERE ${where}${hidden} AND id > ? ORDER BY id LIMIT ?`;
}

/** All rows of a small table at once, deleted ones included. */
export const everyRow = (db: Db, table: Table): Stored[] =>
  db
    .all<{record: string}>(`SELECT ${asJson(table.fields)} AS record FROM ${table.name}`)
    .map(({record}) => JSON.parse(record) as Stored);

/** One row that is not deleted, as its table shows it. */
export function find(db: Db, table: Table, key: string, value: Value): Stored | undefined {
  const sql = `SELECT ${asJson(table.fields)} AS record FROM ${table.name} WHERE ${key} = ?${table.soft ? alive : ''}`;
  const row = db.get<{record: string}>(sql, [value]);
  return row && (JSON.parse(row.record) as Stored);
}

/** Whether a row with this id exists and is not deleted. */
export const exists = (db: Db, table: Table, id: number): boolean =>
  db.get(`SELECT 1 FROM ${table.name} WHERE id = ?${table.soft ? alive : ''}`, [id]) !== undefined;

/** Deletes rows, and returns how many there were. */
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

/** The ids of rows that are not deleted, named by id, by utr, or by either. */
export const idsNamed = (db: Db, table: Table, names: readonly string[], by: string): number[] => {
  const [ids, utrs] = [by === 'utr' ? [] : names.filter(name => /^\d{1,15}$/.test(name)), by === 'id' ? [] : names];
  return db
    .all<{id: number}>(
      `SELECT id FROM ${table.name}
        WHERE (id IN (SELECT value FROM json_each(?)) OR utr IN (SELECT value FROM json_each(?)))${table.soft ? alive : ''}`,
      [JSON.stringify(ids.map(Number)), JSON.stringify(utrs)],
    )
    .map(({id}) => id);
};

/** Adds a row and gives its id. */
export function add(db: Db, table: Table, row: Row): number {
  const marks = Object.values(row).map(markFor).join(', ');
  return db.run(
    `INSERT INTO ${table.name} (${Object.keys(row).join(', ')}) VALUES (${marks})`,
    Object.values(row).map(whole),
  ).id;
}

/** Adds a row that is created now. */
export const addNow = ({db, now}: Pick<Asked, 'db' | 'now'>, table: Table, row: Row): number =>
  add(db, table, {...row, created_at: now.getTime(), updated_at: now.getTime()});

/** Changes a row, and notes when. */
export const changeNow = ({db, now}: Pick<Asked, 'db' | 'now'>, table: Table, id: number, row: Row): boolean =>
  change(db, table, id, {...row, updated_at: now.getTime()});

/** Changes a row that is not deleted; false if there is none. */
export function change(db: Db, table: Table, id: number, row: Row): boolean {
  const columns = Object.entries(row).map(([column, value]) => `${column} = ${markFor(value)}`);
  return (
    db.run(`UPDATE ${table.name} SET ${columns.join(', ')} WHERE id = ?${table.soft ? alive : ''}`, [
      ...Object.values(row).map(whole),
      id,
    ]).changes > 0
  );
}

/** A text that contains NUL as bytes, because SQLite would end it at the NUL, and the service keeps all of it. */
const whole = (value: Value): Value | Uint8Array => (holdsNul(value) ? Buffer.from(value) : value);

const markFor = (value: Value): string => (holdsNul(value) ? 'CAST(? AS TEXT)' : '?');

const holdsNul = (value: Value): value is string => typeof value === 'string' && value.includes('\u0000');

/** A row with its times in the API's form. */
export const withStamps = <R extends Stored>(row: R): R => ({
  ...row,
  ...Object.fromEntries(
    stamped.filter(name => typeof row[name] === 'number').map(name => [name, stamp(Number(row[name]))]),
  ),
});

const stamped = ['created_at', 'updated_at', 'deleted_at'];

const alive = ' AND deleted_at IS NULL';

/** Joins the fields of a row in SQL, because SQLite passes one text to JavaScript much faster than twenty columns. */
const asJson = (fields: readonly Field[]): string =>
  `json_object(${fields.map(field => (typeof field === 'string' ? `'${field}', ${field}` : `'${field[0]}', ${field[1]}`)).join(', ')})`;
