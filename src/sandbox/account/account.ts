import {setImmediate} from 'node:timers/promises';
import type {Operation} from '../../api/describe/schema.js';
import {
  type Db,
  type Form,
  type FormValue,
  isUpload,
  type Listed,
  type Outcome,
  type Upload,
} from '../service/behaviour.js';
import {missingFields} from '../service/form/rules.js';
import type {Service} from '../service/service.js';
import type {Settings} from '../service/settings.js';
import {firstOf} from '../service/tables/table.js';
import {type Answer, answerTo, type PulledAnswer} from './answer.js';
import {accountTime} from './clock.js';
import type {RunningAccount} from './open-account.js';
import type {Store} from './store.js';

export type Asking = {
  readonly operation: Operation;
  readonly input: Form;
  readonly tooLarge: readonly string[];
  readonly baseUrl: string;
  /** The most records that a list may show; all of them if undefined. */
  readonly cap: number | undefined;
  /** Seconds until the change takes effect; the answer looks as if it already had. */
  readonly delay: number | undefined;
  /** Sent instead of complaints about parameters. */
  readonly onComplaint?: Answer;
};

export const ask = (account: RunningAccount, asking: Asking): Promise<PulledAnswer> =>
  answerFrom(account, (db, now) => answerOf(account.service, {...asking, settings: account.settings, db, now}));

/** Produces an answer from the account's tables, once the account has caught up with its clock. */
export function answerFrom(account: RunningAccount, answer: (db: Db, now: Date) => Answer): Promise<PulledAnswer> {
  const {store} = account;
  return caughtUp(account, (db, now) => {
    const {body, ...head} = answer(db, now);
    if (typeof body === 'string') return {...head, text: body, more: undefined};
    const pull = piecesOf(body);
    const first = pull();
    return {...head, text: first ?? '', more: first === undefined ? undefined : () => store.transaction(pull)};
  });
}

/**
 * Brings the account up to its clock, including late changes, and works with it in the same transaction. If much is
 * due, this takes several transactions, so that other requests get a turn.
 */
export async function caughtUp<T>(account: RunningAccount, work: (db: Db, now: Date) => T): Promise<T> {
  const {store, service, settings, realNow} = account;
  for (;;) {
    const done = await store.transaction(db => {
      const now = accountTime(db, realNow());
      if (caughtUpAt.get(store) !== momentOf(store, db, now)) {
        applyLateChanges(account, db, now);
        if (!service.bringUpToDate(db, now, settings, mailsAtOnce)) return undefined;
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

function answerOf(service: Service, asking: Asking & {db: Db; now: Date; settings: Settings}): Answer {
  const {operation, cap, onComplaint} = asking;
  const outcome = outcomeOf(service, asking);
  if (outcome.kind === 'failure' && typeof outcome.errors === 'object' && onComplaint) return onComplaint;
  return answerTo(operation, cap === undefined ? outcome : capped(outcome, cap));
}

function outcomeOf(service: Service, asking: Asking & {db: Db; now: Date; settings: Settings}): Outcome {
  const {operation, input, tooLarge, delay, db, now, settings, baseUrl} = asking;
  const missing = missingFields(operation, input);
  if (missing) return {kind: 'failure', errors: {...missing, ...failedUploads(tooLarge, missing)}};
  const behaviour = service.behaviourOf(operation);
  const act = () => behaviour({operation, input, db, now, settings, baseUrl});
  if (delay === undefined) return act();
  // The change is tried now for its answer, and then undone.
  db.run('SAVEPOINT trial');
  const outcome = act();
  db.run('ROLLBACK TO trial');
  db.run('RELEASE trial');
  if (outcome.kind !== 'failure') storeLateChange(db, {operation, input, due: new Date(now.getTime() + delay * 1000)});
  return outcome;
}

/**
 * The parameters of files that were too large: the service complains about the upload instead of a missing parameter.
 */
const failedUploads = (tooLarge: readonly string[], missing: {readonly [name: string]: readonly string[]}) =>
  Object.fromEntries(tooLarge.filter(name => name in missing).map(name => [name, [`The ${name} failed to upload.`]]));

function capped(outcome: Outcome, cap: number): Outcome {
  if (outcome.kind === 'records') return {...outcome, records: firstOf(oneByOne(outcome.records), cap)};
  const listed = outcome.kind === 'value' && Array.isArray(outcome.value);
  return listed ? {...outcome, value: outcome.value.slice(0, cap)} : outcome;
}

function* oneByOne(records: Iterable<Listed>): Generator<Listed> {
  for (const some of records)
    if (typeof some === 'string') yield* some.split('\n');
    else yield some;
}

type Collection = Exclude<Answer['body'], string>;

const pieceSize = 64 * 1024;

function piecesOf({head, records, tail}: Collection): () => string | undefined {
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
function storeLateChange(db: Db, {operation, input, due}: {operation: Operation; input: Form; due: Date}): void {
  db.run('INSERT INTO sandbox_late (due, route, input) VALUES (?, ?, ?)', [
    due.getTime(),
    operation.route,
    JSON.stringify(packed(input)),
  ]);
}

/** Applies the late changes that are due, each at its own time. One that is refused then is lost. */
function applyLateChanges({service, settings, operations}: RunningAccount, db: Db, now: Date): void {
  const due = db.all<LateRow>('SELECT id, due, route, input FROM sandbox_late WHERE due <= ? ORDER BY due, id', [
    now.getTime(),
  ]);
  for (const row of due) {
    const at = new Date(row.due);
    const operation = operations.get(row.route);
    db.run('DELETE FROM sandbox_late WHERE id = ?', [row.id]);
    if (!operation) continue;
    service.bringUpToDate(db, at, settings);
    const input = unpacked(JSON.parse(row.input) as Packed);
    service.behaviourOf(operation)({operation, input, db, now: at, settings, baseUrl: ''});
  }
}

type LateRow = {readonly id: number; readonly due: number; readonly route: string; readonly input: string};
type Packed = {readonly [name: string]: Exclude<FormValue, Upload> | PackedUpload};
type PackedUpload = Omit<Upload, 'bytes'> & {readonly base64: string};

const packed = (input: Form): Packed =>
  mapped(input, value =>
    isUpload(value)
      ? {filename: value.filename, type: value.type, base64: Buffer.from(value.bytes).toString('base64')}
      : value,
  );

const unpacked = (input: Packed): Form =>
  mapped(input, value =>
    isPacked(value) ? {filename: value.filename, type: value.type, bytes: Buffer.from(value.base64, 'base64')} : value,
  );

const mapped = <A, B>(form: {readonly [name: string]: A}, change: (value: A) => B): {readonly [name: string]: B} =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, change(value)]));

const isPacked = (value: Packed[string]): value is PackedUpload =>
  typeof value === 'object' && value !== null && 'base64' in value;
