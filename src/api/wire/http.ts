import type {Readable} from 'node:stream';
import type {Host} from '../../core/system/host.js';
import type {ApiRequest} from '../describe/request.js';
import {type Account, type LiveAnswer, lostAnswer} from './answer.js';
import {connectTo} from './connections.js';
import {networkFailure, type Stage, TooLateError} from './failure.js';
import {type EncodedForm, encodeForm} from './form.js';
import {maskSecrets} from './secrets.js';

/** Sends one request. Everything that reaches the network goes through here, so tests replace it here. */
export type Exchange = (request: ApiRequest, limits: Limits) => Promise<LiveAnswer>;

type Limits = {
  /** How long to wait for the beginning of an answer, in milliseconds. */
  readonly timeout: number;
  /** How long request and answer may take in total. A list may take longer while it arrives. */
  readonly whole: number | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** A link to one service. Its connections are reused until `close`. */
export type Wire = {readonly exchange: Exchange; close(): Promise<void>};

/** Opens the link to an account's service. Redirects are never followed: they would send the keys elsewhere. */
export function overHttp({baseUrl, publicKey, secretKey}: Account, env: Host['env']): Wire {
  const {host, pathname} = new URL(baseUrl);
  const withoutKeys = maskSecrets([publicKey, secretKey]);
  const {proxy, send, close} = connectTo(baseUrl, env);
  return {
    async exchange(request, {timeout, whole, signal}) {
      const form = await encodeForm(request);
      const deadline = startDeadline(timeout, whole, signal);
      const progress = trackSending(form, deadline.sent);
      try {
        const response = await send(progress.begin, {
          method: request.method,
          path: pathname.replace(/\/$/, '') + request.path,
          headers: {
            accept: 'application/json',
            'accept-encoding': 'gzip, br',
            'user-agent': 'emk',
            publickey: publicKey,
            secretkey: secretKey,
            ...(form ? {'content-type': form.type, 'content-length': String(form.length)} : {}),
          },
          body: progress.body,
          // The deadline alone decides.
          headersTimeout: 0,
          signal: deadline.signal,
        });
        deadline.begun();
        const headers = flat(response.headers);
        const body = decoded(response.body, headers['content-encoding']);
        return {
          status: response.statusCode,
          headers,
          withoutKeys,
          body: guarded(request, body, deadline, signal),
        };
      } catch (error) {
        deadline.over();
        throw signal?.aborted ? error : networkFailure(request, error, {host, proxy: proxy()}, progress.stage());
      }
    },
    close,
  };
}

/** Follows how far a request has come. A request that was not fully sent is never applied. */
function trackSending(form: EncodedForm | undefined, onSent: () => void) {
  let stage: Stage = 'connecting';
  async function* chunks({bytes}: EncodedForm): AsyncGenerator<Uint8Array> {
    if (bytes instanceof Uint8Array) yield bytes;
    else yield* bytes;
    sent();
  }
  function sent(): void {
    stage = 'sent';
    onSent();
  }
  return {
    // undici accepts any async iterable; its types know only streams.
    body: form ? (chunks(form) as unknown as Readable) : null,
    begin: () => {
      if (form) stage = 'sending';
      else sent();
    },
    stage: () => stage,
  };
}

/** A body with a broken connection turned into the right error for the request. */
async function* guarded(
  request: ApiRequest,
  body: AsyncIterable<Uint8Array>,
  deadline: ReturnType<typeof startDeadline>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw error instanceof TooLateError
      ? lostAnswer(request.effect, 'The answer was too slow.', error)
      : lostAnswer(request.effect, 'The connection was lost during the answer.', error);
  } finally {
    deadline.over();
  }
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

/**
 * Starts the clock of one request, which ends by Ctrl-C, by an answer that does not begin, or by one that is not complete
 * in time. Without `whole`, only the beginning of the answer has a time limit.
 */
function startDeadline(timeout: number, whole: number | undefined, interrupted?: AbortSignal) {
  const cut = new AbortController();
  const late = (waited: number, option?: '--timeout') => (): void => cut.abort(new TooLateError(waited, option));
  const interrupt = (): void => cut.abort(interrupted?.reason);
  if (interrupted?.aborted) interrupt();
  else interrupted?.addEventListener('abort', interrupt);
  const end = whole === undefined ? undefined : setTimeout(late(whole), whole).unref();
  let beginning: NodeJS.Timeout | undefined;
  return {
    signal: cut.signal,
    /** The request was sent: from now on its answer must begin. Interim answers do not count. */
    sent(): void {
      beginning = setTimeout(late(timeout, '--timeout'), timeout).unref();
    },
    begun(): void {
      clearTimeout(beginning);
    },
    /** The answer is complete, or nobody waits for it any more. */
    over(): void {
      clearTimeout(beginning);
      clearTimeout(end);
      interrupted?.removeEventListener('abort', interrupt);
    },
  };
}

/** A body without its compression. The decoders are loaded only if the service compresses. */
async function* decoded(body: Readable, encoding: string | undefined): AsyncGenerator<Uint8Array> {
  if (!encoding || encoding === 'identity') {
    yield* body;
    return;
  }
  const [{createBrotliDecompress, createGunzip}, {pipeline}] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  const decoder = encoding === 'br' ? createBrotliDecompress({chunkSize: CHUNK}) : createGunzip({chunkSize: CHUNK});
  // Errors of both sides surface when the decoder is read.
  pipeline(body, decoder, () => {});
  yield* decoder;
}

/** Large enough to keep bookkeeping cheap, small enough for the CPU caches. */
const CHUNK = 256 * 1024;
