/** A proxy before the sandbox that a test gives its own answers to some requests, or lets them pass. */
import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';

export type Passing = {readonly method: string; readonly path: string; readonly body: string};

/** An answer in place of the sandbox's, or another body for it; nothing lets the request pass, and `cut` drops the connection. */
export type Instead =
  | {readonly status?: number; readonly json: unknown}
  | {readonly passOn: string}
  | 'cut'
  | undefined;

export type Between = {
  /** The environment that leads a line through it. */
  readonly env: {readonly EMK_BASE_URL: string};
  readonly passed: Passing[];
};

export async function standBetween(
  sandbox: RunningSandbox,
  answer: (passing: Passing) => Instead | Promise<Instead>,
): Promise<Between> {
  const passed: Passing[] = [];
  const server = createServer((asked, answered) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', async () => {
      const body = Buffer.concat(chunks);
      const passing = {method: asked.method ?? '', path: (asked.url ?? '').replace(/^\/api/, ''), body: String(body)};
      passed.push(passing);
      const instead = await answer(passing);
      if (instead === 'cut') return void asked.destroy();
      if (instead && 'json' in instead) {
        answered.writeHead(instead.status ?? 200, {'content-type': 'application/json'});
        return void answered.end(JSON.stringify(instead.json));
      }
      const {host: _host, 'content-length': _length, ...headers} = asked.headers;
      const onwards = request(`${sandbox.origin}${asked.url}`, {method: asked.method, headers}, response => {
        answered.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answered);
      });
      onwards.on('error', () => answered.destroy());
      onwards.end(instead ? instead.passOn : body);
    });
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {env: {EMK_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`}, passed};
}
