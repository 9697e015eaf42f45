/**
 * Places where the sandbox, the configuration or the state cannot be stored: each is one sentence that says what to do.
 */
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {runAgainst} from '../run-against.js';
import {said} from '../said.js';
import {useShell} from '../use-shell.js';

const shell = useShell({seed: {kind: 'empty'}});
beforeAll(async () => {
  shell().write('file', 'some text');
});

/** No keys in the environment: `--sandbox` and the sandbox's own commands need none. */
const noKeys = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};

test.each(['--sandbox contacts list --count', 'sandbox log', 'sandbox mail', 'sandbox reset --empty --yes'])(
  'an account in a device: %s',
  async line => {
    const {code, stderr} = await shell().emk(line, {env: {...noKeys, EMK_SANDBOX_DB: '/dev/null'}});
    expect([code, stderr]).toEqual([3, expect.stringContaining('/dev/null: it is a device or a pipe, not a file.')]);
    expect(stderr).toContain('EMK_SANDBOX_DB');
  },
);

test.each(['config set retries 2', 'config list', 'auth list'])(
  'a file as the configuration folder: %s',
  async line => {
    const {code, stderr} = await shell().emk(line, {env: {...noKeys, EMK_CONFIG_DIR: join(shell().folder, 'file')}});
    expect([code, stderr]).toEqual([3, expect.stringMatching(/The configuration file .* cannot be (read|written): /)]);
    expect(stderr).toContain('EMK_CONFIG_DIR');
    expect(stderr).not.toContain('the system says');
  },
);

test('no configuration at all is what /dev/null means', async () => {
  expect(await shell().emk('auth list', {env: {...noKeys, EMK_CONFIG_DIR: '/dev/null'}})).toMatchObject({code: 0});
});

test('a file as the state folder, where a clean needs it', async () => {
  const {code, stderr} = await shell().emk('seed clean --run x --yes', {
    env: {EMK_STATE_DIR: join(shell().folder, 'file')},
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('a part of its path is a file, not a folder')]);
});

test.each([
  ['a page', 200, '<html></html>'],
  ['JSON of something else', 200, '{"status":"success"}'],
  ['JSON that is no object', 200, 'null'],
  ['a message without a log', 200, '{"message":{}}'],
  ['no such page', 404, 'Not Found'],
])('sandbox log of another service that answers with %s', async (_what, status, body) => {
  const server = createServer((_, answer) => answer.writeHead(status).end(body));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())));
  const {port} = server.address() as AddressInfo;
  expect(await runAgainst(`http://127.0.0.1:${port}/api`, 'sandbox log')).toMatchObject(
    said(3, `The account at http://127.0.0.1:${port} is not a sandbox.`),
  );
});
