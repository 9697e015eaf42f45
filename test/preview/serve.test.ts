import {request} from 'node:http';
import {expect, onTestFinished, test} from 'vitest';
import {servePreview} from '../../src/preview/serve.js';

type Answer = {readonly status: number; readonly headers: Record<string, unknown>; readonly body: string};

const ask = (
  address: string,
  path: string,
  {method = 'GET', host}: {method?: string; host?: string} = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const {hostname, port} = new URL(address);
    request({hostname, port, path, method, headers: host ? {host} : {}}, async response => {
      let body = '';
      for await (const chunk of response) body += String(chunk);
      resolve({status: response.statusCode ?? 0, headers: response.headers, body});
    })
      .on('error', reject)
      .end();
  });

async function serve() {
  const server = await servePreview({read: async () => ({name: 'secret-mail', html: '<p>secret-text</p>'}), files: []});
  onTestFinished(() => server.close());
  return server.address;
}

test('the page is served on loopback, under a token, for nobody else to keep', async () => {
  const address = await serve();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/);
  const {status, headers, body} = await ask(address, new URL(address).pathname);
  expect(status).toBe(200);
  expect(body).toContain('secret-mail');
  expect(headers).toMatchObject({'cache-control': 'no-store', 'referrer-policy': 'no-referrer'});
  const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? [];
  expect(body).toContain(`<script nonce="${nonce}">`);
});

test('two servers have different tokens', async () => {
  const [one, other] = [await serve(), await serve()].map(address => new URL(address).pathname);
  expect(one).not.toBe(other);
});

test.each([
  ['without the token', () => '/', {}],
  ['with another token', () => `/${'0'.repeat(32)}/`, {}],
  ['with a part of it', (path: string) => path.slice(0, 10), {}],
  ['without its slash', (path: string) => path.slice(0, -1), {}],
  ['for another place', (path: string) => `${path}../etc/passwd`, {}],
  ['for another host', (path: string) => path, {host: 'evil.example'}],
  ['for another name of this machine', (path: string) => path, {host: 'localhost:80'}],
  ['to change something', (path: string) => path, {method: 'POST'}],
])('a request %s gets nothing', async (_, pathOf, how) => {
  const address = await serve();
  const {status, body} = await ask(address, pathOf(new URL(address).pathname), how);
  expect([404, 405]).toContain(status);
  expect(body).not.toContain('secret');
});

test('a mailing that cannot be read is a page that says why, and waits for the next change', async () => {
  const broken = await servePreview({read: () => Promise.reject(new Error('may.html is <empty>.')), files: []});
  onTestFinished(() => broken.close());
  const {body} = await ask(broken.address, new URL(broken.address).pathname);
  expect(body).toContain('<h1>No preview</h1><p>may.html is &lt;empty&gt;.</p>');
  expect(body).toContain('name="viewport"');
  expect(body).toContain('EventSource');
  expect(body).toContain("location.hash === '#dark'");
});

test('a change between a page and its listening is told at once', async () => {
  const server = await servePreview({read: async () => ({name: 'x', html: ''}), files: []});
  onTestFinished(() => server.close());
  const {hostname, port, pathname} = new URL(server.address);
  const firstWord = (after: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const asking = request({hostname, port, path: `${pathname}changes?after=${after}`}, response => {
        response.once('data', data => resolve(String(data)));
      });
      asking.on('error', reject).end();
    });
  const {body} = await ask(server.address, pathname);
  expect(body).toContain("new EventSource('changes?after=0')");
  expect([await firstWord(0), await firstWord(1)]).toEqual([': listening\n\n', 'data: changed\n\n']);
});

test('closing does not wait for those who listen', async () => {
  const server = await servePreview({read: async () => ({name: 'x', html: ''}), files: []});
  const {hostname, port, pathname} = new URL(server.address);
  const ended = new Promise<void>(resolve => {
    request({hostname, port, path: `${pathname}changes`}, response => {
      response
        .resume()
        .on('close', resolve)
        .on('error', () => {});
      response.once('data', () => void server.close());
    })
      .on('error', () => resolve())
      .end();
  });
  await ended;
});
