import type {Readable} from 'node:stream';
import type {Dispatcher} from 'undici';
import {codeOf} from '../system/error-code.js';
import type {Account} from './account.js';
import type {LiveAnswer} from './answer.js';
import {decoded} from './decode.js';
import {type EncodedForm, encodeForm} from './form.js';
import {networkFailure, noProxy, type ProxyPlace, refusedByProxy} from './network-failure.js';
import type {ApiRequest} from './request.js';
import {lost} from './unknown-outcome.js';

/** Sends one request and returns the answer as it arrives. Everything reaches the network through this, so tests replace it here. */
export type Exchange = (request: ApiRequest, limits: Limits) => Promise<LiveAnswer>;

export type Limits = {
  /** How long to wait for the beginning of an answer, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
};

/** A link to one service: its connections are kept and used again until `close`. */
export type Wire = {readonly exchange: Exchange; close(): Promise<void>};

/** Opens the link to an account's service. Redirects are never followed: they would carry the keys to another origin. */
export function overHttp({baseUrl, publicKey, secretKey}: Account, proxyUrl: string | undefined): Wire {
  const {origin, host, pathname} = new URL(baseUrl);
  const proxy = proxyUrl === undefined ? undefined : toProxy(proxyUrl, origin);
  const dispatcher = proxy ? throughProxy(proxy) : directly(origin);
  return {
    async exchange(request, {timeout, signal}) {
      const form = await encodeForm(request);
      const body = form && trackedBody(form);
      try {
        const sending = send(await dispatcher, {
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
          body: body?.chunks ?? null,
          headersTimeout: timeout,
          ...(signal ? {signal} : {}),
        });
        const response = await (signal ? unlessAborted(sending, signal) : sending);
        const headers = flat(response.headers);
        return {
          status: response.statusCode,
          headers,
          body: guarded(request, decoded(response.body, headers['content-encoding']), signal),
        };
      } catch (error) {
        throw signal?.aborted ? error : networkFailure(request, error, {host, proxy}, body?.unsent() ?? false);
      }
    },
    async close() {
      await (await dispatcher).destroy();
    },
  };
}

async function directly(origin: string): Promise<Dispatcher> {
  const {default: Pool} = await import('undici/lib/dispatcher/pool.js');
  return new Pool(origin, {connections: 16, connect: {timeout: CONNECT_TIMEOUT}, bodyTimeout: BODY_TIMEOUT});
}

async function throughProxy(proxy: ProxyPlace): Promise<Dispatcher> {
  const [{default: ProxyAgent}, {default: Pool}, {default: connect}] = await Promise.all([
    import('undici/lib/dispatcher/proxy-agent.js'),
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  return new ProxyAgent({
    uri: proxy.url,
    proxyTunnel: proxy.tunnel,
    bodyTimeout: BODY_TIMEOUT,
    clientFactory(url, options) {
      const client = new Pool(url, {...options, headersTimeout: CONNECT_TIMEOUT});
      // Only undici's index gives dispatchers this method, and loading that takes longer than most requests.
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

/** Asks a proxy for a tunnel. Whatever fails here has failed before any request was sent. */
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

async function send(dispatcher: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  const {default: request} = await import('undici/lib/api/api-request.js');
  return request.call(dispatcher, options);
}

/** undici drops an aborted request only once it has a connection, and nobody should wait for that after Ctrl-C. */
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

/** A body that knows whether its last byte was handed over: a request that was not fully sent is never applied. */
function trackedBody({bytes}: EncodedForm) {
  let sent = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (bytes instanceof Uint8Array) yield bytes;
    else yield* bytes;
    sent = true;
  }
  // undici takes any async iterable; its types know only streams.
  return {chunks: chunks() as unknown as Readable, unsent: () => !sent};
}

/** A body whose connection may break in the middle, turned into the error that this is for the request. */
async function* guarded(
  request: ApiRequest,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw lost(request.effect, 'The connection was lost in the middle of the answer.', error);
  }
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
