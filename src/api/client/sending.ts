import {appliedNothing, EmkError, exitAfter, InterruptedError, interruptedBy, LOOK_FIRST} from '../../core/errors.js';
import type {ApiRequest} from '../describe/request.js';
import {type Answer, type Head, type LiveAnswer, readWhole, unknownOutcome} from '../wire/answer.js';
import type {Exchange} from '../wire/http.js';
import type {Pace} from './pace.js';

/** The connection to the service, and the settings of every request on it. */
export type Sending = {
  readonly exchange: Exchange;
  readonly pace: Pace;
  /** How long to wait for an answer to a request, in milliseconds. */
  timeout(request: ApiRequest): number;
  /** How long a request with its answer may take in total, in milliseconds. Lists have no such limit. */
  longest(request: ApiRequest): number;
  readonly signal: AbortSignal;
  /** Runs before the first request that is not a read, and may refuse it. */
  beforeWrite(): Promise<void>;
  readonly observe: Observer;
  /** Counts what the line has changed, for an interruption. */
  readonly changes: Changes;
};

/** Follows the requests, for `--verbose` and `--debug`. */
export type Observer = {
  sending(request: ApiRequest): void;
  answered(request: ApiRequest, answer: Head, text?: string): void;
  failed(request: ApiRequest, error: unknown): void;
};

/** Sends a request once and reads its answer. Meanwhile a change counts as under way. */
export async function answered<T>(
  request: ApiRequest,
  sending: Sending,
  read: (live: LiveAnswer) => Promise<T>,
): Promise<T> {
  let sent = 0;
  const begin = (): void => {
    sent = request.effect === 'reads' ? 0 : 1;
    underWay += sent;
    sending.changes.sent += sent;
  };
  try {
    const live = await sendOnce(request, sending, {begin});
    return await read(live).catch(error => {
      if (request.effect === 'reads' || error instanceof EmkError) throw error;
      throw unknownOutcome('The answer could not be understood.', error);
    });
  } catch (error) {
    if (appliedNothing(error)) sending.changes.sent -= sent;
    throw error;
  } finally {
    underWay -= sent;
  }
}

/** Sends a request once, when the pace allows, and returns the beginning of the answer. */
export async function sendOnce(
  request: ApiRequest,
  sending: Sending,
  {isAnyLength = false, begin}: {readonly isAnyLength?: boolean; begin?(): void} = {},
): Promise<LiveAnswer> {
  const {exchange, pace, signal, observe} = sending;
  if (request.effect !== 'reads') await sending.beforeWrite();
  if (signal.aborted) throw interruptedBy(signal);
  await pace.before();
  observe.sending(request);
  begin?.();
  try {
    const longest = sending.longest(request);
    const live = await exchange(request, {
      timeout: Math.min(sending.timeout(request), longest),
      whole: isAnyLength ? undefined : longest,
      signal,
    });
    pace.after(live.headers);
    observe.answered(request, live);
    return {...live, body: interruptible(live.body, request, signal)};
  } catch (error) {
    observe.failed(request, error);
    throw signal.aborted ? interruption(signal, request) : error;
  }
}

export async function readAnswer(
  request: ApiRequest,
  {body, ...head}: LiveAnswer,
  {observe}: Sending,
): Promise<Answer> {
  const text = (await readWhole(request.effect, body)).toString();
  observe.answered(request, head, text);
  return {...head, text, complete: true};
}

async function* interruptible(
  body: AsyncIterable<Uint8Array>,
  request: ApiRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw signal.aborted ? interruption(signal, request) : error;
  }
}

/** What a signal means for the request that it cut off: a change may have been made. */
function interruption(signal: AbortSignal, {effect}: ApiRequest): InterruptedError {
  if (effect === 'reads') return interruptedBy(signal);
  return new InterruptedError("Interrupted during a change: emk can't tell whether it was saved.", {
    exit: exitAfter(signal),
    hint: LOOK_FIRST,
  });
}

type Changes = {sent: number};

/** The changes of everything that one signal ends: of a line, and of the lines that it runs on its way. */
export function changesUntil(signal: AbortSignal): Changes {
  const changes = changesOf.get(signal) ?? {sent: 0};
  changesOf.set(signal, changes);
  return changes;
}

const changesOf = new WeakMap<AbortSignal, Changes>();

/** Whether a change was sent and is not answered: after a crash, this says whether the outcome is known. */
export const isChangeUnderWay = (): boolean => underWay > 0;

let underWay = 0;
