/** A key that the service repeats must not reach stderr, in whatever form; the log masks addresses too. */

import {createServer, type RequestListener} from 'node:http';
import {describe, expect, test} from 'vitest';
import {maskPieces, maskSecrets} from '../../src/api/wire/secrets.js';
import {runAgainst} from '../support/run-against.js';
import {sample} from '../support/sample.js';
import {served} from '../support/served.js';

/** Keys that are written differently in JSON and in addresses. */
const [publicKey, secretKey] = ['pk"of/nobody+1', 'sk\\of/nobody=2&'];

async function against(answer: RequestListener, line: string, env: Record<string, string> = {}) {
  const server = createServer((request, response) => void request.resume().on('end', () => answer(request, response)));
  return runAgainst(`${await served(server)}/api`, line, {
    env: {EMK_PUBLIC_KEY: publicKey, EMK_SECRET_KEY: secretKey, ...env},
  });
}

const forms = [publicKey, secretKey].flatMap(key => [
  key,
  JSON.stringify(key).slice(1, -1),
  encodeURIComponent(key),
  encodeURIComponent(key).replace(/%../g, code => code.toLowerCase()),
]);

const echoes: ReadonlyArray<readonly [string, RequestListener]> = [
  [
    'a complaint',
    (_, response) => response.end(JSON.stringify({status: 'failed', errors: `Unknown key ${forms.join(' ')}.`})),
  ],
  [
    'complaints by name',
    (_, response) =>
      response.end(JSON.stringify({status: 'failed', errors: {SecretKey: [`Wrong: ${forms.join(' ')}`]}})),
  ],
  ['a page', (_, response) => response.writeHead(500).end(`<title>${forms.join(' ').replaceAll('<', '')}</title>`)],
  [
    'a redirect',
    (_, response) =>
      response.writeHead(302, {location: `/login?k=${encodeURIComponent(secretKey)}&token=abcdef`}).end(),
  ],
];

test.each(sample(echoes, 3))('keys that %s repeats are not printed', async (_, answer) => {
  for (const look of ['', '-o json', '--debug', '--debug -o jsonl']) {
    const {code, stderr} = await against(answer, `lists show 7 ${look}`);
    expect(code).toBeGreaterThan(0);
    for (const form of forms) expect(stderr).not.toContain(form);
    for (const form of forms) expect(stderr).not.toContain(JSON.stringify(form).slice(1, -1));
  }
});

test('a key that lies across two writes is masked, and its beginning alone is written in the end', () => {
  const key = 'sk_live_51HxA0b9';
  for (const toPiece of [(text: string) => text, (text: string) => Buffer.from(text)])
    for (let cut = 0; cut <= key.length; cut++) {
      const {push, rest} = maskPieces(() => [key]);
      const pieces = [`é ${key.slice(0, cut)}`, `${key.slice(cut)} é`, 'sk_live_'].map(piece => push(toPiece(piece)));
      expect(pieces.map(String).join('') + rest()).toBe('é … ésk_live_');
    }
});

test('a text that holds no key stays as it is, however many backslashes and letters it has', () => {
  const text = `${'\\'.repeat(20_000)}${'s k \\n &#115; <b>'.repeat(5000)}`;
  expect(maskSecrets([publicKey, secretKey])(text)).toBe(text);
});

describe('where a text is cut, no part of a key is left', () => {
  const long = 'sk_live_0123456789abcdef0123456789abcdef';
  const parts = Array.from({length: long.length - 7}, (_, at) => long.slice(at, at + 8));
  const page = (before: number) => `<title>${'x'.repeat(before)} ${long}</title>`;
  const cases: ReadonlyArray<readonly [string, string, (before: number) => RequestListener]> = [
    ['a title', 'lists show 7', before => (_, response) => response.writeHead(500).end(page(before))],
    [
      'a page without a title',
      'lists show 7',
      before => (_, response) => response.writeHead(404).end(page(before).replaceAll('title', 'p')),
    ],
    [
      'the server',
      'lists show 7',
      before => (_, response) => response.writeHead(500, {server: `${'x'.repeat(before)} ${long}`}).end('oops'),
    ],
    [
      'a location',
      'lists show 7',
      before => (_, response) => response.writeHead(302, {location: `/${'x'.repeat(before)}${long}`}).end(),
    ],
    [
      'a success',
      'lists show 7',
      before => (_, response) =>
        response.end(JSON.stringify({status: 'success', message: `${'x'.repeat(before)} ${long}`})),
    ],
    [
      'a warning',
      'lists show 7',
      before => (_, response) =>
        response.end(`${'x'.repeat(before)} ${long}{"status":"success","message":{"contactType":{"id":7}}}`),
    ],
    [
      'the log',
      'lists show 7 --debug',
      before => (_, response) => response.end(`${'x'.repeat(before + 3860)} ${long}`),
    ],
    ['a page of emk api', 'api GET /x', before => (_, response) => response.writeHead(500).end(page(before))],
  ];

  test.each(sample(cases, 3))('%s', async (_, line, answer) => {
    for (const before of [0, 10, 25, 90, 100, 110]) {
      const {stdout, stderr} = await against(answer(before), line, {EMK_SECRET_KEY: long});
      expect(parts.filter(part => (stdout + stderr).includes(part))).toEqual([]);
    }
  });
});

test('a redirect within the service is not named by its path', async () => {
  const {stderr} = await against(
    (_, response) => response.writeHead(302, {location: '/login?token=abcdef#x'}).end(),
    'lists show 7',
  );
  expect(stderr).toContain('redirected to another path (HTTP 302)');
});

test('short keys do not blot out words', async () => {
  const {stderr} = await against(
    (_, response) => response.end(JSON.stringify({status: 'failed', errors: 'No contact.'})),
    'lists show 7',
    {EMK_PUBLIC_KEY: 'con', EMK_SECRET_KEY: 'act'},
  );
  expect(stderr).toContain('No contact.');
});

test('the log masks addresses in paths, headers and failures, plain and encoded', async () => {
  const answer: RequestListener = (_, response) =>
    response.writeHead(302, {location: '/login?email=ada%40lovelace.example'}).end();
  for (const path of [
    '/x?email=ada%40lovelace.example',
    '/x?email=ada@lovelace.example',
    '/x/ada%2540lovelace.example',
  ]) {
    const {stderr} = await against(answer, `api GET ${path} --debug`);
    expect(stderr).not.toContain('lovelace');
    expect(stderr).toContain('GET /x');
  }
});
