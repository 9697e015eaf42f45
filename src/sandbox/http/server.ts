import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {handlerOf} from './handle.js';
import type {Serving} from './reply.js';

/** Serves an account on loopback until it is closed. */
export async function serveAccount(
  serving: Serving,
  port = 0,
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
  await listening(server, port);
  const {port: chosen} = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${chosen}`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
