import {processHost} from '../../../src/core/system/host.js';
import {ownSchema} from '../../../src/sandbox/account/clock.js';
import {lockBeside, openStore, type Store} from '../../../src/sandbox/account/store.js';

const host = processHost();

/** A store on a file that other processes use too, with a table to compete for. */
export const openShared = (file: string): Promise<Store> =>
  openStore({file, lock: lockBeside(file, host), schema: ownSchema + schema});

const schema = `
  CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, writer TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS pages (id INTEGER PRIMARY KEY, round INTEGER NOT NULL, filling TEXT NOT NULL);
`;
