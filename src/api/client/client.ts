import {type EmkError, mayPass, ThrottledError, UnknownOutcomeError, UnreachableError} from '../../core/errors.js';
import {elapsed} from '../../core/system/host.js';
import {expectedRecords, openEnvelope, textInside} from '../answers/envelope.js';
import {allRecords} from '../answers/record-sources.js';
import {type RecordSource, readRecords} from '../answers/records.js';
import {mayStartOver} from '../answers/start-over.js';
import type {FileBody, OperationInput, OperationOutput} from '../describe/operation.js';
import type {Permit, PermitFor} from '../describe/permit.js';
import {type ApiRequest, toRequest} from '../describe/request.js';
import type {
  Change,
  Loose,
  Many,
  Operation,
  Params,
  Read,
  RecordOf,
  Returns,
  Several,
  Shape,
  Tags,
} from '../describe/schema.js';
import {type Answer, type Head, type LiveAnswer, readWhole} from '../wire/answer.js';
import {answered, type Patience, readAnswer, type Sending, sendOnce} from './sending.js';

/** Reads, and returns the answer: `call(operations.details, {contact_id: 7})` is a typed contact. */
type CallRead = <O extends Read>(operation: O, ...input: InputArgument<O>) => Promise<OperationOutput<O>>;

/** Sends a change, for which there must be a permit: `send(permit, operations.delete, {contact_id: 7})`. */
type SendChange = <O extends Operation<Params, Returns, Change>>(
  permit: PermitFor<O>,
  operation: O,
  ...input: InputArgument<O>
) => Promise<OperationOutput<O>>;

export type Stream = <S extends Shape>(
  operation: Read<Params, Many<S> | Tags | Several>,
  input?: Readonly<Record<string, unknown>>,
  /** The collection, if the answer has several. */
  key?: string,
) => RecordSource<RecordOf<S> & Loose>;

/** A request that no operation describes, with the permit for it if it can change something. */
export type Handmade =
  | {readonly request: ApiRequest<'reads'>}
  | {readonly request: ApiRequest; readonly permit: Permit};

/** Sends a request written by hand. The error that `check` throws decides whether it is tried again. */
type Raw = (asked: Handmade, check: (answer: Answer) => void) => Promise<Answer>;

/**
 * Repeats work of several requests until `EMK_MAX_WAIT` has passed, however often it was tried: for what is owed to people.
 * The work looks first what is done already.
 */
type Persist = <T>(work: () => Promise<T>) => Promise<T>;

export type Client = {
  /** The same client for work that must be done tonight: it tries each request until `EMK_MAX_WAIT` has passed. */
  untiring(): Client;
  readonly call: CallRead;
  readonly send: SendChange;
  readonly stream: Stream;
  readonly raw: Raw;
  readonly persist: Persist;
};

type InputArgument<O extends Operation> =
  Record<never, never> extends OperationInput<O> ? [input?: OperationInput<O>] : [input: OperationInput<O>];

type ClientOptions = Sending & {
  readonly patience: Patience;
  /** Receives the changes of a dry run, which are not sent. */
  readonly planned: ((request: ApiRequest) => void) | undefined;
  warn(sentence: string): void;
};

/** A client for one service: every request of a command goes through the same checks here. */
export function createClient(options: ClientOptions): Client {
  const {patience, planned, warn} = options;
  /** Whether this is a dry run, which only notes the request; the note is made here. */
  const isOnlyPlanned = (request: ApiRequest): boolean => {
    if (!planned || request.effect === 'reads') return false;
    planned(request);
    return true;
  };
  const opened = <O extends Operation>(operation: O, answer: Answer, count?: number): OperationOutput<O> => {
    const {output, warning} = openEnvelope(operation, answer, count);
    if (warning) warn(warning);
    return output;
  };

  async function call<O extends Operation>(operation: O, ...[input]: InputArgument<O>): Promise<OperationOutput<O>> {
    const request = toRequest(operation, input ?? {});
    if (isOnlyPlanned(request)) return assumedOutput(operation);
    // A list can be longer than the longest string, so lists are always read record by record.
    if (isList(operation)) return (await allRecords(stream(operation, input))) as OperationOutput<typeof operation>;
    const once = () =>
      answered(request, options, async live =>
        operation.returns.kind === 'file'
          ? ((await openFile(operation, live)) as OperationOutput<typeof operation>)
          : opened(operation, await readAnswer(request, live, options)),
      );
    return operation.repeatable ? repeating(patience, once) : withRetry(triesOf(patience), once);
  }

  const stream: Stream = (operation, input = {}, key) => {
    const request = toRequest(operation, input);
    const {returns} = operation;
    const wanted = key ?? (returns.kind === 'several' ? (returns.keys[0] ?? '') : returns.key);
    const attempt = () => {
      let answer: Head = NO_ANSWER;
      return readRecords<Loose>(
        async () => {
          const live = await sendOnce(request, options, {isAnyLength: true});
          answer = live;
          return live.body;
        },
        wanted,
        (text, complete, count) => {
          const output: unknown = opened(operation, {...answer, text, complete}, count);
          return (returns.kind === 'several' ? (output as Record<string, Loose[]>)[wanted] : output) as Loose[];
        },
        expectedRecords(operation),
      );
    };
    const read = <T>(of: (records: RecordSource) => AsyncIterable<T>) =>
      restarting(triesOf(patience), () => of(attempt()));
    const source: RecordSource = {
      [Symbol.asyncIterator]: () => read(records => records)[Symbol.asyncIterator](),
      lines: () => read(records => records.lines()),
    };
    return source as never;
  };

  return {
    call,
    send: (_, operation, ...input) => call(operation, ...input),
    stream,
    async raw({request}, check) {
      if (isOnlyPlanned(request)) return {...NO_ANSWER, text: '', complete: true};
      const once = () =>
        answered(request, options, async live => {
          const answer = await readAnswer(request, live, options);
          check(answer);
          return answer;
        });
      return withRetry(triesOf(patience), once);
    },
    untiring: () => createClient({...options, patience: tireless(patience)}),
    persist: work => withRetry(triesOf(tireless(patience)), work),
  };
}

