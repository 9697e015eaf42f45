import {lockBeside} from '../../../src/sandbox/account/lock.js';
import {openStore, type Store} from '../../../src/sandbox/account/store.js';

/** A store on a file that other processes use too, with a table to quarrel about. */
export const openShared = (file: string): Promise<Store> =>
  openStore({file, lock: lockBeside(file, {pid: process.pid, alive}), schema, mark: 'notes'});

const schema = `
  CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, writer TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS pages (id INTEGER PRIMARY KEY, round INTEGER NOT NULL, filling TEXT NOT NULL);
`;

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
