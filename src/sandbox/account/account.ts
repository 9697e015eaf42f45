import {setImmediate} from 'node:timers/promises';
import type {Operation} from '../../api/describe/schema.js';
import {operations as locations} from '../../endpoints/locations.js';
import {type Behaviour, type Db, type Form, gives, type Listed, type Outcome} from '../service/behaviour.js';
import {contactBehaviours} from '../service/contacts.js';
import {missingFields} from '../service/forms.js';
import {bringUpToDate} from '../service/life.js';
import {automationBehaviours, mailingBehaviours} from '../service/mailings.js';
import {cities, countries, states} from '../service/places.js';
import {recordBehaviours} from '../service/records.js';
import type {Settings} from '../service/settings.js';
import {accountTime} from './clock.js';
import type {RunningAccount} from './open-account.js';
import type {Store} from './store.js';

export type Asking = {
  readonly operation: Operation;
  readonly input: Form;
  readonly tooLarge: readonly string[];
  readonly baseUrl: string;
  /** The most records that a list may show; all of them if undefined. */
  readonly cap?: number;
  /** Seconds until the change takes effect; the answer looks as if it already had. */
  readonly delay?: number;
  /** Sent instead of complaints about parameters. */
  readonly onComplaint?: Answer;
};

export const ask = (account: RunningAccount, asking: Asking): Promise<Answer> =>
  answerFrom(account, (db, now) => answerOf({...asking, settings: account.settings, db, now}));

/** Produces an answer from the account's tables, once the account has caught up with its clock. */
export const answerFrom = (account: RunningAccount, work: (db: Db, now: Date) => Answer | Listing): Promise<Answer> =>
  caughtUp(account, (db, now) => {
    const answer = work(db, now);
    if (!('records' in answer)) return answer;
    const pull = piecesOf(answer);
    const text = pull() ?? '';
    return {...answerInJson(200, {}), text, more: () => account.store.transaction(pull)};
  });

/**
 * Brings the account up to its clock, including late changes, and works with it in the same transaction. If much is
 * due, this takes several transactions, so that other requests get a turn.
 */
export async function caughtUp<T>(account: RunningAccount, work: (db: Db, now: Date) => T): Promise<T> {
  const {store, settings, realNow} = account;
  for (;;) {
    const done = await store.transaction(db => {
      const now = accountTime(db, realNow());
      if (caughtUpAt.get(store) !== momentOf(store, db, now)) {
        applyLateChanges(account, db, now);
        if (!bringUpToDate(db, now, settings, mailsAtOnce)) return undefined;
      }
      return {moment: momentOf(store, db, now), result: work(db, now)};
    });
    if (done) {
      // Noted only now, because an error in the work undoes the catching up too.
      caughtUpAt.set(store, done.moment);
      return done.result;
    }
    await setImmediate();
  }
}

const mailsAtOnce = 5000;

/** When each account last caught up: while its clock stands still and nobody writes, nothing new is due. */
const caughtUpAt = new WeakMap<Store, string>();

const momentOf = (store: Store, db: Db, now: Date): string => `${now.getTime()} ${store.version(db)}`;

type Now = Asking & {readonly db: Db; readonly now: Date; readonly settings: Settings};

function answerOf(asking: Now): Answer | Listing {
  const {operation, cap, onComplaint} = asking;
  const outcome = outcomeOf(asking);
  if (outcome.kind === 'failure' && typeof outcome.errors === 'object' && onComplaint) return onComplaint;
  return answerTo(operation, cap === undefined ? outcome : capped(outcome, cap));
}

function outcomeOf(asking: Now): Outcome {
  const {operation, input, tooLarge, delay, db, now, settings, baseUrl} = asking;
  const missing = missingFields(operation, input);
  // Of a file that was too large the service says so, and not that it is missing.
  for (const name of tooLarge) if (missing?.[name]) missing[name] = [`The ${name} failed to upload.`];
  if (missing) return {kind: 'failure', errors: missing};
  const behaviour = behaviourOf(operation);
  const act = () => behaviour({operation, input, db, now, settings, baseUrl});
  if (delay === undefined) return act();
  // The change is tried now for its answer, and then undone.
  db.run('SAVEPOINT trial');
  const outcome = act();
  db.run('ROLLBACK TO trial');
  db.run('RELEASE trial');
  if (outcome.kind !== 'failure') storeLateChange(db, asking, now.getTime() + delay * 1000);
  return outcome;
}

