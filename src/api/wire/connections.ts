import type {Socket} from 'node:net';
import type {buildConnector, Dispatcher} from 'undici';
import {ConfigError} from '../../core/errors.js';
import {codeOf} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {isLoopback} from '../../core/words/values.js';

type Connections = {
  /** The host of the proxy that requests go through. */
  readonly proxy: string | undefined;
  /** Sends a request; `begin` is called when it has a connection, just before its first byte. */
  send(begin: () => void, request: Request): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
};

type Request = Omit<Dispatcher.RequestOptions, 'origin' | 'signal'> & {readonly signal: AbortSignal};

/** Connects to a server, through a proxy if there is one. Nothing is opened before the first request. */
export function connectTo(baseUrl: string, env: Host['env']): Connections {
  const {origin} = new URL(baseUrl);
  const proxy = proxyFor(baseUrl, env);
  const dispatcher = open(origin, proxy);
  return {
    proxy: proxy && new URL(proxy).host,
    send: async (begin, request) => unlessAborted(send(await dispatcher, begin, {...request, origin}), request.signal),
    async close() {
      await (await dispatcher).destroy();
    },
  };
}

/** Opens a pool whose sockets avoid two events that crash undici; or undici's agent for a proxy, with such pools. */
async function open(origin: string, proxy: string | undefined): Promise<Dispatcher> {
  const [{default: Pool}, {default: buildConnector}, {default: symbols}] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/core/connect.js'),
    import('undici/lib/core/symbols.js'),
  ]);
  const factory = (
    to: string | URL,
    options: {readonly connect?: buildConnector.connector | undefined},
  ): Dispatcher => {
    const connector = options.connect ?? buildConnector({timeout: CONNECT_TIMEOUT});
    const connect: buildConnector.connector = (place, callback) =>
      connector(place, (...[error, socket]) =>
        error ? callback(error, null) : callback(null, endWhenRead(socket, symbols)),
      );
    return new Pool(to, {...options, connect, bodyTimeout: BODY_TIMEOUT});
  };
  if (proxy === undefined) return factory(origin, {connections: 16} as object);
  const [{default: ProxyAgent}, {default: connect}] = await Promise.all([
    import('undici/lib/dispatcher/proxy-agent.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  return new ProxyAgent({
    ...{uri: proxy, factory},
    // https uses a tunnel; plain http is sent to the proxy itself.
    proxyTunnel: origin.startsWith('https:'),
    clientFactory(url, options) {
      const client = new Pool(url, {...options, headersTimeout: CONNECT_TIMEOUT});
      // Only undici's index adds this method to dispatchers, and loading it takes longer than most requests. After its
      // own error for a closed socket, undici would ask the proxy again without end.
      const tunnel: typeof connect = options =>
        connect.call(client, options).catch((cause: unknown) => {
          const code = codeOf(cause) === 'UND_ERR_SOCKET' ? 'ECONNRESET' : codeOf(cause);
          throw Object.assign(new Error('There is no tunnel.', {cause}), {code});
        });
      return Object.assign(client, {connect: tunnel});
    },
  });
}

/** The proxy that the usual variables name. Loopback never uses one: the sandbox and tests run there. */
function proxyFor(baseUrl: string, env: Host['env']): string | undefined {
  const url = new URL(baseUrl);
  const names = url.protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const variable = names.find(name => env[name]);
  if (!variable || isLoopback(url.hostname) || isExempt(url, env['NO_PROXY'] ?? env['no_proxy'] ?? ''))
    return undefined;
  const text = env[variable] ?? '';
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  try {
    const {protocol, username, password} = new URL(address);
    decodeURIComponent(username + password);
    if (/^https?:$/.test(protocol)) return address;
  } catch {
    // It is no address, or its password has a lone percent sign.
  }
  // The error does not quote the address, which may contain a password.
  throw new ConfigError(`${variable} is not the address of an http or https proxy.`, {
    hint: `For example: ${variable}=http://proxy.example.com:3128, with special characters of a password percent-encoded.`,
  });
}

/** Whether `NO_PROXY` names a host, or a domain that it is in, perhaps with a port; an asterisk alone names all. */
function isExempt({protocol, hostname, port}: URL, list: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some(entry => {
    const [, name = '', only = ownPort] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return only === ownPort && (name === '*' || hostname === name || (name !== '' && hostname.endsWith(`.${name}`)));
  });
}

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
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason));
  });
  return Promise.race([work, aborted]);
}

const CONNECT_TIMEOUT = 10_000;
const BODY_TIMEOUT = 60_000;

/** What undici attaches to a socket to read answers. It pauses while nobody takes what it has read. */
type Parsers = {readonly kParser: symbol};

/**
 * Delays the end of a connection until its reader has taken everything before it. Otherwise undici's parser fails with
 * an assertion that nobody can catch when a connection ends while a slow reader makes it wait (nodejs/undici#5360).
 */
function endWhenRead<S extends Socket>(socket: S, {kParser}: Parsers): S {
  const [push, read, destroy] = [socket.push.bind(socket), socket.read.bind(socket), socket.destroy.bind(socket)];
  const waits = (): boolean => (socket as unknown as ParserState)[kParser]?.paused === true;
  let isOver = false;
  const end = (): void => {
    if (!isOver || socket.destroyed || socket.readableLength > 0 || waits()) return;
    isOver = false;
    push(null);
    // An empty stream notices its end only when somebody reads.
    read(0);
  };
  return Object.assign(socket, {
    push(chunk: unknown, encoding?: BufferEncoding): boolean {
      if (chunk !== null) return push(chunk, encoding);
      isOver = true;
      end();
      return false;
    },
    read(size?: number): unknown {
      const chunk: unknown = read(size);
      // Only after the parser has seen this chunk is it known whether it waits again.
      if (isOver) queueMicrotask(end);
      return chunk;
    },
    // On a connection reset, undici asks the parser for the rest of the answer, which fails the same way.
    destroy: (error?: Error): S => destroy(waits() && codeOf(error) === 'ECONNRESET' ? withoutCode(error) : error),
  });
}

type ParserState = {readonly [symbol: symbol]: {readonly paused: boolean} | null | undefined};

const withoutCode = (cause: unknown): Error => new Error('The connection was reset.', {cause});
