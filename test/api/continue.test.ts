/** An unasked "100 Continue" is not an answer, and the answer after it is not lost. */

import {createServer} from 'node:net';
import {expect, test} from 'vitest';
import {runAgainst} from '../run-against.js';
import {sample} from '../sample.js';
import {served} from '../served.js';

/** Answers each request on a kept connection with these bytes, in pieces of some size. */
async function speak(answer: string, size: number) {
  let requests = 0;
  const server = createServer(socket => {
    let seen = '';
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', async chunk => {
      seen += chunk.toString('latin1');
      const length = Number(/content-length: (\d+)/i.exec(seen)?.[1] ?? 0);
      const end = seen.indexOf('\r\n\r\n') + 4;
      if (end < 4 || seen.length < end + length) return;
      seen = '';
      requests++;
      for (let at = 0; at < answer.length; at += size) {
        socket.write(answer.slice(at, at + size));
        await new Promise(resolve => setTimeout(resolve, 2));
      }
    });
  });
  return {url: `${await served(server)}/api`, requests: () => requests};
}

/** Only the deletions themselves are tested. */
const noCopy = {EMK_KEEP_DELETED: '0'};

const interim = 'HTTP/1.1 100 Continue\r\n\r\n';
const ok = (body: string): string => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const done = ok('{"status":"success","message":"Deleted Successfully"}');

test.each(
  sample(
    [
      ['before the answer', interim + done],
      ['twice', interim + interim + done],
      ['with headers', `HTTP/1.1 100 Continue\r\nserver: x\r\n\r\n${done}`],
      ['without a word', `HTTP/1.1 100\r\n\r\n${done}`],
      ['before other signs of life', `${interim}HTTP/1.1 103 Early Hints\r\n\r\n${done}`],
    ],
    1,
  ),
)('%s', async (_, answer) => {
  for (const size of [1, 7, interim.length, 1000]) {
    const {url, requests} = await speak(answer, size);
    const {code, stderr} = await runAgainst(url, 'notifications delete 1 2 3 --yes', {env: noCopy});
    expect([size, code, stderr, requests()]).toEqual([size, 0, 'Deleted 3 notifications. emk kept no copy.\n', 3]);
  }
});

test('what looks like one within a body stays', {tags: ['long']}, async () => {
  const message = `${interim.repeat(3)}x`;
  const body = JSON.stringify({status: 'success', message});
  for (const size of [1, 53, 1000]) {
    const {url} = await speak(interim + ok(body), size);
    expect(JSON.parse((await runAgainst(url, 'api GET /contacts-type -o json')).stdout)).toBe(message);
  }
});

test('one without an answer after it is a lost answer', {tags: ['long']}, async () => {
  const {url} = await speak(interim, 1000);
  const line = 'notifications delete 1 --yes -q EMK_MAX_WAIT=300ms';
  expect((await runAgainst(url, line, {env: noCopy})).code).toBe(9);
});
