import type {Readable} from 'node:stream';
import type {buildConnector, Dispatcher} from 'undici';
import {codeOf} from '../../system/error-code.js';
import type {ApiRequest} from '../describe/request.js';
import type {Account} from './account.js';
import type {LiveAnswer} from './answer.js';
import {type Deadline, startDeadline, TooLateError} from './deadline.js';
import {decoded} from './decode.js';
import {endWhenRead, type Parsers} from './end-when-read.js';
import {type EncodedForm, encodeForm} from './form.js';
import {keyDetector} from './key-detector.js';
import {atLeast} from './least-rate.js';
import {networkFailure, noProxy, type ProxyPlace, refusedByProxy, type Stage} from './network-failure.js';
import {maskSecrets} from './secrets.js';
import {lostAnswer} from './unknown-outcome.js';
import {withoutContinue} from './without-continue.js';

/** Sends one request. Everything that reaches the network goes through here, so tests replace it here. */
export type Exchange = (request: ApiRequest, limits: Limits) => Promise<LiveAnswer>;

type Limits = {
  /** How long to wait for the beginning of an answer, in milliseconds. */
  readonly timeout: number;
  /**
   * How long request and answer may take in total. A list may take longer while it arrives at the lowest allowed rate.
   */
  readonly whole: number | undefined;
  /** In bytes a second. */
  readonly minRate: number;
  readonly signal?: AbortSignal | undefined;
};

/** A link to one service. Its connections are reused until `close`. */
export type Wire = {readonly exchange: Exchange; close(): Promise<void>};

/** Opens the link to an account's service. Redirects are never followed: they would send the keys elsewhere. */
export function overHttp(
  {baseUrl, publicKey, secretKey}: Account,
  proxyUrl: string | undefined,
  keySeen: () => void,
): Wire {
  const {origin, host, pathname} = new URL(baseUrl);
  const withoutKeys = maskSecrets([publicKey, secretKey]);
  const look = keyDetector([publicKey, secretKey], keySeen);
  const proxy = proxyUrl === undefined ? undefined : toProxy(proxyUrl, origin);
  const dispatcher = proxy ? throughProxy(proxy) : directly(origin);
  return {
    async exchange(request, {timeout, whole, minRate, signal}) {
      const form = await encodeForm(request);
      const deadline = startDeadline(timeout, whole, signal);
      const progress = trackSending(form, deadline.sent);
      try {
        const sending = send(await dispatcher, progress.begin, {
          origin,
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
          headersTimeout: timeout,
          signal: deadline.signal,
        });
        const response = await unlessAborted(sending, deadline.signal);
        deadline.begun();
        const headers = flat(response.headers);
        const body = decoded(response.body, headers['content-encoding']);
        return {
          status: response.statusCode,
          headers,
          withoutKeys,
          body: guarded(request, atLeast(whole === undefined ? minRate : 0, body, look()), deadline, signal),
        };
      } catch (error) {
        deadline.over();
        throw signal?.aborted ? error : networkFailure(request, error, {host, proxy}, progress.stage());
      }
    },
    async close() {
      await (await dispatcher).destroy();
    },
  };
}

async function directly(origin: string): Promise<Dispatcher> {
  const [{default: Pool}, {default: buildConnector}, {default: symbols}] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/core/connect.js'),
    import('undici/lib/core/symbols.js'),
  ]);
  const connect = sparedConnect(buildConnector({timeout: CONNECT_TIMEOUT}), symbols);
  return new Pool(origin, {connections: 16, connect, bodyTimeout: BODY_TIMEOUT});
}

/** Opens connections whose sockets avoid two events that crash undici. */
const sparedConnect =
  (open: buildConnector.connector, parsers: Parsers): buildConnector.connector =>
  (options, callback) =>
    open(options, (...[error, socket]) =>
      error ? callback(error, null) : callback(null, endWhenRead(withoutContinue(socket), parsers)),
    );

async function throughProxy(proxy: ProxyPlace): Promise<Dispatcher> {
  const [{default: ProxyAgent}, {default: Pool}, {default: connect}, {default: symbols}] = await Promise.all([
    import('undici/lib/dispatcher/proxy-agent.js'),
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/api/api-connect.js'),
    import('undici/lib/core/symbols.js'),
  ]);
  return new ProxyAgent({
    uri: proxy.url,
    proxyTunnel: proxy.tunnel,
    bodyTimeout: BODY_TIMEOUT,
    factory: (url, options: {connect?: buildConnector.connector}) =>
      new Pool(url, {...options, ...(options.connect ? {connect: sparedConnect(options.connect, symbols)} : {})}),
    clientFactory(url, options) {
      const client = new Pool(url, {...options, headersTimeout: CONNECT_TIMEOUT});
      // Only undici's index adds this method to dispatchers, and loading it takes longer than most requests.
      return Object.assign(client, {connect: tunnelThrough(proxy, connect.bind(client))});
    },
  });
}

const toProxy = (url: string, origin: string): ProxyPlace => ({
  url,
  host: new URL(url).host,
  tunnel: origin.startsWith('https:'),
});

type Connect = (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

/** Asks a proxy for a tunnel. A failure here means that no request was sent. */
function tunnelThrough(proxy: ProxyPlace, connect: Connect): Connect {
  return async options => {
    const data = await connect(options).catch(error => {
      throw noProxy(proxy, codeOf(error), error);
    });
    if (data.statusCode === 200) return data;
    data.socket.on('error', () => {}).destroy();
    throw refusedByProxy(proxy, data.statusCode);
  };
}

/** Sends a request; `begin` is called when it has a connection, just before its first byte. */
async function send(
  dispatcher: Dispatcher,
  begin: () => void,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  const {default: request} = await import('undici/lib/api/api-request.js');
  const telling: Pick<Dispatcher, 'dispatch'> = {
    dispatch(dispatched, handler) {
      const connected = handler.onConnect?.bind(handler);
      handler.onConnect = abort => {
        begin();
        connected?.(abort);
      };
      return dispatcher.dispatch(dispatched, handler);
    },
  };
  return request.call(telling, options);
}

/** Stops waiting after Ctrl-C: undici drops an aborted request only once it has a connection. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

const CONNECT_TIMEOUT = 10_000;
const BODY_TIMEOUT = 60_000;

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
  deadline: Deadline,
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