function capped(outcome: Outcome, cap: number): Outcome {
  if (outcome.kind === 'records') return {...outcome, records: firstOf(outcome.records, cap)};
  const listed = outcome.kind === 'value' && Array.isArray(outcome.value);
  return listed ? {...outcome, value: outcome.value.slice(0, cap)} : outcome;
}

/** The first of the records, at most `cap`; no more are read. */
function* firstOf(records: Iterable<Listed>, cap: number): Generator<Listed> {
  let left = cap;
  if (left === 0) return;
  for (const some of records)
    for (const record of typeof some === 'string' ? some.split('\n') : [some]) {
      yield record;
      left -= 1;
      if (left === 0) return;
    }
}

const pieceSize = 64 * 1024;

function piecesOf({head, records, tail}: Listing): () => string | undefined {
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

const jsonOf = (some: Listed): string => (typeof some === 'string' ? some.replaceAll('\n', ',') : JSON.stringify(some));

/** Stores a request that takes effect later as a row with a due time, because the sandbox has no timers. */
function storeLateChange(db: Db, {operation, input}: Asking, due: number): void {
  const row = [due, operation.route, JSON.stringify(input)];
  db.run('INSERT INTO sandbox_late (due, route, input) VALUES (?, ?, ?)', row);
}

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
    const input = JSON.parse(row.input, withBytes) as Form;
    behaviourOf(operation)({operation, input, db, now: at, settings, baseUrl: ''});
  }
}

/** Reads the bytes of an upload as Node.js writes them into JSON. */
const withBytes = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)
    ? Buffer.from(value.data)
    : value;

const behaviours: Readonly<Record<string, Behaviour>> = {
  ...recordBehaviours,
  ...contactBehaviours,
  ...mailingBehaviours,
  ...automationBehaviours,
  [locations.all.route]: () => gives({countries, states, cities}),
};

function behaviourOf({route}: Operation): Behaviour {
  const behaviour = behaviours[route];
  if (!behaviour) throw new TypeError(`The sandbox has no behaviour for ${route}.`);
  return behaviour;
}

/** An answer to send. A long list comes in further pieces of text, each read in its own transaction. */
export type Answer = {
  readonly status: number;
  readonly headers: {readonly [name: string]: string};
  readonly text: string;
  readonly more?: (() => Promise<string | undefined>) | undefined;
};

/** The text of a list of records, which are read only while it is sent. */
export type Listing = {readonly head: string; readonly records: Iterable<Listed>; readonly tail: string};

/** Wraps an outcome as documented for the operation. */
function answerTo({returns}: Operation, outcome: Outcome): Answer | Listing {
  if (outcome.kind === 'failure') return failed(outcome.errors);
  if (outcome.kind === 'file') return {status: 200, headers: {'content-type': outcome.type}, text: outcome.body};
  if (outcome.kind === 'records') {
    if (returns.kind !== 'many') throw new TypeError(`An answer of kind ${returns.kind} holds no list of records.`);
    return {
      head: `{"status":"success","message":{${JSON.stringify(returns.key)}:[`,
      records: outcome.records,
      tail: ']}}',
    };
  }
  const {value} = outcome;
  switch (returns.kind) {
    case 'many':
    case 'tags':
      return success({message: {[returns.key]: value}});
    case 'one':
      return success({message: {[returns.key]: returns.inArray ? [value] : value}});
    case 'several':
      return success({message: value});
    case 'utr':
      return success({message: {utr: value}});
    case 'text':
      return success({[returns.under]: value ?? returns.text});
    case 'file':
      throw new TypeError('A download must be answered with a file.');
  }
}

export const answerInJson = (status: number, body: object): Answer => ({
  status,
  headers: {'content-type': 'application/json'},
  text: JSON.stringify(body),
});

const success = (body: object): Answer => answerInJson(200, {status: 'success', ...body});

/** A failure of the service: its text or its complaints by parameter. */
export const failed = (errors: string | {readonly [parameter: string]: readonly string[]}, status = 200): Answer =>
  answerInJson(status, {status: 'failed', errors});

/** An error of the framework below the service, without the service's envelope. */
export function frameworkError(status: number, message: string, headers: Answer['headers'] = {}): Answer {
  const answer = answerInJson(status, {message});
  return {...answer, headers: {...answer.headers, ...headers}};
}

/** A page of a web server, as people would see it in a browser. */
export const page = (status: number, title: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: {...html, ...headers},
  text: `<!DOCTYPE html>\n<html>\n<head><title>${status === 200 ? '' : `${status} `}${title}</title></head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`,
});

export const html = {'content-type': 'text/html; charset=UTF-8'} as const;
