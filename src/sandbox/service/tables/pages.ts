import type {Db, Row, Value} from '../behaviour.js';

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
export function* linesById(db: Db, sql: string, values: readonly Value[] = [], pageSize = 100): Generator<string> {
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
