import type {Db} from '../service/behaviour.js';

/**
Keeps what an account holds in temporary tables, which are this connection's alone and gone with it. To go back to them
takes milliseconds, where making the account anew from its files would take seconds.
*/
export function keepBeginning(db: Db): void {
  for (const name of tablesIn(db)) db.run(`CREATE TEMP TABLE ${kept(name)} AS SELECT * FROM main."${name}"`);
}

/** Takes an account back to what was kept of it, the counters of its ids included. */
export function backToBeginning(db: Db): void {
  for (const name of tablesIn(db)) {
    db.run(`DELETE FROM main."${name}"`);
    db.run(`INSERT INTO main."${name}" SELECT * FROM temp.${kept(name)}`);
  }
}

const kept = (name: string): string => `"beginning ${name}"`;

/** All tables, and that in which SQLite counts ids: it comes last, since each insertion counts too. */
const tablesIn = (db: Db): readonly string[] => [
  ...db
    .all<{name: string}>("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({name}) => name),
  'sqlite_sequence',
];
