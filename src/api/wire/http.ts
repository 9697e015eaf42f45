import type {Readable} from 'node:stream';
import type {Host} from '../../core/system/host.js';
import type {ApiRequest} from '../describe/request.js';
import {type Account, type LiveAnswer, lostAnswer} from './answer.js';
import {connectTo} from './connections.js';
import {networkFailure, type Stage, TooLateError} from './failure.js';
import {encodeForm} from './form.js';
import {maskSecrets} from './secrets.js';

type TimeLimits = {
  /** How long to wait for the beginning of an answer, in milliseconds. */
  readonly timeout: number;
  /** How long request and answer may take in total. A list may take longer while it arrives. */
  readonly whole: number | undefined;
  readonly signal: AbortSignal;
};

/** A link to one service. Its connections are reused until `close`. */
export type Wire = {
  /** Sends one request. Everything that reaches the network goes through here, so tests replace it here. */
  exchange(request: ApiRequest, limits: TimeLimits): Promise<LiveAnswer>;
  close(): Promise<void>;
};

/** Opens the link to an account's service. Redirects are never followed: they would send the keys elsewhere. */
export function overHttp({baseUrl, publicKey, secretKey}: Account, env: Host['env']): Wire {
  const {host, pathname} = new URL(baseUrl);
  const withoutKeys = maskSecrets([publicKey, secretKey]);
  const {proxy, send, close} = connectTo(baseUrl, env);
  return {
    async exchange(request, limits) {
      const form = await encodeForm(request);
      const deadline = startDeadline(limits);
      let stage = 'connecting' as Stage;
      const sent = (): void => {
        stage = 'sent';
        deadline.sent();
      };
      const begin = (): void => {
        if (form) stage = 'sending';
        else sent();
      };
      try {
        const response = await send(begin, {
          method: request.method,
          path: pathname.replace(/\/$/, '') + request.path,
          headers: {
            accept: 'application/json',
            'accept-encoding': 'gzip',
            'user-agent': 'emk',
            publickey: publicKey,
            secretkey: secretKey,
            ...(form && {'content-type': form.type, 'content-length': String(form.bytes.length)}),
          },
          // undici accepts any async iterable; its types know only streams.
          body: form ? (untilSent(form.bytes, sent) as unknown as Readable) : null,
          // The deadline alone decides.
          headersTimeout: 0,
          signal: deadline.signal,
        });
        deadline.begun();
        const headers = flat(response.headers);
        const body = guarded(request, decoded(response.body, headers['content-encoding']), deadline, limits.signal);
        return {status: response.statusCode, headers, withoutKeys, body};
      } catch (error) {
        deadline.over();
        throw limits.signal.aborted ? error : networkFailure(request, error, {host, proxy}, stage);
      }
    },
    close,
  };
}

async function* untilSent(bytes: Uint8Array, sent: () => void): AsyncGenerator<Uint8Array> {
  yield bytes;
  sent();
}

/** A body with a broken connection turned into the right error for the request. */
async function* guarded(
  {effect}: ApiRequest,
  body: AsyncIterable<Uint8Array>,
  deadline: ReturnType<typeof startDeadline>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (signal.aborted) throw error;
    const what =
      error instanceof TooLateError ? 'The answer was too slow.' : 'The connection was lost during the answer.';
    throw lostAnswer(effect, what, error);
  } finally {
    deadline.over();
  }
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

/** The clock of one request, which ends by Ctrl-C, by an answer that does not begin, or by one that is not complete in time. */
function startDeadline({timeout, whole, signal}: TimeLimits) {
  const cut = new AbortController();
  const cutAfter = (waited: number, option?: '--timeout'): NodeJS.Timeout =>
    setTimeout(() => cut.abort(new TooLateError(waited, option)), waited).unref();
  const interrupt = (): void => cut.abort(signal.reason);
  if (signal.aborted) interrupt();
  else signal.addEventListener('abort', interrupt);
  const end = whole === undefined ? undefined : cutAfter(whole);
  let beginning: NodeJS.Timeout | undefined;
  return {
    signal: cut.signal,
    /** The request was sent: from now on its answer must begin. Interim answers do not count. */
    sent(): void {
      beginning = cutAfter(timeout, '--timeout');
    },
    begun: (): void => clearTimeout(beginning),
    /** The answer is complete, or nobody waits for it any more. */
    over(): void {
      clearTimeout(beginning);
      clearTimeout(end);
      signal.removeEventListener('abort', interrupt);
    },
  };
}

/** A body without the compression that emk asks for. Some servers name another one, and send the body as it is. */
async function* decoded(body: Readable, encoding = ''): AsyncGenerator<Uint8Array> {
  if (!/\bgzip\b/i.test(encoding)) {
    yield* body;
    return;
  }
  const [{createGunzip}, {pipeline}] = await Promise.all([import('node:zlib'), import('node:stream')]);
  const decoder = createGunzip({chunkSize: CHUNK});
  // Errors of both sides surface when the decoder is read.
  pipeline(body, decoder, () => {});
  yield* decoder;
}

/** Large enough to keep bookkeeping cheap, small enough for the CPU caches. */
const CHUNK = 256 * 1024;
