import {EmkError} from '../../errors.js';
import {openEnvelope} from '../answers/envelope.js';
import {expectedRecords} from '../answers/expected-records.js';
import {openFile} from '../answers/file.js';
import type {Oddities} from '../answers/oddities.js';
import {type RecordSource, readRecords} from '../answers/records.js';
import type {OperationInput, OperationOutput} from '../describe/operation.js';
import {type ApiRequest, toRequest} from '../describe/request.js';
import type {Loose, Many, Operation, Params, RecordOf, Several, Shape, Tags} from '../describe/schema.js';
import {type Answer, type Head, type LiveAnswer, readText} from '../wire/answer.js';
import type {Exchange} from '../wire/http.js';
import {unknownOutcome} from '../wire/unknown-outcome.js';
import {followChange} from './changes-under-way.js';
import {interrupted} from './interrupted.js';
import type {Pace} from './pace.js';
import {createKeyCheck} from './refused-keys.js';
import {restarting, type Trying} from './restarting.js';
import {type Patience, withRetry} from './retry.js';

/** Calls an operation and gives its answer: `call(operations.details, {contact_id: 7})` is a typed contact. */
export type Call = <O extends Operation>(operation: O, ...input: InputArgument<O>) => Promise<OperationOutput<O>>;

/** Calls a list and gives its records as they arrive. */
export type Stream = <S extends Shape>(
  operation: Operation<Params, Many<S> | Tags | Several>,
  input?: Readonly<Record<string, unknown>>,
  /** Which collection, where the answer holds several. */
  key?: string,
) => RecordSource<RecordOf<S> & Loose>;

/** Sends a request that no operation describes. The kind of error that `check` throws decides, as everywhere, whether it is tried again. */
type Raw = (request: ApiRequest, check: (answer: Answer) => void) => Promise<Answer>;

/** The same for an answer of any size: `open` reads it, and may throw until it has given the first bytes. */
type Download = (request: ApiRequest, open: (live: LiveAnswer) => Bytes) => Bytes;

type Bytes = AsyncIterable<Uint8Array>;

export type Client = {readonly call: Call; readonly stream: Stream; readonly raw: Raw; readonly download: Download};

type InputArgument<O extends Operation> =
  Record<never, never> extends OperationInput<O> ? [input?: OperationInput<O>] : [input: OperationInput<O>];

type ClientOptions = {
  readonly patience: Patience;
  readonly pace: Pace;
  /** How long to wait for an answer to a request, in milliseconds. */
  timeout(request: ApiRequest): number;
  /** How long a request and its answer may take in all, in milliseconds. A list is not bound by it. */
  longest(request: ApiRequest): number;
  /** The least rate at which a list may come, in bytes a second. */
  readonly minRate: number;
  /** Aborts the request under way. */
  readonly signal: AbortSignal;
  /** Runs before the first request that is not a read, and may refuse it. */
  beforeWrite(): Promise<void>;
  /** A read that fails with these keys only if they are wrong. */
  readonly plainRead: Operation;
  /** Takes the changes of a dry run instead of sending them. */
  readonly planned: ((request: ApiRequest) => void) | undefined;
  readonly observe: Observer;
  warn(sentence: string): void;
  /** Remembers what answers held. */
  readonly oddities: Oddities;
};

/** Follows the requests, for `--verbose` and `--debug`. */
export type Observer = {
  sending(request: ApiRequest): void;
  answered(request: ApiRequest, answer: Head, text?: string): void;
  failed(request: ApiRequest, error: unknown): void;
};

