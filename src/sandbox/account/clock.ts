import {UsageError} from '../../core/errors.js';
import type {Db} from '../service/behaviour.js';

/** How the account's clock runs: in real time, faster by a factor, or only when it is moved. */
type ClockSpec = {
  /** Account seconds per real second; 0 stands still. */
  readonly speed: number;
  /** Its start; now if omitted. */
  readonly at?: Date;
};

/** Reads `real`, `x60`, `step` or `step@2026-01-31T09:00:00Z`. */
export function parseClock(text: string): ClockSpec {
  const [, word = '', moment] = /^([^@]+)(?:@(.+))?$/.exec(text.trim()) ?? [];
  const factor = /^[x×](\d+(?:\.\d+)?)$/.exec(word)?.[1];
  const speed = word === 'real' ? 1 : word === 'step' ? 0 : factor === undefined ? undefined : Number(factor);
  const at = moment === undefined ? undefined : new Date(moment);
  if (speed === undefined || (at && Number.isNaN(at.getTime()))) {
    throw new UsageError(`"${text}" is not a clock.`, {
      hint: 'Use real, x60 (sixty times as fast), step (stands still), or one of them with a start: step@2026-01-31T09:00:00Z.',
    });
  }
  return {speed, ...(at && {at})};
}

/** The account's time at a real moment. A clock that was never set runs in real time. */
export function accountTime(db: Db, real: Date): Date {
  const {speed, real: since, account} = readClock(db, real);
  return new Date(account + Math.round((real.getTime() - since) * speed));
}

/** Starts the clock at a real moment. It is stored with the account, so it keeps running between commands. */
export function setClock(db: Db, {speed, at}: ClockSpec, real: Date): void {
  const account = (at ?? accountTime(db, real)).getTime();
  writeOwn(db, 'clock', JSON.stringify({speed, real: real.getTime(), account} satisfies Kept));
}

/** Moves the account's time forward. It cannot go back, because events cannot be undone. */
export function stepClock(db: Db, to: {readonly by: number} | {readonly at: Date}, real: Date): void {
  const now = accountTime(db, real);
  const at = 'by' in to ? new Date(now.getTime() + to.by) : to.at;
  if (Number.isNaN(at.getTime()) || at < now) {
    throw new UsageError('The clock can only go forward.', {hint: `The account's time is ${now.toISOString()}.`});
  }
  setClock(db, {speed: readClock(db, real).speed, at}, real);
}

type Kept = {readonly speed: number; readonly real: number; readonly account: number};

/** How many account seconds pass in a real second, and since which moment of each. */
export function readClock(db: Db, real: Date): Kept {
  const kept = readOwn(db, 'clock');
  return kept === undefined ? {speed: 1, real: real.getTime(), account: real.getTime()} : (JSON.parse(kept) as Kept);
}

/** The table by which a database of the sandbox is recognised. */
export const ownTable = 'sandbox_meta';

/** The sandbox's own tables beside the account's: its clock and keys, the received requests, late changes. */
export const ownSchema = `
CREATE TABLE IF NOT EXISTS ${ownTable} (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sandbox_log (id INTEGER PRIMARY KEY, entry TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS sandbox_late (id INTEGER PRIMARY KEY, due INTEGER NOT NULL, route TEXT NOT NULL, input TEXT NOT NULL);
`;

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
