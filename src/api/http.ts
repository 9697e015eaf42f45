import type {Readable} from 'node:stream';
import type {Dispatcher} from 'undici';
import type {Account} from '../accounts/account.js';
import {UnreachableError} from '../errors.js';
import type {LiveAnswer} from './answer.js';
import {decoded} from './decode.js';
import {lost} from './doubt.js';
import {type EncodedForm, encodeForm} from './form.js';
import type {ApiRequest} from './request.js';

/** Carries one request to the service and brings the answer back as it arrives. The only seam to the network. */
export type Exchange = (request: ApiRequest, limits: Limits) => Promise<LiveAnswer>;

export type Limits = {
  /** How long to wait for the beginning of an answer, in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
};

/** An open way to one service: connections are kept and used again until `close`. */
export type Wire = {readonly exchange: Exchange; close(): Promise<void>};

/** Opens the way to an account's service. Redirects are never followed: they would carry the keys to another origin. */
export function overHttp({baseUrl, publicKey, secretKey}: Account, proxy: string | undefined): Wire {
  const {origin, pathname} = new URL(baseUrl);
  const dispatcher = proxy ? throughProxy(proxy, origin) : directly(origin);
  return {
    async exchange(request, {timeout, signal}) {
      const form = await encodeForm(request);
      const body = form && trackedBody(form);
      try {
        const response = await send(await dispatcher, {
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
        const headers = flat(response.headers);
        return {
          status: response.statusCode,
          headers,
          body: guarded(request, decoded(response.body, headers['content-encoding'])),
        };
      } catch (error) {
        throw failure(request, error, {origin, unsent: body?.unsent() ?? false});
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

async function throughProxy(uri: string, origin: string): Promise<Dispatcher> {
  const {default: ProxyAgent} = await import('undici/lib/dispatcher/proxy-agent.js');
  return new ProxyAgent({
    uri,
    proxyTunnel: origin.startsWith('https:'),
    connect: {timeout: CONNECT_TIMEOUT},
    bodyTimeout: BODY_TIMEOUT,
  });
}

async function send(dispatcher: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  const {default: request} = await import('undici/lib/api/api-request.js');
  return request.call(dispatcher, options);
}

const CONNECT_TIMEOUT = 10_000;
const BODY_TIMEOUT = 60_000;

/** A body that knows whether its last byte was handed over: what was not fully sent is never applied. */
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

/** A body whose connection may break in the middle, with the error that this means for the request. */
async function* guarded(request: ApiRequest, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (isAbort(error)) throw error;
    throw lost(request.effect, 'The connection was lost in the middle of the answer.', error);
  }
}

/** What a failed exchange means. Only what undici and the system report as failures of the network counts as one. */
function failure(request: ApiRequest, error: unknown, {origin, unsent}: {origin: string; unsent: boolean}): unknown {
  const code = codeOf(error);
  if (isAbort(error) || code === undefined) return error;
  const {host} = new URL(origin);
  if (NEVER_CONNECTED.test(code))
    return new UnreachableError(`Could not reach ${host} (${code}).`, {cause: error, hint: checkNetwork});
  if (CERTIFICATE.test(code)) {
    return new UnreachableError(`The certificate of ${host} was not accepted (${code}).`, {
      cause: error,
      transient: false,
      hint: 'Check the base URL; for a company certificate set NODE_EXTRA_CA_CERTS.',
    });
  }
  if (!IN_FLIGHT.test(code)) return error;
  if (unsent)
    return new UnreachableError(`The connection to ${host} broke before the request was sent.`, {
      cause: error,
      hint: checkNetwork,
    });
  const what =
    code === 'UND_ERR_HEADERS_TIMEOUT'
      ? `${host} did not answer in time.`
      : `The connection to ${host} was lost before an answer came.`;
  return lost(request.effect, what, error);
}

const checkNetwork = 'Check the base URL and the network, then try again.';

const NEVER_CONNECTED =
  /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EPROTO|ERR_SSL_\w+|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_TLS)$/;
const CERTIFICATE =
  /^(CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|INVALID_CA)$/;
const IN_FLIGHT = /^(UND_ERR_\w+|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|HPE_\w+)$/;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || codeOf(error) === 'UND_ERR_ABORTED');

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
