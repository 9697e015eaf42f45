import type {Db, Row, Value} from './behaviour.js';

const usualSize = 500;

/**
The rows of a table that may be huge, some hundred at a time, each page a query of its own that starts behind the last id.
So a list can be pulled through many transactions, and no more than a page is ever in memory.

The query has two extra parameters at its end: `… WHERE contact.id > ? ORDER BY contact.id LIMIT ?`.
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

/** No more than so many of them, read no further. */
export function* firstOf<T>(items: Iterable<T>, count: number): Generator<T> {
  if (count === 0) return;
  let taken = 0;
  for (const item of items) {
    yield item;
    taken += 1;
    if (taken === count) return;
  }
}
