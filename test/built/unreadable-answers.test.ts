/** The built program contains an undici with parts removed: unreadable answers end there as in the sources. */

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';
import {resolve} from 'node:path';
import {expect, test} from 'vitest';
import {sample} from '../support/sample.js';
import {served} from '../support/served.js';

/** Answers every request with the same bytes, and counts the requests. */
async function speak(bytes: string) {
  let asked = 0;
  const server = createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', () => {
      asked += 1;
      socket.end(bytes);
    });
  });
  return {asked: () => asked, url: `${await served(server)}/api`};
}

async function runBuilt(url: string, ...line: readonly string[]) {
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nonexistent',
    EMK_BASE_URL: url,
    EMK_MAX_WAIT: '2s',
    EMK_SETTLE: '1ms',
  };
  const child = spawn(process.execPath, [resolve('bin/emk.js'), ...line], {
    env: {...env, EMK_PUBLIC_KEY: 'pk-of-nobody', EMK_SECRET_KEY: 'sk-of-nobody'},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', chunk => {
    stderr += String(chunk);
  });
  const [code] = await once(child, 'close');
  return {code, stderr};
}

const answers = [
  ['garbage', 'garbage\r\n\r\n'],
  ['the status 000', 'HTTP/1.1 000 None\r\ncontent-length: 0\r\n\r\n'],
  ['the status 99', 'HTTP/1.1 99 None\r\ncontent-length: 0\r\n\r\n'],
  ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n{}'],
] as const;

test.each(sample(answers, 1))('%s is read again, and leaves open what became of a change', async (_, bytes) => {
  const {url, asked} = await speak(bytes);
  const read = await runBuilt(url, 'lists', 'show', '7', '--retries', '2');
  expect(read).toEqual({code: 6, stderr: expect.stringContaining('is not valid HTTP')});
  expect(asked()).toBe(2);
  const change = await runBuilt(url, 'api', 'POST', '/contacts-type/add', '-f', 'name=Leads');
  expect(change).toEqual({code: 9, stderr: expect.stringContaining('is not valid HTTP')});
});
