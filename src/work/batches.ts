import {type EmkError, InterruptedError, NotFoundError, PartialError, UnknownOutcomeError} from '../errors.js';
import type {Host} from '../system/host.js';
import type {Journal} from './journal.js';
import type {About} from './record.js';
import {notTried, stopsEverything, toEmkError} from './stop-errors.js';

/** How to delete some records, and how to find out which of them are gone. */
export type Batches<T> = {
  readonly host: Pick<Host, 'interrupted'>;
  /** Deletes several in one request, which says nothing of single records. Without it, each goes alone. */
  readonly several?: ((items: readonly T[]) => Promise<unknown>) | undefined;
  one(item: T): Promise<unknown>;
  /** Reads which of these are still there; undefined if they have no list. `late`: after a signal. */
  left(items: readonly T[], late?: 'late'): Promise<readonly T[] | undefined>;
  /** Where each request is written down before it is sent. */
  readonly journal?: Pick<Journal, 'begin' | 'answer'> | undefined;
  about(items: readonly T[]): About;
  /** Called before each request with the number of those before it. */
  sending(before: number): void;
};

/** Why some are not done, and what stopped the rest. */
type Undone<T> = {readonly failed: ReadonlyMap<T, EmkError>; readonly stopped: EmkError | undefined};

/**
 * Deletes in batches or one by one, and continues past failures. It looks at the list after a lost answer, and always
 * after batches: what a batch has not deleted goes alone then.
 */
export async function deleteInBatches<T>(items: readonly T[], how: Batches<T>): Promise<Undone<T>> {
  const {answers, open, stopped} = await sendAll(items, how);
  const failed = new Map<T, EmkError>();
  const fail = (some: readonly T[], otherwise?: EmkError): void => {
    for (const item of some) {
      const error = answers.get(item) ?? otherwise;
      if (error) failed.set(item, error);
    }
  };
  fail(items.filter(item => !open.has(item)));
  if (open.size === 0) return {failed, stopped};
  const {left, unreadable, interrupted} = await lookOnce([...open], how);
  const ended = stopped ?? interrupted;
  if (left && left.length > 0 && how.several && !ended) return deleteAlone(left, how, failed);
  if (unreadable) fail([...open], unchecked(unreadable));
  else fail(left ?? [...open], left && stillThere());
  return {failed, stopped: ended};
}

/** Deletes one by one what a batch has not deleted. What is not found now was deleted by that batch, only late. */
async function deleteAlone<T>(left: readonly T[], how: Batches<T>, failed: Map<T, EmkError>): Promise<Undone<T>> {
  const each = await deleteInBatches(left, {...how, several: undefined});
  for (const [item, error] of each.failed) if (!(error instanceof NotFoundError)) failed.set(item, error);
  const answered = left.filter(item => !failed.has(item));
  const again = await look(answered, how);
  for (const item of again.left ?? []) failed.set(item, stillThere());
  return {failed, stopped: each.stopped ?? again.unreadable};
}

/** The error for each, and those that may be gone or not. */
type Sent<T> = {
  readonly answers: ReadonlyMap<T, EmkError | undefined>;
  readonly open: ReadonlySet<T>;
  readonly stopped: EmkError | undefined;
};

async function sendAll<T>(items: readonly T[], how: Batches<T>): Promise<Sent<T>> {
  const {several, sending} = how;
  const answers = new Map<T, EmkError | undefined>();
  const open = new Set<T>();
  let stopped: EmkError | undefined;
  let count = 0;
  for (const part of inParts(items, several ? MOST : 1)) {
    if (!stopped) sending(count);
    const {error, isOpen} = stopped ? {error: notTried(stopped), isOpen: false} : await sendPart(part, how);
    count += part.length;
    if (error && stopsEverything(error)) stopped ??= error;
    for (const item of part) {
      answers.set(item, error);
      if (isOpen) open.add(item);
    }
  }
  return {answers, open, stopped};
}

/** Sends one request, which the journal announces. It is open as long as only a look can tell what it did. */
async function sendPart<T>(
  part: readonly T[],
  {host, several, one, journal, about}: Batches<T>,
): Promise<{readonly error: EmkError | undefined; readonly isOpen: boolean}> {
  const step = journal?.begin('deletes', about(part));
  const error = await (several ? several(part) : one(part[0] as T)).then(
    () => undefined,
    thrown => toEmkError(thrown, host),
  );
  // A signal may have cut off the answer to a request that was applied.
  const isLost = error instanceof UnknownOutcomeError || error instanceof InterruptedError;
  const isOpen = several ? isLost || !error || !stopsEverything(error) : error instanceof UnknownOutcomeError;
  const failure = isLost || isOpen ? 'unknown' : 'not_applied';
  if (step !== undefined) journal?.answer(step, error ? failure : 'acknowledged');
  return {error, isOpen};
}

/** The size of a batch, well below 1,000: PHP silently drops further fields and still answers success. */
const MOST = 200;

const inParts = <T>(items: readonly T[], most: number): T[][] =>
  Array.from({length: Math.ceil(items.length / most)}, (_, at) => items.slice(at * most, (at + 1) * most));

/** Those that are still there, or why nobody knows. */
type Look<T> = {readonly left?: readonly T[] | undefined; readonly unreadable?: EmkError};

const look = <T>(items: readonly T[], {left, host}: Batches<T>, late?: 'late'): Promise<Look<T>> =>
  left(items, late).then(
    there => ({left: there}),
    thrown => ({unreadable: toEmkError(thrown, host)}),
  );

/** Looks even after a signal: the person must learn what is gone. A second signal ends this too. */
async function lookOnce<T>(items: readonly T[], how: Batches<T>): Promise<Look<T> & {readonly interrupted?: EmkError}> {
  const first = await look(items, how);
  if (!(first.unreadable instanceof InterruptedError)) return first;
  return {...(await look(items, how, 'late')), interrupted: first.unreadable};
}

const unchecked = (cause: EmkError): EmkError =>
  new PartialError(`The service says it is deleted, but emk could not check: ${cause.message}`, {cause});

const stillThere = (): EmkError => new PartialError('The service says it is deleted, but the list still shows it.');
