import type {Db} from '../service/behaviour.js';

/** The sandbox's own tables beside the account's: its clock and keys, the received requests, late changes. */
export const ownSchema = `
CREATE TABLE IF NOT EXISTS sandbox_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sandbox_log (id INTEGER PRIMARY KEY, entry TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sandbox_late (id INTEGER PRIMARY KEY, due INTEGER NOT NULL, route TEXT NOT NULL, input TEXT NOT NULL);
`;

/** The table by which a database of the sandbox is recognised. */
export const ownTable = 'sandbox_meta';

/** Reads a value stored with the account. */
export const readOwn = (db: Db, name: string): string | undefined =>
  db.get<{value: string}>('SELECT value FROM sandbox_meta WHERE name = ?', [name])?.value;

/** Stores a value with the account, in place of the last one with its name. */
export const writeOwn = (db: Db, name: string, value: string): void => {
  db.run(
    'INSERT INTO sandbox_meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  );
};
