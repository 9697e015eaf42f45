import {stepClock} from '../../src/sandbox/account/clock.js';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';
import type {SqlRow, SqlValue} from '../../src/sandbox/service/behaviour.js';

/** All rows of an account, with the count of each. */
export type State = ReadonlyMap<string, number>;

/** The outcome of a change: nothing of it, a part, all, or something that nobody asked for. */
export type Became = 'nothing' | 'a part' | 'all' | 'something else';

/** The account's fixed time, ahead of this machine's, so that new records are newer than what a command looks for. */
export const NOW = new Date(Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000);

/** Reads every row of an account, once all pending has happened, without generated names, which differ. */
export async function stateOf(sandbox: RunningSandbox): Promise<State> {
  const {account, baseUrl, publicKey, secretKey, faults} = sandbox;
  faults.clear();
  await account.store.transaction(db => stepClock(db, {by: 3_600_000}, account.realNow()));
  await fetch(`${baseUrl}/contacts-type`, {headers: {publickey: publicKey, secretkey: secretKey}});
  return account.store.transaction(db => {
    const rows = new Map<string, number>();
    const tables = db.all<{name: string}>("SELECT name FROM sqlite_master WHERE type = 'table'");
    for (const {name} of tables.filter(({name}) => !/^(sqlite|sandbox)_/.test(name))) {
      for (const row of db.all<SqlRow>(`SELECT * FROM "${name}"`)) {
        const kept = Object.entries(row).filter(([column]) => !MADE_UP.test(column));
        const text = JSON.stringify([name, kept.map(([column, value]) => [column, shown(column, value)])]);
        rows.set(text, (rows.get(text) ?? 0) + 1);
      }
    }
    return rows;
  });
}

/** Ids of rows follow from their order, and partly from the order of the changes; a list's number of contacts from them. */
const MADE_UP = /^(id|utr|.*_utr|rowid|contacts)$/;

/** A custom field without a value equals a missing one: which ones a row has depends on its header. */
function shown(column: string, value: SqlValue): SqlValue {
  // A kept test has no mark on its people, and another before its name.
  if (column === 'address_line2') return String(value ?? '').replace(/^emk test$/, '');
  if (/name$/.test(column)) return typeof value === 'string' ? value.replace(/^\[Test, kept\]/, '[Test]') : value;
  if (column !== 'custom_field') return isNow(value) ? 'now' : value;
  const fields = Object.values(JSON.parse(String(value ?? '{}')) as Record<string, {readonly field_value: unknown}>);
  return JSON.stringify(fields.filter(({field_value}) => field_value !== null));
}

/** Sent mail is opened and clicked for days. */
const WEEK = 7 * 86_400_000;

/** Whether a value is a time near now: a late change happens some seconds later, and so do its effects. */
function isNow(value: SqlValue): boolean {
  const time = typeof value === 'number' ? value : Date.parse(String(value));
  return time >= NOW.getTime() && time <= NOW.getTime() + WEEK;
}

/** The states before and after a change, and an intermediate one if it deletes what it made. */
export type Course = {readonly before: State; readonly after: State; readonly between?: State | undefined};

/** Compares a state with those before the change and after it was made once. */
export function becameOf(now: State, {before, after, between = after}: Course): Became {
  const gained = minus(now, before);
  const lost = minus(before, now);
  if (gained.size === 0 && lost.size === 0) return 'nothing';
  if (minus(now, after).size === 0 && minus(after, now).size === 0) return 'all';
  const isOnTheWayTo = (end: State) =>
    minus(gained, minus(end, before)).size === 0 && minus(lost, minus(before, end)).size === 0;
  return isOnTheWayTo(after) || isOnTheWayTo(between) ? 'a part' : 'something else';
}

/** The rows that one state has more often than another. */
export function minus(one: State, other: State): State {
  const more = [...one].map(([row, count]) => [row, count - (other.get(row) ?? 0)] as const);
  return new Map(more.filter(([, count]) => count > 0));
}
