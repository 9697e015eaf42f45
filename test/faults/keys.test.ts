/**
 * Keys go to the profile's origin and nowhere else: one service repeats them wherever it can, and another notices
 * forbidden requests. Everything that emk prints, saves and passes on is searched for any part of them.
 */

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {formsOf, partsOf} from '../support/key-forms.js';
import {runAgainst} from '../support/run-against.js';
import {sample} from '../support/sample.js';
import {words} from '../support/words.js';

const publicKey = 'pk_9f"Kx+3/vQ8zL1=mN5tR';
const secretKey = 'sk_Jw4\\Gd&7/hT2yB%6pXe0Ua';
const keys = [publicKey, secretKey];

const echo = keys.flatMap(formsOf).join(' ');

const parts = partsOf(keys.flatMap(formsOf));
const foundIn = (text: string): readonly string[] => parts.filter(part => text.includes(part));

let home: string;
let elsewhere: {readonly origin: string; readonly heard: string[]; readonly server: Server};
let service: {readonly origin: string; readonly server: Server};
let answer: RequestListener;
let commandLines: string[];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'emk-keys-'));
  const heard: string[] = [];
  const stranger = await serve((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    response.end('{"status":"success","message":{"contactTypes":[]}}');
  });
  stranger.server.on('connect', (request: IncomingMessage, socket) => {
    heard.push(`CONNECT ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    socket.end(`HTTP/1.1 502 ${echo}\r\n\r\n`);
  });
  elsewhere = {...stranger, heard};
  service = await serve((request, response) => answer(request, response));
  answer = accepting;
  const login = await emk(
    `auth login prod --base-url ${service.origin}/api --public-key ${quoted(publicKey)} --secret-key-stdin`,
    {stdin: secretKey},
  );
  expect([login.code, foundIn(login.stdout + login.stderr)]).toEqual([0, []]);
});
beforeEach(() => {
  commandLines = [];
});
afterAll(() => {
  for (const {server} of [service, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(home, {recursive: true, force: true});
});

async function serve(listener: RequestListener): Promise<{readonly origin: string; readonly server: Server}> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server};
}

const quoted = (word: string): string => `'${word}'`;

type Given = {readonly stdin?: string; readonly env?: Record<string, string>};

/** Runs a line in this process with the profile's keys; the environment has none. */
const emk = (line: string, {stdin = '', env = {}}: Given = {}) =>
  runAgainst('', line, {
    stdin,
    env: {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_CONFIG_DIR: '', EMK_STATE_DIR: '', ...env},
    host: {cwd: home, home, now: () => new Date()},
  });

const accepting = (_: IncomingMessage, response: ServerResponse): void => {
  response.end('{"status":"success","message":{"contactTypes":[{"id":7,"name":"Leads"}]}}');
};

const json =
  (value: object): RequestListener =>
  (_, response) =>
    void response.end(JSON.stringify(value));
const page =
  (status: number, text: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, {'content-type': 'text/html', ...headers}).end(text);
const redirect =
  (status: number, to: () => string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, {location: to()}).end();

/** Positions at which a text is cut for display, so that a key lies across each of them. */
const across = [20, 40, 64, 80, 100, 120, 160, 200].map(at => `${'x'.repeat(at - 12)} ${publicKey} ${secretKey}`);

const answers: Readonly<Record<string, RequestListener>> = {
  'a complaint': json({status: 'failed', errors: `Unknown: ${echo}`}),
  'complaints by field': json({status: 'failed', errors: {SecretKey: [echo], name: across}}),
  'a success text': json({status: 'success', message: `Added ${echo} ${across.join(' ')}`}),
  'a refusal of the framework': (_, response) => void response.writeHead(401).end(JSON.stringify({message: echo})),
  'a failure of the framework': (_, response) => void response.writeHead(500).end(JSON.stringify({message: echo})),
  'a page': page(200, `<title>${across.join('</title><title>')}</title>${echo}`),
  'a page of a gateway': page(502, `<title>${across[3]}</title><p>${echo}`, {server: across[1] ?? ''}),
  'a PHP warning': page(200, `<b>Warning</b>: ${echo}<br>{"status":"success","message":{"contactTypes":[]}}`),
  'a truncated answer': (_, response) => {
    response.writeHead(200, {'content-length': '9999'}).write(`{"status":"failed","errors":"${publicKey}`);
    setTimeout(() => response.destroy(), 20);
  },
  'bytes that are no HTTP': (_, response) => void response.socket?.end(echo),
  'odd headers': (_, response) =>
    void response.writeHead(429, {'retry-after': secretKey, server: echo, date: echo, 'x-ratelimit-limit': echo}).end(),
  'a redirect within the service': redirect(302, () => `/login?key=${encodeURIComponent(secretKey)}&again=${echo}`),
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].flatMap(status => [
      [`a ${status} to another origin`, redirect(status, () => `${elsewhere.origin}/?key=${encodeURIComponent(echo)}`)],
    ]),
  ),
  'a redirect without a scheme': redirect(307, () => elsewhere.origin.replace('http:', '')),
  'a page that leads elsewhere': (_, response) =>
    void response
      .writeHead(200, {refresh: `0; url=${elsewhere.origin}`, link: `<${elsewhere.origin}>; rel=preload`})
      .end(`<meta http-equiv=refresh content="0;url=${elsewhere.origin}/?k=${echo}">`),
};

