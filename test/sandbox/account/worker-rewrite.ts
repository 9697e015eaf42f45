import {openShared} from './worker-store.js';

// Rewrites every page of a table, over and over, until it is killed.
const [file = ''] = process.argv.slice(2);

const rewrite = async (): Promise<void> => {
  const store = await openShared(file);
  process.stdout.write('ready\n');
  for (;;) {
    await store.transaction(db => db.run('UPDATE pages SET round = round + 1, filling = hex(randomblob(600))'));
  }
};

void rewrite();
