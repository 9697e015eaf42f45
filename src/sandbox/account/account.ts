import {createHash, randomBytes} from 'node:crypto';
import {statSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Operation} from '../../api/describe/schema.js';
import {makeFolder} from '../../core/system/files.js';
import type {Locker} from '../../core/system/lock.js';
import {
  type Asked,
  type Behaviours,
  type Db,
  type Errors,
  type ListItem,
  notFound,
  type Outcome,
  type ServiceForm,
} from '../service/behaviour.js';
import {contactBehaviours} from '../service/contacts.js';
import {absenceIn, complaintsAbout} from '../service/forms.js';
import {bringUpToDate} from '../service/life.js';
import {automationBehaviours, mailingBehaviours} from '../service/mailings.js';
import {recordBehaviours} from '../service/records.js';
import {type AccountSeed, seedAccount} from '../service/seed.js';
import {type Settings, settingsWith} from '../service/settings.js';
import {schema} from '../service/tables.js';
import {accountTime, ownSchema, parseClock, readOwn, setClock, writeOwn} from './clock.js';
import {type Lock, lockBeside, noLock, openStore, type Store, troubleWith} from './store.js';

/** An account together with its database. */
export type RunningAccount = {
  readonly store: Store;
  readonly settings: Settings;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The real time, from which the account's own clock is calculated. */
  readonly realNow: () => Date;
};

export type AccountKeys = {readonly publicKey: string; readonly secretKey: string};

/** The content of a new account; time and settings come from the account itself. */
type SeedOptions = Omit<AccountSeed, 'now' | 'settings'>;

export type AccountOpening = {
  /** The database; in memory if omitted. */
  readonly file?: string | undefined;
  /** Says which processes are alive, so that nobody waits for a killed one's lock. */
  readonly processes?: Locker | undefined;
  readonly realNow?: (() => Date) | undefined;
  readonly fresh?: boolean | undefined;
  /** The content of a new account. */
  readonly seed?: Partial<SeedOptions>;
  readonly settings?: Partial<Settings>;
  /** `real`, `x60`, `step` or `step@2026-01-31T09:00:00Z`. */
  readonly clock?: string;
  readonly keys?: AccountKeys;
};

