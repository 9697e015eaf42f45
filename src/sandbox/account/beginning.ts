import type {Db} from '../service/behaviour.js';

/**
 * Copies an account into temporary tables, which exist only for this connection. Going back to them takes milliseconds;
 * creating the account from its files would take seconds.
 */
export function keepBeginning(db: Db): void {
  for (const name of tablesIn(db)) db.run(`CREATE TEMP TABLE ${kept(name)} AS SELECT * FROM main."${name}"`);
}

/** Resets an account to its copy, including the counters of its ids. */
export function backToBeginning(db: Db): void {
  for (const name of tablesIn(db)) {
    db.run(`DELETE FROM main."${name}"`);
    db.run(`INSERT INTO main."${name}" SELECT * FROM temp.${kept(name)}`);
  }
}

const kept = (name: string): string => `"beginning ${name}"`;

/** All tables. SQLite's table of id counters comes last, because each insertion changes it. */
const tablesIn = (db: Db): readonly string[] => [
  ...db
    .all<{name: string}>("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({name}) => name),
  'sqlite_sequence',
];
