/** Answers that are not HTTP, from a bare socket: the effect on reads and on changes that were applied. */

import {createServer} from 'node:net';
import {describe, expect, test} from 'vitest';
import {toRequest} from '../../src/api/describe/request.js';
import {networkFailure, TooLateError} from '../../src/api/wire/failure.js';
import {UnknownOutcomeError, UnreachableError} from '../../src/core/errors.js';
import {operations} from '../../src/endpoints/lists.js';
import {runAgainst} from '../support/run-against.js';
import {served} from '../support/served.js';

/** Answers each request with the bytes that `answer` returns for its first line. */
async function speak(answer: (line: string) => string | Buffer) {
  const lines: string[] = [];
  const server = createServer(socket => {
    let seen = '';
    socket.on('error', () => {});
    socket.on('data', chunk => {
      seen += chunk.toString('latin1');
      const length = Number(/content-length: (\d+)/i.exec(seen)?.[1] ?? 0);
      const end = seen.indexOf('\r\n\r\n') + 4;
      if (end < 4 || seen.length < end + length) return;
      const [line = ''] = seen.split('\r\n');
      lines.push(line);
      socket.end(answer(line));
    });
  });
  return {lines, url: `${await served(server)}/api`};
}

const json = (value: object): string => {
  const body = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

const done = '{"status":"success","message":"Added Successfully"}';

const garbage: ReadonlyArray<readonly [string, string | Buffer]> = [
  ['garbage', 'garbage\r\n\r\n'],
  ['HTTP/0.9', done],
  ['a control character in a header', `HTTP/1.1 200 OK\r\nserver: a\x01b\r\n\r\n${done}`],
  ['a space in a header name', `HTTP/1.1 200 OK\r\nse rver: a\r\n\r\n${done}`],
  ['a negative length', `HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n${done}`],
  ['two lengths', `HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\n${done}`],
  ['the status 000', `HTTP/1.1 000 None\r\ncontent-length: 0\r\n\r\n`],
  ['the status 99', `HTTP/1.1 99 None\r\ncontent-length: 0\r\n\r\n`],
  ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ['TLS alert bytes', Buffer.from([0x15, 3, 3, 0, 2, 2, 70])],
  ['an endless header', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
];

describe.each(garbage)('%s', (_, bytes) => {
  test('is read again, and then the service counts as not reached', async () => {
    const {lines, url} = await speak(() => bytes);
    const {code, stderr} = await runAgainst(url, 'lists show 7');
    expect([code, lines.length, stderr]).toEqual([6, 4, expect.not.stringContaining('    at ')]);
  });

  test.each([
    'api POST /contacts-type/add -f name=Leads',
    'senders verify 7 --yes',
    'mailings delete 97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6 --yes',
    'api POST /contacts-type/add -f name=Leads',
  ])('leaves open what became of %s, which is sent once', async line => {
    const {lines, url} = await speak(request =>
      /^(POST|DELETE)|resend-mail/.test(request) ? bytes : json({status: 'failed', errors: 'Down'}),
    );
    const {code, stderr} = await runAgainst(url, line, {env: {EMK_KEEP_DELETED: '0'}});
    expect([code, stderr]).toEqual([9, expect.not.stringContaining('    at ')]);
    expect(lines.filter(request => /^(POST|DELETE)|resend-mail/.test(request))).toHaveLength(1);
  });

  test('is settled by a look at the list', async () => {
    let types = [{id: 1, name: 'Old'}];
    const {url} = await speak(request => {
      if (!request.startsWith('POST')) return json({status: 'success', message: {contactTypes: types}});
      types = [...types, {id: 2, name: 'Leads'}];
      return bytes;
    });
    expect(await runAgainst(url, 'lists create Leads -o id')).toMatchObject({code: 0, stdout: '2\n'});
  });
});

describe('an error of the connection', () => {
  const [read, write] = [
    toRequest(operations.details, {contact_type_id: 7}),
    toRequest(operations.create, {name: 'x'}),
  ];
  const way = {host: 'mail.example', proxy: undefined};
  const coded = (code: string) => Object.assign(new Error(code), {code});

  test.each(['EHOSTUNREACH', 'ENETDOWN', 'EPROTO', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ETIMEDOUT'])(
    '%s means nothing was sent only before there is a connection',
    code => {
      expect(networkFailure(write, coded(code), way, 'connecting')).toBeInstanceOf(UnreachableError);
      expect(networkFailure(write, coded(code), way, 'sending')).toBeInstanceOf(UnreachableError);
      expect(networkFailure(write, coded(code), way, 'sent')).toBeInstanceOf(UnknownOutcomeError);
      expect(networkFailure(read, coded(code), way, 'sent')).toBeInstanceOf(UnreachableError);
    },
  );

  test.each(['EACCES', 'EPERM', 'ENOBUFS', 'UNKNOWN', 'ERR_SOCKET_CONNECTION_TIMEOUT'])(
    '%s while connecting means that the service was not reached',
    code => {
      expect(networkFailure(write, coded(code), way, 'connecting')).toMatchObject({exit: 6});
    },
  );

  test('names the time limit in force', () => {
    expect(networkFailure(read, new TooLateError(1, '--timeout'), way, 'sent')).toMatchObject({
      message: 'mail.example did not answer within 1 ms (--timeout).',
    });
    expect(networkFailure(read, new TooLateError(60_000), way, 'connecting')).toMatchObject({
      message: 'Could not reach mail.example within 60 s.',
    });
  });

  test('that nobody foresaw is a bug, unless a change was sent', () => {
    const bug = new TypeError('x is not a function');
    expect(networkFailure(read, bug, way, 'sent')).toBe(bug);
    expect(networkFailure(write, bug, way, 'connecting')).toBe(bug);
    expect(networkFailure(write, bug, way, 'sending')).toBe(bug);
    expect(networkFailure(write, bug, way, 'sent')).toBeInstanceOf(UnknownOutcomeError);
  });
});
