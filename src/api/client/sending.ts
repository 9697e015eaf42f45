import {EmkError, exitAfter, InterruptedError, interruptedBy, LOOK_FIRST} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import type {ApiRequest} from '../describe/request.js';
import {type Answer, type Head, type LiveAnswer, readWhole, unknownOutcome} from '../wire/answer.js';
import type {Wire} from '../wire/http.js';

/** The connection to the service, and the settings of every request on it. */
export type Sending = {
  readonly exchange: Wire['exchange'];
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
  readonly changes: SentChanges;
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

/** Whether the service certainly applied nothing: it was not reached, or it refused. */
const appliedNothing = (error: unknown): boolean => error instanceof EmkError && error.exit >= 3 && error.exit <= 7;

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

type SentChanges = {sent: number};

/** The changes of everything that one signal ends: of a line, and of the lines that it runs on its way. */
export function changesUntil(signal: AbortSignal): SentChanges {
  const changes = changesOf.get(signal) ?? {sent: 0};
  changesOf.set(signal, changes);
  return changes;
}

const changesOf = new WeakMap<AbortSignal, SentChanges>();

/** Whether a change was sent and is not answered: after a crash, this says whether the outcome is known. */
export const isChangeUnderWay = (): boolean => underWay > 0;

let underWay = 0;

// ── When a request goes ──────────────────────────────────────────────────────

/** How patient a client is. Times are in milliseconds. */
export type Patience = {
  /** How many tries a request gets, including the first. */
  readonly tries: number;
  readonly budget: RetryBudget;
  sleep(milliseconds: number): Promise<void>;
  random(): number;
  waiting(why: string, milliseconds: number): void;
};

/** What is left of `EMK_MAX_WAIT`: one budget for all waiting of a command, including failed tries. */
type RetryBudget = {left: number};

type Pace = {
  before(): Promise<void>;
  /** Notes what an answer says about the rate limit. */
  after(headers: Readonly<Record<string, string>>): void;
};

type PaceOptions = Pick<Patience, 'budget' | 'sleep' | 'waiting'> & Pick<Host, 'elapsed'>;

/** Slows down before the service does, with few requests left in the minute. */
export function createPace({budget, sleep, waiting, elapsed}: PaceOptions): Pace {
  let [seen, gap, next] = [0, 0, 0];
  return {
    async before() {
      const at = elapsed();
      if (gap === 0 || at - seen >= MINUTE) return;
      const turn = Math.max(at, next);
      next = turn + gap;
      // Without enough waiting time left, the request goes out and the service decides.
      const wait = Math.min(turn - at, budget.left);
      if (wait <= 0) return;
      budget.left -= wait;
      waiting('The service allows few more requests for now', wait);
      await sleep(wait);
    },
    after(headers) {
      const before = gap;
      [seen, gap] = [elapsed(), gapIn(headers)];
      next = gap === 0 ? 0 : Math.max(seen + gap, before > 0 ? next : 0);
    },
  };
}

/** The time between two requests if few are left in the minute; else 0. */
function gapIn(headers: Readonly<Record<string, string>>): number {
  const limit = Number(headers['x-ratelimit-limit']);
  const remaining = Number(headers['x-ratelimit-remaining'] ?? Number.NaN);
  const isNear = limit > 0 && remaining <= Math.max(1, Math.floor(limit / 10));
  return isNear ? Math.round(MINUTE / limit) : 0;
}

const MINUTE = 60_000;