/** Tries again as long as there is time. A try that may have been saved stays in doubt, whatever follows. */
function repeating<T>(patience: Patience, work: () => Promise<T>): Promise<T> {
  let doubt: UnknownOutcomeError | undefined;
  const passing = (error: unknown): never => {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    doubt = error;
    throw new UnreachableError(error.message, {cause: error, hint: error.hint});
  };
  return withRetry(triesOf(tireless(patience)), () => work().catch(passing)).catch(error => {
    throw doubt && mayPass(error) ? doubt : error;
  });
}

/** Reads a download in any form: the file's bytes, a text inside the envelope, or a failure. */
async function openFile(operation: Operation, live: LiveAnswer): Promise<FileBody> {
  const bytes = await readWhole(operation.effect, live.body);
  const {body: _, ...head} = live;
  const answer = {...head, text: bytes.toString('utf8'), complete: true};
  const inside = textInside(operation, answer);
  return inside === undefined
    ? {bytes, type: live.headers['content-type'] ?? ''}
    : {bytes: Buffer.from(inside), type: 'text/plain'};
}

const NO_ANSWER: Head = {status: 0, headers: {}, withoutKeys: text => text};

const isList = (operation: Operation): operation is Read<Params, Many> => operation.returns.kind === 'many';

/** The output with which a dry run continues. */
const assumedOutput = <O extends Operation>({returns}: O): OperationOutput<O> =>
  (returns.kind === 'text'
    ? returns.text
    : returns.kind === 'utr'
      ? {utr: '(not created: dry run)'}
      : undefined) as OperationOutput<O>;

// ── Trying again ─────────────────────────────────────────────────────────────

/** Takes the failure of a try that began then: waits for the next try, or throws it where none is left or of use. */
type Tries = (error: unknown, began: number) => Promise<void>;

/** The tries of one request. Only `UnreachableError` and `ThrottledError` certainly changed nothing. */
function triesOf(patience: Patience): Tries {
  let tried = 0;
  return async (error, began) => {
    tried++;
    if (!mayPass(error) || tried >= patience.tries) throw error;
    patience.budget.left -= elapsed() - began;
    const wait = waitAfter(error, tried, patience);
    if (wait > patience.budget.left) throw error;
    patience.budget.left -= wait;
    patience.waiting(error.message, wait);
    await patience.sleep(wait);
  };
}

async function withRetry<T>(failed: Tries, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const began = elapsed();
    try {
      return await work();
    } catch (error) {
      await failed(error, began);
    }
  }
}

/** Waits as long as the service says; otherwise a random time up to a limit that doubles. */
function waitAfter(error: EmkError, attempt: number, {random}: Patience): number {
  if (error instanceof ThrottledError && error.wait !== undefined) return error.wait;
  const ceiling = Math.min(8000, 500 * 2 ** (attempt - 1));
  return Math.round(random() * (error instanceof ThrottledError ? ceiling * 4 : ceiling));
}

/** As many tries as there is time for, each after half of the longest wait at least. */
const tireless = (patience: Patience): Patience => ({
  ...patience,
  tries: Number.POSITIVE_INFINITY,
  random: () => (1 + patience.random()) / 2,
});

/** Starts over, as patience allows, until something has arrived: what was passed on cannot be undone. */
async function* restarting<T>(failed: Tries, attempt: () => AsyncIterable<T>): AsyncGenerator<T> {
  const {items, first} = await withRetry(failed, async () => {
    const items = attempt()[Symbol.asyncIterator]();
    return {items, first: await items.next()};
  });
  let arrived = elapsed();
  try {
    for (let item = first; !item.done; item = await items.next()) {
      yield item.value;
      arrived = elapsed();
    }
  } catch (error) {
    if (mayPass(error)) mayStartOver(error, later => failed(later, arrived));
    throw error;
  } finally {
    await items.return?.();
  }
}
