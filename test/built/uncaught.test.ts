/** Uncaught errors in a process of the built program: one sentence and the right exit code, never a stack trace. */

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {said} from '../support/said.js';
import {sample} from '../support/sample.js';

let folder: string;
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emk-uncaught-'));
  // It never answers.
  server = createServer(request => void request.resume());
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, {recursive: true, force: true});
});

type Ended = {readonly code: number; readonly stdout: string; readonly stderr: string};

/** Runs the built program, after code that makes something fail later. */
async function emk(words: readonly string[], breaks = '', program = resolve('bin/emk.js')): Promise<Ended> {
  const preload = join(folder, 'breaks.cjs');
  writeFileSync(preload, breaks);
  const child = spawn(process.execPath, ['--require', preload, program, ...words], {
    env: {
      PATH: process.env['PATH'],
      EMK_BASE_URL: baseUrl,
      EMK_PUBLIC_KEY: 'pk-of-nobody',
      EMK_SECRET_KEY: 'sk-of-nobody',
      EMK_CONFIG_DIR: join(folder, 'config'),
      EMK_STATE_DIR: join(folder, 'state'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  });
  const printed = {stdout: '', stderr: ''};
  child.stdout.on('data', chunk => {
    printed.stdout += String(chunk);
  });
  child.stderr.on('data', chunk => {
    printed.stderr += String(chunk);
  });
  const [code] = await once(child, 'close');
  return {code, ...printed};
}

/** Fails in ways that no code waits for, once a socket has sent the beginning of a request. */
const onceSent = (how: string): string => `
  const {Socket} = require('node:net');
  const {write, _writeGeneric} = Socket.prototype;
  let isBroken = false;
  Socket.prototype._writeGeneric = function (...all) {
    if (!isBroken && this.remotePort) {
      isBroken = true;
      const broken = () => new TypeError('parts of sk-of-nobody came loose');
      ${how};
    }
    return _writeGeneric.apply(this, all);
  };`;

const ways = {
  'a rejected promise': onceSent('setTimeout(() => void Promise.reject(broken()), 20)'),
  'a throw in a timer': onceSent('setTimeout(() => { throw broken(); }, 20)'),
  'a throw in a callback of the socket': onceSent(
    "this.once('drill', () => { throw broken(); }); setTimeout(() => this.emit('drill'), 20)",
  ),
  'a value that is no error': onceSent('setTimeout(() => { throw null; }, 20)'),
};

/** Fails while emk waits to send the request again. */
const onceAnswered = onceSent('setTimeout(() => { throw broken(); }, 500)');

const sentence = /^error: emk failed [^\n]+\n {2}[^\n]+\n/;

test.each(sample(Object.entries(ways), 1))('%s ends a reading with 1', async (_, breaks) => {
  const {code, stdout, stderr} = await emk(['lists', 'list'], breaks);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(sentence)]);
  expect(stderr).not.toContain('sk-of-nobody');
});

test.each(sample(Object.entries(ways), 1))('%s ends a change that was sent with 9', async (_, breaks) => {
  const words = ['api', 'POST', '/contacts-type/add', '-f', 'name=Leads'];
  const {code, stdout, stderr} = await emk([...words, '-o', 'json'], breaks);
  expect([code, stdout, JSON.parse(stderr).error]).toEqual([9, '', expect.objectContaining({exit: 9})]);
  const byHand = await emk(words, breaks);
  expect([byHand.code, byHand.stderr]).toEqual([9, expect.stringMatching(/^error: [^\n]+\n {2}[^\n]+\n$/)]);
});

test('a change that waits for its turn was not sent, so it may not have been made', {tags: ['long']}, async () => {
  const limits = createServer((_, response) => response.writeHead(429, {'retry-after': '60'}).end('{}'));
  await new Promise<void>(done => limits.listen(0, '127.0.0.1', done));
  const before = baseUrl;
  baseUrl = `http://127.0.0.1:${(limits.address() as AddressInfo).port}/api`;
  const {code, stderr} = await emk(['api', 'POST', '/contacts-type/add', '-f', 'name=Leads'], onceAnswered);
  baseUrl = before;
  limits.closeAllConnections();
  limits.close();
  expect([code, stderr]).toEqual([1, expect.stringContaining('error: emk failed')]);
});

const damages = [
  ['core.js', '((('],
  ['core.js', ''],
  ['online.js', 'module.exports = {};'],
  ['run.js', 'throw new Error("disk")'],
] as const;

test.each(sample(damages, 1))('a damaged %s is told in a sentence: %j', async (pack, damage) => {
  const copy = mkdtempSync(join(folder, 'copy-'));
  for (const part of ['bin', 'dist', 'completions', 'package.json'])
    cpSync(resolve(part), join(copy, part), {recursive: true});
  writeFileSync(join(copy, 'dist', pack), damage);
  const program = join(copy, 'bin', 'emk.js');
  expect(await emk(['lists', 'list'], '', program)).toMatchObject(said(1, /^error: [^\n]+\n {2}[^\n]+\n/));
  const json = await emk(['lists', 'list', '-o', 'json'], '', program);
  expect([json.code, JSON.parse(json.stderr).error]).toEqual([1, expect.objectContaining({exit: 1})]);
});
