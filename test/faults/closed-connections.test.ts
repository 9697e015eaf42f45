/** Servers that close each connection, with readers of every speed. `EMK_RUNS=500` finds rare failures. */

import {type AddressInfo, createServer, type Server, type Socket} from 'node:net';
import {Writable} from 'node:stream';
import {setImmediate, setTimeout} from 'node:timers/promises';
import {gzipSync} from 'node:zlib';
import {afterEach, expect, test} from 'vitest';
import {randomRuns} from '../support/random-runs.js';
import {runAgainst} from '../support/run-against.js';
import {sample} from '../support/sample.js';

let server: Server;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const ROWS = 2000;
const types = Array.from({length: ROWS}, (_, id) => ({id, name: `Type ${id} ${'x'.repeat(80)}`}));
const text = Buffer.from(JSON.stringify({status: 'success', message: {contactTypes: types}}));
const whole = `id,name\n${types.map(({id, name}) => `${id},${name}\n`).join('')}`;

const encodings = {plain: text, gzip: gzipSync(text)};
const framings = ['length', 'chunked', 'close'] as const;
const ends = ['whole', 'cut', 'reset'] as const;
const readers = ['fast', 'slow', 'stopping'] as const;

type Case = {
  readonly encoding: keyof typeof encodings;
  readonly framing: (typeof framings)[number];
  readonly end: (typeof ends)[number];
  readonly reader: (typeof readers)[number];
};

const cases: readonly Case[] = (['plain', 'gzip'] as const).flatMap(encoding =>
  framings.flatMap(framing => ends.flatMap(end => readers.map(reader => ({encoding, framing, end, reader})))),
);

/** The bytes of an answer, and the length of its head. */
function answerOf({encoding, framing}: Case): {bytes: Buffer; head: number} {
  const body = encodings[encoding];
  const head = Buffer.from(
    [
      'HTTP/1.1 200 OK',
      'Connection: close',
      ...(encoding === 'plain' ? [] : [`Content-Encoding: ${encoding}`]),
      ...(framing === 'length' ? [`Content-Length: ${body.length}`] : []),
      ...(framing === 'chunked' ? ['Transfer-Encoding: chunked'] : []),
      '\r\n',
    ].join('\r\n'),
  );
  const framed =
    framing === 'chunked'
      ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
      : body;
  return {bytes: Buffer.concat([head, framed]), head: head.length};
}

async function serve(given: Case, run: number): Promise<string> {
  const {bytes, head} = answerOf(given);
  const cut = head + Math.floor((bytes.length - head) * ((run * 0.618) % 1));
  server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      const sent = given.end === 'whole' ? bytes : bytes.subarray(0, cut);
      socket.write(sent, () => (given.end === 'reset' ? socket.resetAndDestroy() : socket.end()));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

/** A reader of a small pipe, which is slow or closes it. */
function readerOf({reader}: Case): {stdout: Writable; taken(): string} {
  let taken = '';
  const stdout = new Writable({
    highWaterMark: reader === 'fast' ? 65536 : 512,
    async write(chunk, _, done) {
      taken += String(chunk);
      if (reader === 'stopping' && taken.length > 5000)
        return done(Object.assign(new Error('write EPIPE'), {code: 'EPIPE'}));
      if (reader === 'slow') await (taken.length % 3 === 0 ? setTimeout(1) : setImmediate());
      done();
    },
  });
  stdout.on('error', () => {});
  return {stdout, taken: () => taken};
}

test.each(sample(cases, 8))('$encoding by $framing, $end, to a $reader reader', async given => {
  for (let run = 1; run <= Math.ceil(randomRuns(cases.length) / cases.length); run++) {
    const address = await serve(given, run);
    const {stdout, taken} = readerOf(given);
    const line = 'lists list --columns id,name -o csv';
    const {code, stderr} = await runAgainst(address, line, {host: {stdout}});
    server.close();
    if (given.reader === 'stopping') expect(['', 6]).toContain(code === 0 ? '' : code);
    else if (given.end === 'whole') expect([code, stderr, taken()]).toEqual([0, '', whole]);
    else expect([code, stderr]).toEqual([6, expect.stringMatching(/^(.*; waiting \d+ s\.\n)*error: .*\n {2}.*\n$/)]);
  }
});

const throughProxies = cases.filter(({encoding, end}) => encoding === 'plain' && end === 'whole');

test.each(sample(throughProxies, 4))('through a proxy that closes: $framing, to a $reader reader', async given => {
  for (let run = 1; run <= Math.ceil(randomRuns(throughProxies.length) / throughProxies.length); run++) {
    const proxy = (await serve(given, run)).replace(/\/api$/, '');
    const {stdout, taken} = readerOf(given);
    const line = 'lists list --columns id,name -o csv --allow-http';
    const {code, stderr} = await runAgainst('http://mail.example/api', line, {
      env: {HTTP_PROXY: proxy},
      host: {stdout},
    });
    server.close();
    const got = [code, stderr, given.reader === 'stopping' ? '' : taken() === whole];
    expect(got).toEqual([0, '', given.reader === 'stopping' ? '' : true]);
  }
});
