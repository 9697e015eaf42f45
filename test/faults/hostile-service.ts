/** A service before the sandbox that adds what must never reach a terminal to every text. */
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';

const ESC = '\u001b';

/** Sequences that emk itself never writes, each followed by a word by which it is recognised. */
export const hostile = [
  `${ESC}]52;c;ZXZpbA==\u0007osc`,
  `${ESC}[2JCLEARED`,
  `${ESC}[9;9Hmoved`,
  `${ESC}[8mhidden`,
  '\u009b8mc1',
  '\rreturned',
  '\b\u0000\u007fdeleted',
  '\u202ereversed\u2066\u2069',
  '\u200b\u2060\ufeffinvisible',
  '\u{e0041}\u{e007f}tagged',
  '\u0085\u2028\u2029broken',
].join('');

/** What the service answers: records with hostile texts, addresses too, or only refusals. */
export type Manner = 'texts' | 'addresses' | 'refusals';

export type HostileService = {readonly baseUrl: string; close(): Promise<void>};

export async function startHostileService(origin: string, manner: Manner): Promise<HostileService> {
  const server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const isRefused = manner === 'refusals' && (request.method !== 'GET' || !request.url?.includes('contacts-type'));
    if (isRefused) {
      const errors = {email: [`The address ${hostile} is bad.`], [`x${hostile}`]: [hostile]};
      response.writeHead(422, {'content-type': 'application/json'});
      response.end(JSON.stringify({status: 'error', message: `Refused ${hostile}`, errors}));
      return;
    }
    const {host: _, connection: __, 'content-length': ___, 'accept-encoding': ____, ...headers} = request.headers;
    const answer = await fetch(origin + (request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body.length > 0 ? {body: Buffer.concat(body)} : {}),
    });
    response.writeHead(answer.status, {'content-type': answer.headers.get('content-type') ?? 'text/plain'});
    response.end(tainted(await answer.text(), manner));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {baseUrl: `http://127.0.0.1:${port}/api`, close: () => closed(server)};
}

const closed = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

function tainted(text: string, manner: Manner): string {
  try {
    const harmed = (_: string, value: unknown): unknown =>
      typeof value === 'string' && isText(value, manner) ? value + hostile : value;
    return JSON.stringify(JSON.parse(text), harmed);
  } catch {
    return text;
  }
}

/** Whether a value is a text that people write, as opposed to words, moments and ids that emk interprets. */
const isText = (value: string, manner: Manner): boolean =>
  value.includes('@') && !value.includes(' ')
    ? manner === 'addresses'
    : /[A-Z<]/.test(value) && !/^\d{4}-\d\d-\d\d|^[\da-f-]{36}$|^https?:/.test(value);