const lines = [
  'lists list',
  'lists show 7',
  'lists create Leads',
  'lists update 7 --name Others',
  'lists delete 7 --yes',
  'contacts export people.csv --overwrite',
  'contacts import leads.csv --list 7 --yes EMK_SETTLE=10ms',
  'mailings create --name May --subject Hi --preheader P --from 1 --group 1 --to contacts_1 --template 2 --now --yes',
  'api GET /contacts-type',
  'api POST /contacts-type/add -f name=x --yes',
  'auth status --check',
  'doctor',
];
const looks = ['', '-o json', '--debug', '-v -o jsonl'];

describe('keys are in nothing that emk prints or keeps where a service repeats them in', () => {
  test.each(sample(Object.keys(answers), 4))('%s', async name => {
    writeFileSync(join(home, 'leads.csv'), 'email\nada@lovelace.example\n');
    answer = answers[name] ?? accepting;
    const leaks: string[] = [];
    for (const [at, line] of lines.entries()) {
      const look = looks[at % looks.length];
      const {stdout, stderr} = await emk(
        `${line} ${line.startsWith('doctor') ? '' : look} EMK_MAX_WAIT=0 --timeout 2s`,
      );
      const found = foundIn(stdout + stderr);
      if (found.length > 0) leaks.push(`emk ${line} ${look}: ${found[0]}\n${stdout}${stderr}`);
    }
    expect(leaks).toEqual([]);
    expect(keptWithKeys()).toEqual([]);
    expect(elsewhere.heard).toEqual([]);
  });
});

/** Every file that emk keeps, except the one for keys. */
const keptWithKeys = (): readonly string[] =>
  readdirSync(home, {recursive: true, encoding: 'utf8'}).filter(
    name =>
      !name.endsWith(join('emk', 'config.json')) &&
      statSync(join(home, name)).isFile() &&
      foundIn(readFileSync(join(home, name), 'latin1') + name).length > 0,
  );

describe('no other origin gets them', () => {
  test('that is given by an option or a variable', async () => {
    answer = accepting;
    const flag = await emk(`lists list --base-url ${elsewhere.origin}/api`);
    const variable = await emk('lists list', {env: {EMK_BASE_URL: `${elsewhere.origin}/api`}});
    expect([flag.code, variable.code, elsewhere.heard]).toEqual([3, 3, []]);
  });

  test('that is a proxy: it gets a name to connect to, and its answer is not printed', async () => {
    const env = {
      EMK_BASE_URL: 'https://mail.example/api',
      EMK_PUBLIC_KEY: publicKey,
      EMK_SECRET_KEY: secretKey,
      HTTPS_PROXY: elsewhere.origin,
    };
    const {code, stdout, stderr} = await emk('lists list EMK_MAX_WAIT=0 --debug', {env});
    expect([code, foundIn(stdout + stderr)]).toEqual([6, []]);
    expect(elsewhere.heard).toEqual([expect.stringMatching(/^CONNECT mail\.example:443/)]);
    expect(foundIn(elsewhere.heard.splice(0).join())).toEqual([]);
  });

  test('that stands in a dry run', async () => {
    const {code, stdout} = await emk('lists create Leads --dry-run -o json');
    expect([code, foundIn(stdout), elsewhere.heard]).toEqual([0, [], []]);
  });
});

test('the built program hands them to no process and writes them into no command line', {tags: ['long']}, async () => {
  answer = (request, response) => {
    commandLines.push(...commandLinesNow());
    accepting(request, response);
  };
  const child = spawn(process.execPath, [resolve('bin/emk.js'), ...words('lists list --debug')], {
    cwd: home,
    env: {PATH: process.env['PATH'], HOME: home},
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => printed.push(String(chunk)));
  const [code] = await once(child, 'close');
  expect([code, foundIn(printed.join(''))]).toEqual([0, []]);
  if (process.platform === 'linux') expect(commandLines.join('\n')).toContain('lists\0list');
  expect(foundIn(commandLines.join('\n'))).toEqual([]);
  expect(keptWithKeys()).toEqual([]);
});

/** The command lines of all processes, as anybody on the machine can read them. */
function commandLinesNow(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
      } catch {
        return [];
      }
    });
}