/** A client over one way to the service: every request of a command goes through here and the same checks. */
export function createClient(exchange: Exchange, options: ClientOptions): Client {
  const {patience, planned} = options;
  const plainRead = () => {
    const request = toRequest(options.plainRead, {});
    return withRetry(patience, async () =>
      openEnvelope(options.plainRead, await readAnswer(request, await sendOnce(exchange, request, options), options)),
    );
  };
  const suspectKeys = createKeyCheck(plainRead);
  const tried: Trying = work => withRetry(patience, work).catch(suspectKeys);

  const call: Call = async (operation, ...[input]) => {
    const request = toRequest(operation, input ?? {});
    if (planned && request.effect !== 'reads') {
      planned(request);
      return assumedOutput(operation);
    }
    // A list can be longer than the longest string, so even all of it is read record by record.
    if (isList(operation)) return (await all(stream(operation, input))) as OperationOutput<typeof operation>;
    return tried(() =>
      followed(request, async sent => {
        const live = await sendOnce(exchange, request, options, {sent});
        return understood(request, async () => {
          if (operation.returns.kind === 'file')
            return (await openFile(operation, live)) as OperationOutput<typeof operation>;
          const {output, warning} = openEnvelope(operation, await readAnswer(request, live, options));
          if (warning) options.warn(warning);
          if (operation.returns.kind === 'one') options.oddities.one(operation, output);
          return output;
        });
      }),
    );
  };

  const stream: Stream = (operation, input = {}, key) => {
    const request = toRequest(operation, input);
    const {returns} = operation;
    const wanted = key ?? (returns.kind === 'several' ? (returns.keys[0] ?? '') : returns.key);
    const attempt = () => {
      let answer: Head = NO_ANSWER;
      return readRecords<Loose>(
        async () => {
          const live = await sendOnce(exchange, request, options, {isAnyLength: true});
          answer = live;
          return interruptible(live.body, request, options);
        },
        wanted,
        (text, complete, count) => {
          const {output, warning} = openEnvelope(operation, {...answer, text, complete}, count);
          if (warning) options.warn(warning);
          return (
            returns.kind === 'several' ? (output as Record<string, Loose[]>)[wanted] : output
          ) as readonly Loose[];
        },
        expectedRecords(operation, options.oddities.passing(operation)),
      );
    };
    const source: RecordSource = {
      [Symbol.asyncIterator]: () => restarting(tried, attempt),
      lines: () => restarting(tried, () => attempt().lines()),
    };
    return source as never;
  };

  const raw: Raw = async (request, check) => {
    if (planned && request.effect !== 'reads') {
      planned(request);
      return {...NO_ANSWER, text: '', complete: true};
    }
    return tried(() =>
      followed(request, async sent => {
        const live = await sendOnce(exchange, request, options, {sent});
        return understood(request, async () => {
          const answer = await readAnswer(request, live, options);
          check(answer);
          return answer;
        });
      }),
    );
  };

  const download: Download = (request, open) => {
    if (planned && request.effect !== 'reads') {
      planned(request);
      return nothing();
    }
    return restarting(tried, async function* () {
      const {sent, over} = followChange(request);
      try {
        const live = await sendOnce(exchange, request, options, {sent, isAnyLength: true});
        yield* open({...live, body: interruptible(live.body, request, options)});
      } finally {
        over();
      }
    });
  };

  return {call, stream, raw, download};
}

const NO_ANSWER: Head = {status: 0, headers: {}, withoutKeys: text => text};

async function* nothing(): AsyncGenerator<Uint8Array> {}

const isList = (operation: Operation): operation is Operation<Params, Many> => operation.returns.kind === 'many';

async function all<T>(source: RecordSource<T>): Promise<readonly T[]> {
  const records: T[] = [];
  for await (const batch of source) records.push(...batch);
  return records;
}

/** A body that Ctrl-C ends with the right error. */
async function* interruptible(
  body: AsyncIterable<Uint8Array>,
  request: ApiRequest,
  {signal}: ClientOptions,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw signal.aborted ? interrupted(signal, request, true) : error;
  }
}

/** Work on one request, which counts as under way where it is a change. */
async function followed<T>(request: ApiRequest, work: (sent: () => void) => Promise<T>): Promise<T> {
  const {sent, over} = followChange(request);
  try {
    return await work(sent);
  } finally {
    over();
  }
}

/** Sends a request once, when the pace allows it, and returns the beginning of the answer. */
async function sendOnce(
  exchange: Exchange,
  request: ApiRequest,
  options: ClientOptions,
  {isAnyLength = false, sent}: {readonly isAnyLength?: boolean; sent?(): void} = {},
): Promise<LiveAnswer> {
  const {pace, signal, observe, minRate} = options;
  if (request.effect !== 'reads') await options.beforeWrite();
  if (signal.aborted) throw interrupted(signal, request, false);
  await pace.before();
  observe.sending(request);
  sent?.();
  try {
    const longest = options.longest(request);
    const live = await exchange(request, {
      timeout: Math.min(options.timeout(request), longest),
      whole: isAnyLength ? undefined : longest,
      minRate,
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

async function readAnswer(
  request: ApiRequest,
  {body, ...head}: LiveAnswer,
  {signal, observe}: ClientOptions,
): Promise<Answer> {
  try {
    const text = await readText(request.effect, body);
    observe.answered(request, head, text);
    return {...head, text, complete: true};
  } catch (error) {
    throw signal.aborted ? interrupted(signal, request, true) : error;
  }
}

/** Whatever goes wrong with the answer to a change, foreseen or not: the change may have been made. */
async function understood<T>({effect}: ApiRequest, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (effect === 'reads' || error instanceof EmkError) throw error;
    throw unknownOutcome('The answer could not be understood.', error);
  }
}

/** The answer of a success, with which a dry run continues. */
function assumedOutput<O extends Operation>({returns}: O): OperationOutput<O> {
  const output =
    returns.kind === 'text' ? returns.text : returns.kind === 'utr' ? {utr: '(not created: dry run)'} : undefined;
  return output as OperationOutput<O>;
}
