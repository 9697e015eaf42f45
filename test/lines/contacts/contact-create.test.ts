/** A contact that was not created must not be reported as created, even if somebody else has the same address. */

import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {beforeEach, describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {runAgainst} from '../../support/run-against.js';
import {printed} from '../../support/said.js';
import {sample} from '../../support/sample.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

const line = 'contacts create --list Staff --email ada@example.com --country India --first-name Ada';
const contacts = async (): Promise<number> => Number((await shell().emk('contacts list --count')).stdout);

/** Another client adds a contact at the same moment as emk: just after emk's own request was answered or lost. */
async function meanwhile(first_name: string, country = '104'): Promise<void> {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const body = new FormData();
  const fields = {contact_type_id: '3', email: 'ada@example.com', country, first_name};
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const headers = {accept: 'application/json', publickey: publicKey, secretkey: secretKey};
  await fetch(`${baseUrl}/contacts/add`, {method: 'POST', headers, body});
}

describe('with an older contact of the same values', () => {
  beforeEach(() => meanwhile('Ada'));

  // None of these reaches the account.
  test.each(sample(['502-html', 'html200', 'empty', 'redirect'], 1))('%s is an unknown outcome', async fault => {
    for (const format of ['table', 'json', 'id']) {
      shell().sandbox.misbehave(`POST /contacts/add=${fault}:1`);
      const before = await contacts();
      const {code, stdout} = await shell().emk(`${line} --allow-duplicate -o ${format}`);
      expect([format, code, stdout]).toEqual([format, 9, '']);
      expect(await contacts()).toBe(before);
    }
  });

  test('a lost answer to a change that was made gives the new one', async () => {
    shell().sandbox.misbehave('POST /contacts/add=lost-reply:1');
    expect(await shell().emk(`${line} --allow-duplicate -o id`)).toMatchObject({code: 0, stdout: '25\n'});
  });
});

/** Emk through a proxy that adds another client's contact just after emk's own, and may lose the answer to emk's. */
async function withMeanwhile(first: string, country: string, fate: 'answered' | 'lost' | 'not applied', words: string) {
  const {origin, publicKey, secretKey} = shell().sandbox;
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const {method = 'GET', url = '', headers} = request;
    const adds = method === 'POST' && url.endsWith('/contacts/add');
    const {host: _, connection: __, 'content-length': ___, ...kept} = headers as Record<string, string>;
    const forward = () =>
      fetch(`${origin}${url}`, {method, headers: kept, ...(method === 'POST' ? {body: Buffer.concat(chunks)} : {})});
    const answer = adds && fate === 'not applied' ? undefined : await (await forward()).text();
    if (adds) await meanwhile(first, country);
    if (adds && fate !== 'answered') request.socket.destroy();
    else response.end(answer);
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  const env = {EMK_PUBLIC_KEY: publicKey, EMK_SECRET_KEY: secretKey};
  const ran = await runAgainst(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api`, words, {env});
  proxy.close();
  return ran;
}

describe('with another client that adds the same address just after', () => {
  test.each([
    ['answered', 'Bob', '104', 0, '24\n'],
    ['answered', 'Ada', '1', 0, '24\n'],
    ['answered', 'Ada', '104', 8, '24\n'],
    ['lost', 'Bob', '104', 0, '24\n'],
    ['lost', 'Ada', '1', 0, '24\n'],
    ['lost', 'Ada', '104', 9, ''],
    ['not applied', 'Bob', '104', 9, ''],
    ['not applied', 'Ada', '1', 9, ''],
  ] as const)('%s, the other is called %s, of country %s', async (fate, first, country, exit, stdout) => {
    const ran = await withMeanwhile(first, country, fate, `${line} -o id`);
    expect([ran.code, ran.stdout]).toEqual([exit, stdout]);
  });
});

test('a person who was asked about the address needs no second look to know the new one', async () => {
  shell().sandbox.misbehave('POST /contacts/add=lost-reply:1');
  expect(await atTerminal(shell(), `${line} -o id`)).toMatchObject(printed(0, /^24\n/));
});
