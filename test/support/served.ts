import {once} from 'node:events';
import type {AddressInfo, Server, Socket} from 'node:net';
import {onTestFinished} from 'vitest';

/** Lets a server listen until its test has ended, and gives its origin: `http://127.0.0.1:4711`. */
export async function served(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', socket => sockets.add(socket));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
