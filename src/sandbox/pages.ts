import type {Db, Row, Value} from './behaviour.js';

const pageSize = 500;

/**
The rows of a table that may be huge, some hundred at a time, each page a query of its own that starts behind the last id.
So a list can be pulled through many transactions, and no more than a page is ever in memory.

The query has two extra parameters at its end: `… WHERE contact.id > ? ORDER BY contact.id LIMIT ?`.
*/
export function* eachById<R extends Row & {readonly id: number}>(
  db: Db,
  sql: string,
  values: readonly Value[] = [],
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
