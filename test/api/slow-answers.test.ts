/** Answers that never end: what limits them, and what does not. */

import {type AddressInfo, createServer, type Server, type Socket} from 'node:net';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {runAgainst} from '../support/run-against.js';
import {sample} from '../support/sample.js';

let server: Server | undefined;
const open = new Set<Socket>();
const timers = new Set<NodeJS.Timeout>();
afterEach(() => {
  vi.restoreAllMocks();
  for (const timer of timers) clearInterval(timer);
  for (const socket of open) socket.destroy();
  server?.close();
});

/** Answers every request with `head`, and then with `drop` every 20 ms forever. */
async function drip(head: string, drop: string) {
  const seen: string[] = [];
  server = createServer(socket => {
    open.add(socket);
    socket.on('error', () => {});
    socket.once('data', chunk => {
      seen.push(chunk.toString().split('\r\n')[0] ?? '');
      socket.write(head);
      timers.add(setInterval(() => socket.write(drop), 20));
    });
  });
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
  return {seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`};
}

const json = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n';

const drips: ReadonlyArray<readonly [string, string, string]> = [
  ['signs of life', '', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ['headers', 'HTTP/1.1 200 OK\r\nx: ', 'y'],
  ['a body', `${json}{`, ' '],
  ['a body after a promise', `HTTP/1.1 103 Early Hints\r\n\r\n${json}{`, ' '],
];

describe.each(sample(drips, 2))('an answer that drips %s', (_, head, drop) => {
  test('to a read ends when EMK_MAX_WAIT is over, all tries included', async () => {
    const {seen, url} = await drip(head, drop);
    const {code, stderr} = await runAgainst(url, 'lists show 7 EMK_MAX_WAIT=700ms');
    // The first try took all the time, so there was no second.
    expect([code, stderr, seen.length]).toEqual([6, expect.stringMatching(/within \d+ ms|too slow/), 1]);
  });

  test('to a change leaves its outcome open, and nothing is sent twice', async () => {
    const {seen, url} = await drip(head, drop);
    const {code} = await runAgainst(url, 'api POST /contacts-type/add -f name=Leads EMK_MAX_WAIT=700ms');
    expect([code, seen]).toEqual([9, ['POST /api/contacts-type/add HTTP/1.1']]);
  });
});

test('a list that does not begin ends when EMK_MAX_WAIT is over, all tries included', {tags: ['long']}, async () => {
  const {seen, url} = await drip('', 'HTTP/1.1 102 Processing\r\n\r\n');
  const {code} = await runAgainst(url, 'lists list EMK_MAX_WAIT=700ms');
  expect([code, seen.length]).toEqual([6, 1]);
});

test('signs of life are no answer: --timeout holds, also for a list', {tags: ['long']}, async () => {
  const {url} = await drip('', 'HTTP/1.1 102 Processing\r\n\r\n');
  expect((await runAgainst(url, 'lists list --timeout 200ms --retries 1')).code).toBe(6);
});

test('a service that takes a request byte by byte has not got it', {tags: ['long']}, async () => {
  server = createServer(socket => {
    open.add(socket);
    socket.on('error', () => {});
    socket.pause();
  });
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const {code} = await runAgainst(url, [
    ...'api POST /contacts-type/add EMK_MAX_WAIT=300ms -f'.split(' '),
    `name=${'x'.repeat(20_000_000)}`,
  ]);
  expect(code).toBe(6);
});

test('a list that makes progress may take longer than EMK_MAX_WAIT', {tags: ['long']}, async () => {
  const {url} = await drip(
    `${json}{"status":"success","message":{"contactTypes":[{"id":0}`,
    `,{"id":1,"name":"${'x'.repeat(20_000)}"}`,
  );
  const {code, stdout} = await runAgainst(url, 'lists list EMK_MAX_WAIT=100ms --limit 30 -o id');
  expect([code, stdout.split('\n').length]).toEqual([0, 31]);
});
