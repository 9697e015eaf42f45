/** Requests through a proxy: how a proxy can let emk through or refuse it. */
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import {createServer as createSecureServer} from 'node:https';
import {type AddressInfo, connect, type Server as NetServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Duplex} from 'node:stream';
import {afterEach, describe, expect, test, vi} from 'vitest';
import {runAgainst} from '../support/run-against.js';
import {said} from '../support/said.js';

const opened: Array<NetServer> = [];
const sockets = new Set<Duplex>();
afterEach(() => {
  vi.unstubAllEnvs();
  for (const socket of sockets) socket.destroy();
  for (const server of opened.splice(0)) server.close();
});

async function listening(server: NetServer): Promise<number> {
  opened.push(server);
  server.on('connection', socket => sockets.add(socket));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

type Tunnel = (socket: Duplex, target: string, headers: Readonly<Record<string, unknown>>) => void;

/** A proxy that only makes tunnels. */
async function proxied(tunnel: Tunnel): Promise<string> {
  const proxy: Server = createServer((_, response) => response.writeHead(500).end());
  proxy.on('connect', (request, socket) => {
    socket.on('error', () => {});
    tunnel(socket, request.url ?? '', request.headers);
  });
  return `http://127.0.0.1:${await listening(proxy)}`;
}

const read = 'lists list --count';
const write = 'api POST /contacts-type/add -f name=Leads';
const through = (proxy: string, line: string) =>
  runAgainst('https://mail.example/api', line, {env: {HTTPS_PROXY: proxy}});

describe('a proxy that makes no tunnel', () => {
  test.each([
    [407, 1, 'name and password'],
    [403, 1, 'refused'],
    [502, 4, 'HTTP 502'],
  ])('but answers %i is named, and nothing was changed', async (status, tries, says) => {
    let asked = 0;
    const proxy = await proxied(socket => {
      asked++;
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    });
    for (const line of [read, write]) {
      asked = 0;
      const {code, stderr} = await through(proxy.replace('//', '//user:hunter2@'), line);
      expect([code, asked]).toEqual([6, tries]);
      expect(stderr).toContain(`The proxy ${proxy.slice('http://'.length)} refused`);
      expect(stderr).toContain(says);
      expect(stderr).not.toMatch(/hunter2|foresee/);
    }
  });

  test('and does not exist is blamed instead of the service', async () => {
    for (const line of [read, write]) {
      const {code, stderr} = await through('http://127.0.0.1:9', line);
      expect(code).toBe(6);
      expect(stderr).toContain('or the proxy 127.0.0.1:9 (ECONNREFUSED)');
    }
  });

  test('and hangs up has changed nothing, even by a GET that writes', async () => {
    const proxy = await proxied(socket => socket.destroy());
    for (const line of [read, write, 'senders verify 7 --yes']) {
      expect(await through(proxy, line)).toMatchObject(said(6, 'the proxy'));
    }
  });
});

test('a tunnel that ends at once is a lost connection', {tags: ['long']}, async () => {
  const proxy = await proxied(socket => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  for (const line of [read, write]) {
    const {code, stderr} = await through(proxy, line);
    expect(code).toBe(6);
    expect(stderr).not.toContain('foresee');
  }
});

test('Ctrl-C ends the wait for a tunnel', async () => {
  const interruption = new AbortController();
  const proxy = await proxied(() => interruption.abort('SIGINT'));
  const {code, stderr} = await runAgainst('https://mail.example/api', read, {
    env: {HTTPS_PROXY: proxy},
    host: {interrupted: interruption.signal},
  });
  expect([code, stderr]).toEqual([130, 'error: Interrupted.\n']);
});

test('for plain http the proxy is blamed likewise', async () => {
  const line = `${read} --allow-http`;
  const {code, stderr} = await runAgainst('http://mail.example/api', line, {env: {HTTP_PROXY: '127.0.0.1:9'}});
  expect(code).toBe(6);
  expect(stderr).toContain('or the proxy 127.0.0.1:9');

  const proxy = createServer((_, response) => response.writeHead(407).end());
  const address = `127.0.0.1:${await listening(proxy)}`;
  const refused = await runAgainst('http://mail.example/api', line, {env: {HTTP_PROXY: address}});
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain(`The proxy ${address} refused`);
});

describe('https goes through a tunnel', () => {
  const certificate = selfSigned();

  test.skipIf(!certificate)('from end to end, with the keys for the service alone', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const seen: string[] = [];
    const service = createSecureServer(certificate ?? {}, (request, response) => {
      request.resume().on('end', () => {
        seen.push(`${request.method} ${request.url} ${request.headers['secretkey']}`);
        response.end(
          request.method === 'GET'
            ? '{"status":"success","message":{"contactTypes":[{"id":1},{"id":2}]}}'
            : '{"status":"success","message":"Added Successfully"}',
        );
      });
    });
    const port = await listening(service);
    const asked: unknown[] = [];
    const proxy = await proxied((socket, target, headers) => {
      asked.push([target, headers['proxy-authorization'], headers['secretkey']]);
      const upstream = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
    });
    const open = proxy.replace('//', '//user:p%40ss@');
    expect(await through(open, read)).toMatchObject({code: 0, stdout: '2\n'});
    expect(await through(open, write)).toMatchObject({code: 0});
    expect(seen).toEqual(['GET /api/contacts-type sk-of-nobody', 'POST /api/contacts-type/add sk-of-nobody']);
    expect(asked[0]).toEqual(['mail.example:443', `Basic ${btoa('user:p@ss')}`, undefined]);

    vi.unstubAllEnvs();
    expect(await through(open, read)).toMatchObject(said(6, 'emk does not trust the certificate of mail.example'));
  });
});

describe('a proxy variable that is no address', () => {
  test.each([
    ['HTTPS_PROXY', 'http://proxy:port'],
    ['https_proxy', 'http://'],
    ['HTTPS_PROXY', 'ftp://proxy:21'],
    ['HTTPS_PROXY', 'http://user:100%@proxy:8080'],
  ])('%s=%s is a matter of configuration', async (variable, value) => {
    const {code, stderr} = await runAgainst('https://mail.example/api', read, {env: {[variable]: value}});
    expect(code).toBe(3);
    expect(stderr).toContain(variable);
    expect(stderr).not.toMatch(/foresee|100%/);
  });
});

const [directly, through9] = [/reach mail\.example \((ENOTFOUND|EAI_\w+)\)/, /proxy 127\.0\.0\.1:9 \(ECONNREFUSED\)/];

test.each([
  ['mail.example', directly],
  ['other.example, .example', directly],
  ['EXAMPLE', directly],
  ['*.example:443', directly],
  ['mail.example:8443', through9],
  ['ail.example', through9],
  ['other.example,*', directly],
  ['other.example', through9],
])('NO_PROXY=%s decides who is asked', async (exempt, says) => {
  const env = {https_proxy: 'http://127.0.0.1:9', NO_PROXY: exempt};
  const {code, stderr} = await runAgainst('https://mail.example/api', `${read} --retries 1`, {env});
  expect(code).toBe(6);
  expect(stderr).toMatch(says);
});

/** A certificate made by openssl, if that is installed. */
function selfSigned(): {key: string; cert: string} | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'emk-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=mail.example';
  try {
    execFileSync('openssl', [...request.split(' '), '-keyout', key, '-out', cert], {stdio: 'ignore'});
    return {key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8')};
  } catch {
    return undefined;
  }
}
