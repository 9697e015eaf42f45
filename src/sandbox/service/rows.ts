import {createHash} from 'node:crypto';
import type {Asked, Db, SqlRow, SqlValue} from './behaviour.js';
import type {Table} from './tables.js';

/**
 * Reads the rows of a table that may be huge, some hundred at a time: each page is its own query that starts after the
 * last id. So a list can be read in many transactions, with at most a page in memory. The query has two extra
 * parameters at its end: `… WHERE contact.id > ? ORDER BY contact.id LIMIT ?`.
 */
export function* eachById<R extends SqlRow & {readonly id: number}>(
  db: Db,
  sql: string,
  values: readonly SqlValue[] = [],
  pageSize = 500,
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

/** A row as in answers. */
export type Stored = {readonly id: number; readonly [field: string]: unknown};

/** Which rows of a table are meant: a condition, and the values in it. */
type Selection = {readonly where?: string; readonly values?: readonly SqlValue[]};

/** The rows of a table in order of id, a page at a time, each converted to a record. */
export function* listed(
  asked: Pick<Asked, 'db' | 'settings'>,
  table: Table,
  selection: Selection = {},
  show: (row: Stored) => object = row => row,
): Generator<object> {
  const sql = pageQuery(asked, table, selection);
  for (const {record} of eachById<{id: number; record: string}>(asked.db, sql, selection.values))
    yield show(JSON.parse(record) as Stored);
}

/**
 * The same rows as JSON lines, one text per page, for a list so long that an object for each row would take most of its
 * time. Texts of more than 128 KiB cost V8 more, so a page is small.
 */
export function* listedAsLines(asked: Pick<Asked, 'db' | 'settings'>, table: Table): Generator<string> {
  const joined = `SELECT max(id) AS id, group_concat(record, char(10)) AS lines FROM (${pageQuery(asked, table, {})})`;
  for (let after = 0; ; ) {
    const page = asked.db.get<{id: number | null; lines: string | null}>(joined, [after, 100]);
    if (!page || page.id === null || page.lines === null) return;
    yield page.lines;
    after = page.id;
  }
}

function pageQuery({settings}: Pick<Asked, 'settings'>, table: Table, {where = 'TRUE'}: Selection): string {
  const hidden = table.soft && settings.deletedRows === 'hidden' ? alive : '';
  return `SELECT id, ${asJson([...table.fields, ...table.inList])} AS record FROM ${table.name}
    WHERE ${where}${hidden} AND id > ? ORDER BY id LIMIT ?`;
}

/** All rows of a small table at once, deleted ones included. */
export const everyRow = (db: Db, table: Table): Stored[] =>
  db
    .all<{record: string}>(`SELECT ${asJson(table.fields)} AS record FROM ${table.name}`)
    .map(({record}) => JSON.parse(record) as Stored);

/** One row that is not deleted, as its table shows it. */
export function find(db: Db, table: Table, key: string, value: SqlValue): Stored | undefined {
  const sql = `SELECT ${asJson(table.fields)} AS record FROM ${table.name} WHERE ${key} = ?${aliveIn(table)}`;
  const row = db.get<{record: string}>(sql, [value]);
  return row && (JSON.parse(row.record) as Stored);
}

/** Whether a row with this id exists and is not deleted. */
export const exists = (db: Db, table: Table, id: number): boolean =>
  db.get(`SELECT 1 FROM ${table.name} WHERE id = ?${aliveIn(table)}`, [id]) !== undefined;

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
export function idsNamed(db: Db, table: Table, names: readonly string[], by: string): number[] {
  const [ids, utrs] = [by === 'utr' ? [] : names.filter(name => /^\d{1,15}$/.test(name)), by === 'id' ? [] : names];
  const sql = `SELECT id FROM ${table.name}
    WHERE (id IN (SELECT value FROM json_each(?)) OR utr IN (SELECT value FROM json_each(?)))${aliveIn(table)}`;
  return db.all<{id: number}>(sql, [JSON.stringify(ids.map(Number)), JSON.stringify(utrs)]).map(({id}) => id);
}

/** Adds a row and gives its id. */
export function add(db: Db, table: Table, row: SqlRow): number {
  const marks = Object.values(row).map(markFor).join(', ');
  const sql = `INSERT INTO ${table.name} (${Object.keys(row).join(', ')}) VALUES (${marks})`;
  return db.run(sql, Object.values(row).map(whole)).id;
}

/** Adds a row that is created now. */
export const addNow = ({db, now}: Pick<Asked, 'db' | 'now'>, table: Table, row: SqlRow): number =>
  add(db, table, {...row, created_at: now.getTime(), updated_at: now.getTime()});

/** Changes a row, and notes when. */
export const changeNow = ({db, now}: Pick<Asked, 'db' | 'now'>, table: Table, id: number, row: SqlRow): boolean =>
  change(db, table, id, {...row, updated_at: now.getTime()});

/** Changes a row that is not deleted; false if there is none. */
export function change(db: Db, table: Table, id: number, row: SqlRow): boolean {
  const columns = Object.entries(row).map(([column, value]) => `${column} = ${markFor(value)}`);
  const sql = `UPDATE ${table.name} SET ${columns.join(', ')} WHERE id = ?${aliveIn(table)}`;
  return db.run(sql, [...Object.values(row).map(whole), id]).changes > 0;
}

/** A text that contains NUL as bytes, because SQLite would end it at the NUL, and the service keeps all of it. */
const whole = (value: SqlValue): SqlValue | Uint8Array => (holdsNul(value) ? Buffer.from(value) : value);

const markFor = (value: SqlValue): string => (holdsNul(value) ? 'CAST(? AS TEXT)' : '?');

const holdsNul = (value: SqlValue): value is string => typeof value === 'string' && value.includes('\u0000');

const alive = ' AND deleted_at IS NULL';

const aliveIn = ({soft}: Table): string => (soft ? alive : '');

/** Joins the fields of a row in SQL, because SQLite passes one text to JavaScript much faster than twenty columns. */
const asJson = (fields: Table['fields']): string =>
  `json_object(${fields.map(([name, sql]) => `'${name}', ${sql}`).join(', ')})`;

/** Five numbers from 0 to 1, derived from a seed and a name, so that they are the same in every run. */
export function randomNumbers(seed: number, name: string): readonly [number, number, number, number, number] {
  const bytes = digest(seed, name);
  const at = (index: number) => bytes.readUInt32BE(index * 4) / 2 ** 32;
  return [at(0), at(1), at(2), at(3), at(4)];
}

/** The next utr: a uuid derived from the account's seed and a counter, so that it is the same in every run. */
export function nextUtr(db: Db): string {
  const state = db.get<{seed: number; utrs: number}>('UPDATE service_state SET utrs = utrs + 1 RETURNING seed, utrs');
  const hex = digest(state?.seed ?? 0, `utr ${state?.utrs ?? 0}`).toString('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A number of ten digits, such as groups have, derived from a utr. */
export const digitsFrom = (utr: string): string => String(1e9 + (Number.parseInt(utr.slice(0, 8), 16) % 9e9));

const digest = (seed: number, name: string): Buffer => createHash('sha1').update(`${seed} ${name}`).digest();