/** Opens an account and fills it if it is new. */
export async function openSeeded(
  opening: AccountOpening = {},
): Promise<{readonly account: RunningAccount; readonly keys: AccountKeys}> {
  const {file = ':memory:', processes, fresh, realNow = () => new Date(), seed} = opening;
  const settings = settingsWith(opening.settings);
  const clock = opening.clock === undefined ? undefined : parseClock(opening.clock);
  const lock = file === ':memory:' ? noLock : placeFor(file, processes);
  const store = await openStore({file, lock, fresh, schema: schema + ownSchema});
  try {
    const keys = await store.transaction(db => {
      // Another process may fill it as soon as it is empty, so both happen in one transaction.
      if (fresh) store.clear(db);
      if (clock) setClock(db, clock, realNow());
      if (readOwn(db, 'seeded') === undefined) {
        const content: SeedOptions = {kind: 'demo', contacts: 0, seed: 1, ...seed};
        seedAccount(db, {...content, now: accountTime(db, realNow()), settings});
        writeOwn(db, 'seeded', JSON.stringify(content));
      }
      return keysOf(db, opening.keys, seed?.seed);
    });
    const {loadOperations} = await import('../../endpoints/all.js');
    const operations = new Map((await loadOperations()).map(operation => [operation.route, operation]));
    return {account: {store, settings, operations, realNow}, keys};
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Makes the file's folder if it is missing, and the lock beside the file. */
function placeFor(file: string, processes: Locker | undefined): Lock {
  try {
    if (statSync(file, {throwIfNoEntry: false})?.isFile() === false) throw new Error('It is no file.');
    makeFolder(dirname(file));
    return processes ? lockBeside(file, processes) : noLock;
  } catch (cause) {
    throw troubleWith(file, 'unopenable', cause);
  }
}

/**
 * The keys of an account, created when it is first opened and stored with it. They are random by default. With a seed
 * they are the same in every run, so that a configuration can contain them.
 */
function keysOf(db: Db, given?: AccountKeys, seed?: number): AccountKeys {
  const made = (name: string, length: number): string => {
    const bytes = seed === undefined ? randomBytes(length) : createHash('sha256').update(`${seed} ${name}`).digest();
    return `sandbox-${name}-${bytes.subarray(0, length).toString('hex')}`;
  };
  const keys = {
    publicKey: given?.publicKey ?? readOwn(db, 'publicKey') ?? made('public', 8),
    secretKey: given?.secretKey ?? readOwn(db, 'secretKey') ?? made('secret', 16),
  };
  for (const [name, value] of Object.entries(keys)) if (readOwn(db, name) !== value) writeOwn(db, name, value);
  return keys;
}

/**
 * Keeps a copy of an account in temporary tables, and returns the function that resets the account to it, with its ids
 * and a given clock: that takes milliseconds, and making it anew seconds.
 */
export async function beginningOf(
  {store, realNow}: RunningAccount,
  clock: string | undefined,
): Promise<() => Promise<void>> {
  await store.transaction(db => {
    for (const name of tablesIn(db)) db.run(`CREATE TEMP TABLE ${kept(name)} AS SELECT * FROM main."${name}"`);
  });
  return () =>
    store.transaction(db => {
      for (const name of tablesIn(db)) {
        db.run(`DELETE FROM main."${name}"`);
        db.run(`INSERT INTO main."${name}" SELECT * FROM temp.${kept(name)}`);
      }
      if (clock !== undefined) setClock(db, parseClock(clock), realNow());
    });
}

const kept = (name: string): string => `"beginning ${name}"`;

/** All tables. SQLite's table of id counters comes last, because each insertion changes it. */
const tablesIn = (db: Db): readonly string[] => [
  ...db
    .all<{name: string}>("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({name}) => name),
  'sqlite_sequence',
];

export type AccountQuestion = {
  readonly operation: Operation;
  readonly input: ServiceForm;
  readonly tooLarge: readonly string[];
  readonly baseUrl: string;
  /** The most records that a list may show; all of them if undefined. */
  readonly cap?: number;
  /** Seconds until the change takes effect; the answer looks as if it already had. */
  readonly delay?: number;
};

export const ask = (account: RunningAccount, asking: AccountQuestion): Promise<ServiceAnswer> =>
  answerFrom(account, (db, now) => answerOf({...asking, settings: account.settings, db, now}));

/** Produces an answer from the account's tables, once the account has caught up with its clock. */
export const answerFrom = (
  account: RunningAccount,
  work: (db: Db, now: Date) => ServiceAnswer | ListedAnswer,
): Promise<ServiceAnswer> =>
  caughtUp(account, (db, now) => {
    const answer = work(db, now);
    if (!('records' in answer)) return answer;
    const pull = piecesOf(answer);
    const text = pull() ?? '';
    return {...answerInJson(200, {}), text, more: () => account.store.transaction(pull)};
  });

/** Brings the account up to its clock, including late changes, and works with it in the same transaction. */
export const caughtUp = <T>(account: RunningAccount, work: (db: Db, now: Date) => T): Promise<T> =>
  account.store.transaction(db => {
    const now = accountTime(db, account.realNow());
    applyLateChanges(account, db, now);
    bringUpToDate(db, now, account.settings);
    return work(db, now);
  });

type Now = AccountQuestion & Asked;

function answerOf(asking: Now): ServiceAnswer | ListedAnswer {
  const {operation, cap} = asking;
  const outcome = outcomeOf(asking);
  return answerTo(operation, cap === undefined ? outcome : capped(outcome, cap));
}

function outcomeOf(asking: Now): Outcome {
  const {operation, input, delay, db, now} = asking;
  if (delay === undefined) return carryOut(asking, asking.tooLarge);
  // The change is tried now for its answer, then undone, and kept with its time: the sandbox has no timers.
  db.run('SAVEPOINT trial');
  const outcome = carryOut(asking, asking.tooLarge);
  db.run('ROLLBACK TO trial');
  db.run('RELEASE trial');
  const late = [now.getTime() + delay * 1000, operation.route, JSON.stringify(input)];
  if (!('errors' in outcome)) db.run('INSERT INTO sandbox_late (due, route, input) VALUES (?, ?, ?)', late);
  return outcome;
}

function carryOut(asked: Asked, tooLarge: readonly string[] = []): Outcome {
  const {operation} = asked;
  const errors = complaintsAbout(asked, tooLarge);
  if (errors) return {errors};
  const behaviour = behaviours[operation.route];
  if (!behaviour) throw new TypeError(`The sandbox has no behaviour for ${operation.route}.`);
  const outcome = behaviour(asked);
  return outcome === notFound ? {errors: absenceIn(operation)} : outcome;
}

const behaviours: Behaviours = {
  ...recordBehaviours,
  ...contactBehaviours,
  ...mailingBehaviours,
  ...automationBehaviours,
};

function capped(outcome: Outcome, cap: number): Outcome {
  if ('records' in outcome) return {records: firstOf(outcome.records, cap)};
  return 'value' in outcome && Array.isArray(outcome.value) ? {value: outcome.value.slice(0, cap)} : outcome;
}

/** The first of the records, at most `cap`. */
function* firstOf(records: Iterable<ListItem>, cap: number): Generator<ListItem> {
  let left = cap;
  for (const some of records)
    for (const record of typeof some === 'string' ? some.split('\n') : [some]) {
      if (left-- <= 0) return;
      yield record;
    }
}

const pieceSize = 64 * 1024;

function piecesOf({head, records, tail}: ListedAnswer): () => string | undefined {
  const iterator = records[Symbol.iterator]();
  let ended = false;
  let lead = head;
  return () => {
    if (ended) return undefined;
    let text = '';
    while (text.length < pieceSize) {
      const {done, value} = iterator.next();
      if (done) {
        ended = true;
        return `${text}${lead === head ? head : ''}${tail}`;
      }
      text += `${lead}${jsonOf(value)}`;
      lead = ',';
    }
    return text;
  };
}

const jsonOf = (some: ListItem): string =>
  typeof some === 'string' ? some.replaceAll('\n', ',') : JSON.stringify(some);

/** Applies the late changes that are due, each at its own time. One that is refused then is lost. */
function applyLateChanges({settings, operations}: RunningAccount, db: Db, now: Date): void {
  const due = db.all<{id: number; due: number; route: string; input: string}>(
    'SELECT id, due, route, input FROM sandbox_late WHERE due <= ? ORDER BY due, id',
    [now.getTime()],
  );
  for (const row of due) {
    const at = new Date(row.due);
    const operation = operations.get(row.route);
    db.run('DELETE FROM sandbox_late WHERE id = ?', [row.id]);
    if (!operation) continue;
    bringUpToDate(db, at, settings);
    const input = JSON.parse(row.input, withBytes) as ServiceForm;
    carryOut({operation, input, db, now: at, settings, baseUrl: ''});
  }
}

/** Reads the bytes of an upload as Node.js writes them into JSON. */
const withBytes = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)
    ? Buffer.from(value.data)
    : value;

/** An answer to send. A long list comes in further pieces of text, each read in its own transaction. */
export type ServiceAnswer = {
  readonly status: number;
  readonly headers: {readonly [name: string]: string};
  readonly text: string;
  readonly more?: (() => Promise<string | undefined>) | undefined;
};

/** The text of a list of records, which are read only while it is sent. */
type ListedAnswer = {readonly head: string; readonly records: Iterable<ListItem>; readonly tail: string};

/** Wraps an outcome as documented for the operation. */
function answerTo({returns}: Operation, outcome: Outcome): ServiceAnswer | ListedAnswer {
  if ('errors' in outcome) return failed(outcome.errors);
  if ('csv' in outcome) return {status: 200, headers: {'content-type': 'text/csv; charset=UTF-8'}, text: outcome.csv};
  if ('records' in outcome) {
    const key = 'key' in returns ? returns.key : '';
    return {head: `{"status":"success","message":{${JSON.stringify(key)}:[`, records: outcome.records, tail: ']}}'};
  }
  const {value} = outcome;
  if (returns.kind === 'text') return success({[returns.under]: value ?? returns.text});
  if (returns.kind === 'utr') return success({message: {utr: value}});
  if (!('key' in returns)) return success({message: value});
  return success({message: {[returns.key]: returns.kind === 'one' && returns.inArray ? [value] : value}});
}

export const answerInJson = (status: number, body: object): ServiceAnswer => ({
  status,
  headers: {'content-type': 'application/json'},
  text: JSON.stringify(body),
});

const success = (body: object): ServiceAnswer => answerInJson(200, {status: 'success', ...body});

/** A failure of the service: its text or its complaints by parameter. */
export const failed = (errors: Errors, status = 200): ServiceAnswer => answerInJson(status, {status: 'failed', errors});

/** An error of the framework below the service, without the service's envelope. */
export function frameworkError(status: number, message: string, headers: ServiceAnswer['headers'] = {}): ServiceAnswer {
  const answer = answerInJson(status, {message});
  return {...answer, headers: {...answer.headers, ...headers}};
}
