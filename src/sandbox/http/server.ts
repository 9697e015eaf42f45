import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {type AddressInfo, isIPv6} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {UsageError} from '../../core/errors.js';
import type {ServiceAnswer} from '../account/account.js';
import {limits} from '../service/settings.js';
import type {Spoiling} from './faults.js';
import {MalformedForm, type ParsedForm, parseForm} from './form.js';
import {loggedFields, logRequest} from './log.js';
import {answerControl, type Received, replyTo, routesOf, type Serving} from './reply.js';

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
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const says = `The sandbox cannot listen on port ${port} of ${host} (${(cause as NodeJS.ErrnoException).code}).`;
    throw new UsageError(says, {cause, hint: 'Choose another with --port or --host, or leave both out.'});
  }
  return {
    origin: `http://${nameInUrl(host)}:${(server.address() as AddressInfo).port}`,
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

const everywhere = ['0.0.0.0', '::'];

/** Creates the function that handles a request: the account's answer, changed by faults, and noted in the log. */
function handlerOf(serving: Serving): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const {faults, store, realNow, settings} = serving;
  const routes = routesOf(serving.operations.values());
  return async (request, response) => {
    const target = targetOf(request);
    const isControl = target.path.startsWith('/__');
    const met = isControl ? undefined : faults.meet(target.method, target.path);
    if (met?.dropsHead) return drop(response);
    const body = await readBody(request);
    if (!body) return;
    if (!met) return send(response, await answerControl(serving, {...target, ...body}));
    const parsed = await formOrNothing(request.headers['content-type'], body.bytes, settings);
    // Even a timer of 0 costs a turn.
    if (met.wait > 0) await sleep(met.wait);
    const reply = met.instead ?? met.answer(await replyTo({...target, ...body, parsed, faults: met}, serving, routes));
    await store.transaction(db =>
      logRequest(db, {
        at: realNow().toISOString(),
        method: request.method ?? '',
        path: request.url ?? '',
        encoding: parsed?.encoding ?? 'malformed',
        fields: loggedFields(parsed?.sent ?? []),
        bytes: body.size,
        dropped: parsed?.dropped ?? 0,
        faults: met.names,
        status: typeof reply === 'string' ? null : reply.status,
      }),
    );
    if (reply === 'drop') drop(response);
    else if (reply !== 'hang') await send(response, reply, met.sending);
  };
}

/** The form of a request, undefined if it is not UTF-8. */
const formOrNothing = (...given: Parameters<typeof parseForm>): Promise<ParsedForm | undefined> =>
  parseForm(...given).catch(error => {
    if (error instanceof MalformedForm) return undefined;
    throw error;
  });

function targetOf({url = '/', method = '', headers, socket}: IncomingMessage): Omit<Received, keyof ReceivedBody> {
  const [target = '/', query = ''] = url.split(/\?(.*)/s);
  const clean = target.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  const inApi = clean === '/api' || clean.startsWith('/api/');
  return {
    method,
    path: inApi ? clean.slice('/api'.length) || '/' : clean,
    inApi,
    query,
    headers,
    baseUrl: `http://127.0.0.1:${socket.localPort}/api`,
  };
}

/** Resets the connection, so that the client does not read a complete answer. */
const drop = (response: ServerResponse): void => {
  response.socket?.resetAndDestroy();
};

/** Writes an answer, no faster than the client reads it. */
async function send(response: ServerResponse, answer: ServiceAnswer, spoiling: Spoiling = {}): Promise<void> {
  const {cutAfter, garbage} = spoiling;
  if (garbage) {
    response.socket?.end('\u0015\u0003\u0001\u0000\u0002\u0002\u0046', 'latin1');
    return;
  }
  const first = Buffer.from(answer.text);
  const length = answer.more === undefined ? {'content-length': String(first.length)} : {};
  response.writeHead(answer.status, {...answer.headers, ...length});
  if (cutAfter !== undefined) {
    const end = cutAfter === 'half' ? Math.ceil(first.length / 2) : cutAfter;
    await write(response, first.subarray(0, Math.min(end, first.length - 1)));
    response.socket?.destroySoon();
    return;
  }
  for (let text: string | undefined = answer.text; text !== undefined; text = await answer.more?.()) {
    await write(response, Buffer.from(text));
    if (response.destroyed) return;
  }
  response.end();
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
type ReceivedBody = Pick<Received, 'bytes' | 'size'>;

/**
 * Reads a request to its end. A body over the limit is read but not kept, because a client that is cut off while
 * sending does not see the answer. Returns undefined if the client disconnects first.
 */
async function readBody(request: IncomingMessage): Promise<ReceivedBody | undefined> {
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
  return request.complete ? {bytes: Buffer.concat(chunks), size} : undefined;
}
