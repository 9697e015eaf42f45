/** A service that lists mailings with any counters, which a real service may have and the sandbox never does. */
import {createServer} from 'node:http';
import {type Ran, runAgainst} from '../../support/run-against.js';
import {served} from '../../support/served.js';

/** Runs a line against an account with these mailings; each has a utr that ends in its number. */
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
  return runAgainst(`${await served(server)}/api`, line);
}

/** The utr of a mailing by its number. */
export const utrOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
