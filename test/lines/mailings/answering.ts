import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {type Ran, runAgainst} from '../../support/run-against.js';

/** A service that answers every read with the same record, accepts every write, and keeps what was written. */
export async function answering(message: object): Promise<{
  readonly written: readonly string[];
  emk(line: string | readonly string[]): Promise<Ran>;
  close(): Promise<void>;
}> {
  const written: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const {method = '', url = ''} = request;
      if (method !== 'GET') written.push(`${method} ${url.replace(/^\/api/, '')}`);
      response.end(JSON.stringify({status: 'success', message: method === 'GET' ? message : {utr: 'some-utr'}}));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    written,
    emk: line => runAgainst(`http://127.0.0.1:${port}/api`, line),
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}
