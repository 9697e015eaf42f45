/** What an import leaves behind if it may not begin. */
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {said} from '../support/said.js';
import {type Shell, startShell} from '../support/shell.js';

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
  expect(await shell.emk('contacts import leads.csv --list Newsletter', {env})).toMatchObject(said(exit, guard));
  const imports = join(shell.folder, 'state', 'imports');
  const left = existsSync(imports) ? readdirSync(imports).filter(name => name !== 'locks') : [];
  expect(left).toEqual([]);
  expect((await shell.emk('contacts import status --json', {env})).stdout).toBe('[]\n');
  const sent = await shell.sandbox.requests();
  expect(sent.filter(({method}) => method !== 'GET')).toEqual([]);
});

test('a type that was made although a field was not is told: the account is not as it was', {
  tags: ['long'],
}, async () => {
  shell = await startShell();
  shell.sandbox.misbehave('POST /custom-fields/save=503-maintenance');
  shell.write('leads.csv', 'email,shoe size\nnew@lovelace.example,44\n');
  const line = 'contacts import leads.csv --list Leads --create-list --create-fields --yes';
  const {code, stderr} = await shell.emk(`${line} EMK_MAX_WAIT=0`);
  expect([code, stderr]).toEqual([8, expect.stringMatching(/1 of 2 .* created.*Nobody was added/s)]);
  shell.sandbox.faults.clear();
  expect((await shell.emk(line)).code).toBe(0);
});

test.each([
  ['list', 'POST /contacts-type/add'],
  ['custom field', 'POST /custom-fields/save'],
])('no row is sent while a %s that the service says it made is not listed', async (_, place) => {
  shell = await startShell();
  shell.sandbox.misbehave(`${place}=late-commit:1,s=5,answered`);
  shell.write('leads.csv', 'email,shoe size\nnew@lovelace.example,44\n');
  expect(await shell.emk('contacts import leads.csv --list Leads --create-list --create-fields --yes')).toMatchObject(
    said(8, /was created, but the service does not list it yet/),
  );
  expect((await shell.sandbox.requests()).filter(({path}) => path.includes('upload'))).toEqual([]);
});
