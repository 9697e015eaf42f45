import {createServer, type Server} from 'node:http';
import {type AddressInfo, isIPv6} from 'node:net';
import {isLoopback} from '../../system/loopback.js';
import {handlerOf} from './handle.js';
import type {Serving} from './reply.js';

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
