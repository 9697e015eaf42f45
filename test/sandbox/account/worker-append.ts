import {openShared} from './worker-store.js';

// Adds a hundred rows, each in its own transaction that first reads what others have written.
const [file = '', writer = ''] = process.argv.slice(2);

const append = async (): Promise<void> => {
  const store = await openShared(file);
  for (let count = 0; count < 100; count++) {
    await store.transaction(db => {
      const {last} = db.get<{last: number}>('SELECT coalesce(max(id), 0) AS last FROM notes') ?? {last: 0};
      db.run('INSERT INTO notes (id, writer) VALUES (?, ?)', [last + 1, writer]);
    });
  }
  await store.close();
};

void append();
