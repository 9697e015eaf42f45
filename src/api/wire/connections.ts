import type {buildConnector, Dispatcher} from 'undici';
import {ConfigError} from '../../core/errors.js';
import {codeOf} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {isLoopback} from '../../core/words/values.js';
import {noProxy, type ProxyPlace, refusedByProxy} from './failure.js';
import {endWhenRead, type Parsers} from './spared-sockets.js';

/** The connections to one server, which are reused until `close`. */
type Connections = {
  readonly proxy: ProxyPlace | undefined;
  /** Sends a request; `begin` is called when it has a connection, just before its first byte. */
  send(begin: () => void, request: Request): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
};

type Request = Omit<Dispatcher.RequestOptions, 'origin' | 'signal'> & {readonly signal: AbortSignal};

/** Connects to a server, through a proxy if there is one. Nothing is opened before the first request. */
export function connectTo(baseUrl: string, env: Host['env']): Connections {
  const {origin} = new URL(baseUrl);
  const proxy = proxyFor(baseUrl, env);
  const dispatcher = proxy ? throughProxy(proxy) : directly(origin);
  return {
    proxy,
    send: async (begin, request) => unlessAborted(send(await dispatcher, begin, {...request, origin}), request.signal),
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
      error ? callback(error, null) : callback(null, endWhenRead(socket, parsers)),
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

/** The proxy for an address, from the usual variables. Loopback never uses one: the sandbox and tests run there. */
export function proxyFor(baseUrl: string, env: Host['env']): ProxyPlace | undefined {
  const {protocol, hostname, port} = new URL(baseUrl);
  const names = protocol === 'https:' ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const variable = names.find(name => env[name]);
  if (!variable || isLoopback(hostname) || isExempt(hostname, port, env['NO_PROXY'] ?? env['no_proxy'] ?? ''))
    return undefined;
  const url = toProxy(env[variable] ?? '', variable);
  return {url, host: new URL(url).host, tunnel: protocol === 'https:'};
}

/** Reads a proxy's address. Errors do not quote it, because it may contain a password. */
function toProxy(text: string, variable: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && isDecodable(url.username + url.password)) return address;
  throw new ConfigError(`${variable} is not the address of an http or https proxy.`, {
    hint: `For example: ${variable}=http://proxy.example.com:3128, with special characters of a password percent-encoded.`,
  });
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isExempt(hostname: string, port: string, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .some(entry => {
      if (entry === '*') return true;
      const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (onlyPort && onlyPort !== port) return false;
      const domain = name.replace(/^\*?\./, '').toLowerCase();
      return hostname === domain || hostname.endsWith(`.${domain}`);
    });
}

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
