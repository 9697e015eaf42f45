import {once} from 'node:events';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {type AddressInfo, isIPv6} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {isLoopback} from '../../core/words/values.js';
import type {PulledAnswer} from '../account/answer.js';
import {limits} from '../service/settings.js';
import {answerControl} from './control.js';
import type {Spoiling} from './faults.js';
import {MalformedForm, type ParsedForm, parseForm} from './form.js';
import {logRequest, summaryOf} from './log.js';
import {type Received, replyTo, routesOf, type Serving} from './reply.js';

/** Where a sandbox listens: by default on loopback and any free port. */
export type Listening = {readonly host?: string | undefined; readonly port?: number | undefined};

export async function serveAccount(
  serving: Serving,
  {host = '127.0.0.1', port = 0}: Listening = {},
): Promise<{readonly origin: string; close(): Promise<void>}> {
  const handle = handlerOf(serving);
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    handle(request, response).catch(error => {
      serving.onError(error);
      response.destroy();
    });
  });
  // Idle connections stay open: a client must not find one closed that it is about to reuse.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  await listening(server, host, port);
  const {port: chosen} = server.address() as AddressInfo;
  return {
    origin: `http://${nameInUrl(host)}:${chosen}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The host for this machine's own requests: an address for all interfaces has no name of its own. */
function nameInUrl(host: string): string {
  if (everywhere.includes(host)) return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host.toLowerCase();
}

/** Whether other machines may reach a sandbox that listens there. */
export const isOpenToOthers = (host: string): boolean => everywhere.includes(host) || !isLoopback(nameInUrl(host));

const everywhere = ['0.0.0.0', '::'];

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

/** Creates the function that handles a request: the account's answer, changed by faults. */
function handlerOf(serving: Serving): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const {faults, service, store, realNow} = serving;
  const routes = routesOf(serving.operations.values());

  return async (request, response) => {
    const target = targetOf(request);
    if (target.path.startsWith('/__')) return handleControl(serving, target, request, response);
    const met = faults.meet(target.method, target.path);
    if (met.dropsHead) return drop(response);
    const body = await readBody(request);
    if (!body) return;
    const parsed = await parsedOf(request, body, serving);
    // Even a timer of 0 costs a turn.
    if (met.wait > 0) await sleep(met.wait);
    const received = {...target, headers: request.headers, size: body.size, parsed, faults: met};
    const reply = await replyTo(received, {...serving, routes});
    const operation = target.inApi ? routes(target.path)?.methods.get(target.method) : undefined;
    await store.transaction(db =>
      logRequest(db, {
        at: realNow().toISOString(),
        method: request.method ?? '',
        path: request.url ?? '',
        encoding: parsed?.encoding ?? 'malformed',
        fields: summaryOf(parsed?.sent ?? []),
        bytes: body.size,
        dropped: parsed?.dropped ?? 0,
        faults: met.names,
        ...(operation && !service.isModelled(operation) ? {unmodelled: true} : {}),
        status: typeof reply === 'string' ? null : reply.status,
      }),
    );
    if (reply === 'drop') return drop(response);
    if (reply === 'hang') return;
    await send(response, reply, met.sending);
  };
}

async function handleControl(
  serving: Serving,
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (!body) return;
  const {'content-type': type, secretkey} = request.headers;
  const asked = {...target, type, isAllowed: secretkey === serving.keys.secretKey, body: body.bytes};
  await send(response, await answerControl(serving, asked));
}

type Target = Pick<Received, 'method' | 'path' | 'inApi' | 'query' | 'baseUrl'>;

function targetOf(request: IncomingMessage): Target {
  const [target = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const clean = target.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  const inApi = clean === '/api' || clean.startsWith('/api/');
  return {
    method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
    path: inApi ? clean.slice('/api'.length) || '/' : clean,
    inApi,
    query,
    baseUrl: `http://${calledAs(request) ?? `127.0.0.1:${request.socket.localPort}`}/api`,
  };
}

/** The name and port by which a request addresses the sandbox, for the addresses in its answers. */
function calledAs({headers: {host = ''}}: IncomingMessage): string | undefined {
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.test(host) ? host : undefined;
}

/** The request's form; undefined if it cannot be read. */
async function parsedOf(request: IncomingMessage, body: Body, {settings}: Serving): Promise<ParsedForm | undefined> {
  try {
    const readable = body.size <= limits.body;
    return await (readable
      ? parseForm(request.headers['content-type'], body.bytes, settings)
      : parseForm(undefined, Buffer.alloc(0), settings));
  } catch (error) {
    if (error instanceof MalformedForm) return undefined;
    throw error;
  }
}

/** Resets the connection, so that the client does not read a complete answer. */
const drop = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy();
};

/** Writes an answer, no faster than the client reads it. */
async function send(response: ServerResponse, answer: PulledAnswer, spoiling: Spoiling = {}): Promise<void> {
  if (spoiling.garbage) {
    response.socket?.end('\u0015\u0003\u0001\u0000\u0002\u0002\u0046', 'latin1');
    return;
  }
  const {text, more} = answer;
  const first = Buffer.from(text);
  const length = more === undefined ? {'content-length': String(first.length)} : {};
  response.writeHead(answer.status, {...answer.headers, ...length});
  if (spoiling.cutAfter !== undefined) {
    const end = spoiling.cutAfter === 'half' ? Math.ceil(first.length / 2) : spoiling.cutAfter;
    await write(response, first.subarray(0, Math.min(end, first.length - 1)));
    response.socket?.destroySoon();
    return;
  }
  const {bytes: size, ms} = spoiling.drip ?? {bytes: Number.POSITIVE_INFINITY, ms: 0};
  for (let piece: Buffer | undefined = first; piece; piece = await nextOf(more))
    for (let at = 0; at < piece.length; at += size) {
      await write(response, piece.subarray(at, at + size));
      if (spoiling.drip) await sleep(ms);
      if (response.destroyed) return;
    }
  response.end();
}

async function nextOf(more: PulledAnswer['more']): Promise<Buffer | undefined> {
  const text = await more?.();
  return text === undefined ? undefined : Buffer.from(text);
}

async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.destroyed || bytes.length === 0 || response.write(bytes)) return;
  const left = new AbortController();
  const {signal} = left;
  await Promise.race([once(response, 'drain', {signal}), once(response, 'close', {signal})]).finally(() =>
    left.abort(),
  );
}

/** The bytes of a request's body, empty if it is over the limit, and its true size. */
type Body = {readonly bytes: Buffer; readonly size: number};

/**
 * Reads a request to its end. A body over the limit is read but not kept, because a client that is cut off while
 * sending does not see the answer. Returns undefined if the client disconnects first.
 */
async function readBody(request: IncomingMessage): Promise<Body | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= limits.body) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return undefined;
  }
  if (!request.complete) return undefined;
  return {bytes: Buffer.concat(chunks), size};
}
