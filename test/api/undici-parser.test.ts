/**
 * What emk uses of undici without a guarantee: the parser on a socket, and whether it waits for a reader. If undici
 * renames either, connections that end while a reader is slow would crash emk, so this test must fail first.
 */
import {createServer} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';

type Parsing = {readonly [symbol: symbol]: {readonly paused: unknown} | null | undefined};

test('undici hangs its parser on the socket, which says that it waits for a slow reader', async () => {
  const [{default: Pool}, {default: buildConnector}, {default: request}, {default: symbols}] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/core/connect.js'),
    import('undici/lib/api/api-request.js'),
    import('undici/lib/core/symbols.js'),
  ]);
  const server = createServer((_, response) => response.end(Buffer.alloc(4 * 1024 * 1024)));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let opened: Socket | undefined;
  const open = buildConnector({});
  const pool = new Pool(origin, {
    connect: (options, callback) =>
      open(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        opened = socket;
        return callback(null, socket);
      }),
  });
  try {
    const {body} = await request.call(pool, {origin, path: '/', method: 'GET'});
    const parser = () => (opened as unknown as Parsing | undefined)?.[symbols.kParser];
    expect([typeof symbols.kParser, typeof parser()?.paused]).toEqual(['symbol', 'boolean']);
    while (parser()?.paused !== true) await setImmediate();
    for await (const _ of body);
    expect(parser()?.paused).not.toBe(true);
  } finally {
    await pool.destroy();
    server.close();
  }
});
