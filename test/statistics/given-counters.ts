/** A service that lists single sends with any counters, which a real service may have and the sandbox never does. */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {type Ran, runAgainst} from '../run-against.js';

/** Runs a line against an account with these single sends; each has a utr that ends in its number. */
export async function withSends(sends: readonly object[], line: string | readonly string[]): Promise<Ran> {
  const records = sends.map((send, at) => ({
    utr: utrOf(at + 1),
    single_send_name: `Send ${at + 1}`,
    status: 3,
    ...send,
  }));
  const server = createServer(({url = ''}, response) => {
    const utr = new URL(url, 'http://localhost').searchParams.get('utr');
    const message = url.includes('/details')
      ? {singleSend: records.filter(record => record.utr === utr)}
      : {singleSends: records};
    response.end(JSON.stringify({status: 'success', message}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise(resolve => server.close(() => resolve())));
  const {port} = server.address() as AddressInfo;
  return runAgainst(`http://127.0.0.1:${port}/api`, line);
}

/** The utr of a single send by its number. */
export const utrOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
