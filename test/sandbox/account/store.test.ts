import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {ConfigError} from '../../../src/errors.js';
import {openStore, type Store, type StoreOptions} from '../../../src/sandbox/account/store.js';
import {eachById} from '../../../src/sandbox/service/tables/table.js';
import {temporaryFolder} from '../../accounts/fake-host.js';

const schema = 'CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);';
const mark = 'notes';
const open: Store[] = [];

const store = async (options: Partial<StoreOptions> = {}): Promise<Store> => {
  const opened = await openStore({file: ':memory:', schema, mark, ...options});
  open.push(opened);
  return opened;
};

afterEach(async () => {
  await Promise.all(open.splice(0).map(each => each.close()));
});

const fill = (notes: Store, count: number) =>
  notes.transaction(db => {
    for (let id = 1; id <= count; id++) db.run('INSERT INTO notes VALUES (?, ?)', [id, `note ${id}`]);
  });

const countOf = (notes: Store) =>
  notes.transaction(db => db.get<{count: number}>('SELECT count(*) AS count FROM notes')?.count);

describe('a store', () => {
  it('undoes everything when the work throws, and goes on', async () => {
    const notes = await store();
    const failing = notes.transaction(db => {
      db.run("INSERT INTO notes (text) VALUES ('kept?')");
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await countOf(notes)).toBe(0);
  });

  it('uses a statement again that has failed', async () => {
    const notes = await store();
    const insert = (text: string) => notes.transaction(db => db.run('INSERT INTO notes (text) VALUES (?)', [text]));
    await insert('once');
    await expect(insert('once')).rejects.toThrow(/UNIQUE/);
    expect(await insert('twice')).toEqual({changes: 1, id: 2});
  });

  it('reads a large table by key through many transactions', async () => {
    const notes = await store();
    await fill(notes, 1201);
    const rows = await notes.transaction(db =>
      eachById<{id: number}>(db, 'SELECT id FROM notes WHERE id > ? ORDER BY id LIMIT ?'),
    );
    const ids: number[] = [];
    for (;;) {
      const {done, value} = await notes.transaction(() => rows.next());
      if (done) break;
      ids.push(value.id);
    }
    expect(ids).toEqual(Array.from({length: 1201}, (_, at) => at + 1));
  });

  it('refuses tables of another making until they are thrown away', async () => {
    const file = join(temporaryFolder(), 'account.db');
    await fill(await store({file}), 3);
    const other = `${schema} CREATE TABLE IF NOT EXISTS more (id INTEGER PRIMARY KEY);`;
    await expect(openStore({file, schema: other, mark})).rejects.toThrow(ConfigError);
    expect(await countOf(await store({file, schema: other, fresh: true}))).toBe(0);
  });

  it('says so when the file is no database', async () => {
    const file = join(temporaryFolder(), 'account.db');
    writeFileSync(file, 'not a database at all, but quite long enough to be taken for one'.repeat(50));
    await expect(openStore({file, schema, mark})).rejects.toMatchObject({
      name: 'ConfigError',
      hint: expect.stringContaining('delete'),
    });
  });

  it("leaves somebody else's database alone, even when it is to throw everything away", async () => {
    const file = join(temporaryFolder(), 'theirs.db');
    const theirs = 'CREATE TABLE bookmarks (id INTEGER PRIMARY KEY);';
    await (await openStore({file, schema: theirs, mark: 'bookmarks'})).close();
    const before = readFileSync(file);
    for (const fresh of [false, true])
      await expect(openStore({file, schema, mark, fresh})).rejects.toThrow('the database of another program');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('says so when the file cannot be opened, and takes its lock away', async () => {
    let disposed = 0;
    const lock = {acquire: async () => undefined, release: () => undefined, dispose: () => void disposed++};
    const failing = openStore({file: temporaryFolder(), schema, mark, lock});
    await expect(failing).rejects.toMatchObject({name: 'ConfigError', message: expect.stringContaining('opened')});
    expect(disposed).toBe(1);
  });
});
