import {EmkError, exitAfter, InterruptedError, interruptedBy, LOOK_FIRST} from '../../core/errors.js';
import type {ApiRequest} from '../describe/request.js';
import {type Answer, type Head, type LiveAnswer, readText} from '../wire/answer.js';
import type {Exchange} from '../wire/http.js';
import {unknownOutcome} from '../wire/unknown-outcome.js';
import {type Changes, followChange} from './changes-under-way.js';
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

/** A body that Ctrl-C ends with the right error. */
export async function* interruptible(
  body: AsyncIterable<Uint8Array>,
  request: ApiRequest,
  {signal}: Sending,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw signal.aborted ? interrupted(signal, request, true) : error;
  }
}

/** Sends a request once and reads its answer. Meanwhile a change counts as under way. */
export async function answered<T>(
  request: ApiRequest,
  sending: Sending,
  read: (live: LiveAnswer) => Promise<T>,
): Promise<T> {
  const {sent, over} = followChange(request, sending.changes);
  try {
    const live = await sendOnce(request, sending, {sent});
    const answer = await understood(request, () => read(live));
    over();
    return answer;
  } catch (error) {
    over(error);
    throw error;
  }
}

/** Sends a request once, when the pace allows, and returns the beginning of the answer. */
export async function sendOnce(
  request: ApiRequest,
  sending: Sending,
  {isAnyLength = false, sent}: {readonly isAnyLength?: boolean; sent?(): void} = {},
): Promise<LiveAnswer> {
  const {exchange, pace, signal, observe} = sending;
  if (request.effect !== 'reads') await sending.beforeWrite();
  if (signal.aborted) throw interrupted(signal, request, false);
  await pace.before();
  observe.sending(request);
  sent?.();
  try {
    const longest = sending.longest(request);
    const live = await exchange(request, {
      timeout: Math.min(sending.timeout(request), longest),
      whole: isAnyLength ? undefined : longest,
      signal,
    });
    pace.after(live.headers);
    observe.answered(request, live);
    return live;
  } catch (error) {
    observe.failed(request, error);
    throw signal.aborted ? interrupted(signal, request, true) : error;
  }
}

export async function readAnswer(
  request: ApiRequest,
  {body, ...head}: LiveAnswer,
  {signal, observe}: Sending,
): Promise<Answer> {
  try {
    const text = await readText(request.effect, body);
    observe.answered(request, head, text);
    return {...head, text, complete: true};
  } catch (error) {
    throw signal.aborted ? interrupted(signal, request, true) : error;
  }
}

/** Reads an answer. If anything goes wrong with the answer to a change, the change may have been made. */
async function understood<T>({effect}: ApiRequest, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (effect === 'reads' || error instanceof EmkError) throw error;
    throw unknownOutcome('The answer could not be understood.', error);
  }
}

/** What a signal means for the request that it cut off: a change that was `sent` may have been made. */
function interrupted(signal: AbortSignal, {effect}: ApiRequest, sent: boolean): InterruptedError {
  if (effect === 'reads' || !sent) return interruptedBy(signal);
  return new InterruptedError("Interrupted during a change: emk can't tell whether it was saved.", {
    exit: exitAfter(signal),
    hint: LOOK_FIRST,
  });
}
