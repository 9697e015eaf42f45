/** What an import leaves behind when it is not allowed to begin. */
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {type Shell, startShell} from '../../shell.js';

let shell: Shell;
afterEach(() => shell.close());

test.each([
  ['read-only', 2],
  ['protected', 2],
])('a profile that is %s leaves no journal to resume, and nothing is sent', async (guard, exit) => {
  shell = await startShell();
  const env = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};
  const {baseUrl, publicKey, secretKey} = shell.sandbox;
  const login = `auth login prod --base-url ${baseUrl} --public-key ${publicKey} --secret-key-stdin --guard ${guard}`;
  expect((await shell.emk(login, {env, stdin: secretKey})).code).toBe(0);
  shell.write('leads.csv', 'email\nnew@lovelace.example\n');
  const {code, stderr} = await shell.emk('contacts import leads.csv --type Newsletter', {env});
  expect([code, stderr]).toEqual([exit, expect.stringContaining(guard)]);
  const imports = join(shell.folder, 'state', 'imports');
  const left = existsSync(imports) ? readdirSync(imports).filter(name => name !== 'locks') : [];
  expect(left).toEqual([]);
  expect((await shell.emk('contacts import status --json', {env})).stdout).toBe('[]\n');
  const sent = await shell.sandbox.requests();
  expect(sent.filter(({method}) => method !== 'GET')).toEqual([]);
});
