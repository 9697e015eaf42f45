/**
 * A server before the sandbox that kills the requesting process at one request: before the sandbox gets it, or after.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll} from 'vitest';

export type KillingProxy = {
  readonly baseUrl: string;
  /** How many of the requests that count came since the last order. */
  readonly seen: number;
  /** Sends the requests to another sandbox from now on. */
  aim(target: string): void;
  /** Runs `kill` at the request with this number, of all or of those that change something; `Infinity` means never. */
  order(at: number, when: 'before' | 'after', kill: () => void, among?: 'all' | 'changes'): void;
  close(): Promise<void>;
};

/** A folder and a proxy for all tests of a file. */
export function useKillingProxy(name: string): {readonly folder: string; readonly proxy: () => KillingProxy} {
  const folder = mkdtempSync(join(tmpdir(), name));
  let proxy: KillingProxy;
  beforeAll(async () => {
    proxy = await startKillingProxy();
  });
  afterAll(async () => {
    await proxy.close();
    rmSync(folder, {recursive: true, force: true});
  });
  return {folder, proxy: () => proxy};
}

async function startKillingProxy(): Promise<KillingProxy> {
  let port = '';
  let seen = 0;
  let order = {at: Number.POSITIVE_INFINITY, when: 'before', kill: () => {}, among: 'all'};
  const server = createServer((asked, answer) => {
    const {at, when, kill, among} = order;
    const counts = among === 'all' || asked.method !== 'GET';
    if (counts) seen++;
    const isLast = counts && seen === at;
    if (isLast && when === 'before') {
      kill();
      asked.destroy();
      return;
    }
    const options = {
      port,
      host: '127.0.0.1',
      method: asked.method,
      path: asked.url,
      headers: {...asked.headers, host: `127.0.0.1:${port}`},
    };
    const passed = request(options, response => {
      if (!isLast) {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
        return;
      }
      response.resume().on('end', () => {
        kill();
        answer.destroy();
      });
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    get seen() {
      return seen;
    },
    aim(target) {
      ({port} = new URL(target));
    },
    order(at, when, kill, among = 'all') {
      seen = 0;
      order = {at, when, kill, among};
    },
    close: () => new Promise(resolve => server.close(() => resolve()).closeAllConnections()),
  };
}
