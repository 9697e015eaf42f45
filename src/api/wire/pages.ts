import type {Host} from '../../system/host.js';
import {connectTo} from './connections.js';
import {startDeadline} from './deadline.js';
import {networkFailure, type Stage} from './network-failure.js';
import {proxyFor} from './proxy.js';

/** What a web server answers for an address: its status, where it sends people instead, and what is there. */
export type PageAnswer = {
  readonly status: number;
  readonly location: string | undefined;
  readonly type: string | undefined;
};

type Method = 'HEAD' | 'GET';

/** The web at large, without any key. Its connections are reused until `close`. */
export type Pages = {
  /** Asks for an address once, follows nothing, and reads nothing of what is there. Throws if no answer begins in time. */
  ask(
    method: Method,
    address: URL,
    limits: {readonly timeout: number; readonly signal: AbortSignal},
  ): Promise<PageAnswer>;
  close(): Promise<void>;
};

/** Opens the web for looks at addresses, through the same proxies as the service. */
export function openPages({env}: Pick<Host, 'env'>): Pages {
  const servers = new Map<string, ReturnType<typeof connectTo>>();
  const serverOf = (origin: string): ReturnType<typeof connectTo> => {
    const server = servers.get(origin) ?? connectTo(origin, proxyFor(origin, env));
    servers.set(origin, server);
    return server;
  };
  return {
    async ask(method, address, {timeout, signal}) {
      const {proxy, send} = serverOf(address.origin);
      const deadline = startDeadline(timeout, timeout, signal);
      let stage: Stage = 'connecting';
      const begin = (): void => {
        stage = 'sent';
        deadline.sent();
      };
      try {
        const {statusCode, headers, body} = await send(begin, {
          method,
          path: address.pathname + address.search,
          headers: {accept: '*/*', 'user-agent': 'emk'},
          headersTimeout: timeout,
          signal: deadline.signal,
        });
        body.on('error', () => {}).destroy();
        return {status: statusCode, location: textOf(headers['location']), type: textOf(headers['content-type'])};
      } catch (error) {
        throw signal.aborted ? error : networkFailure({effect: 'reads'}, error, {host: address.host, proxy}, stage);
      } finally {
        deadline.over();
      }
    },
    async close() {
      await Promise.all([...servers.values()].map(({close}) => close()));
    },
  };
}

const textOf = (header: string | string[] | undefined): string | undefined => [header].flat()[0];
