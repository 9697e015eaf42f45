/** Nothing that the service repeats may bring a key to stderr, in whatever form; the log masks addresses too. */
import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {runAgainst} from '../run-against.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Keys that are written differently in JSON and in addresses. */
const [publicKey, secretKey] = ['pk"of/nobody+1', 'sk\\of/nobody=2&'];

async function against(answer: RequestListener, line: string, env: Record<string, string> = {}) {
  server?.close();
  server = createServer((request, response) => void request.resume().on('end', () => answer(request, response)));
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return runAgainst(`http://127.0.0.1:${port}/api`, line, {
    env: {EMK_PUBLIC_KEY: publicKey, EMK_SECRET_KEY: secretKey, ...env},
  });
}

const forms = [publicKey, secretKey].flatMap(key => [
  key,
  JSON.stringify(key).slice(1, -1),
  encodeURIComponent(key),
  encodeURIComponent(key).toLowerCase(),
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

test.each(echoes)('keys that %s repeats are not printed', async (_, answer) => {
  for (const look of ['', '-o json', '--debug --debug-pii', '--debug -o jsonl']) {
    const {code, stderr} = await against(answer, `contact-types show 7 ${look}`);
    expect(code).toBeGreaterThan(0);
    for (const form of forms) expect(stderr).not.toContain(form);
    for (const form of forms) expect(stderr).not.toContain(JSON.stringify(form).slice(1, -1));
  }
});

test('a redirect within the service is named by its path', async () => {
  const {stderr} = await against(
    (_, response) => response.writeHead(302, {location: '/login?token=abcdef#x'}).end(),
    'contact-types show 7',
  );
  expect(stderr).toContain('redirected to /login (HTTP 302)');
});

test('short keys do not blot out words', async () => {
  const {stderr} = await against(
    (_, response) => response.end(JSON.stringify({status: 'failed', errors: 'No contact.'})),
    'contact-types show 7',
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
    const open = await against(answer, `api GET ${path} --debug --debug-pii`);
    expect(open.stderr).toContain('lovelace');
  }
});
