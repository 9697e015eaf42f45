/** Lists that fail half-way: what is read again, and what must not be. */
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {runAgainst} from '../support/run-against.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const reads = async (): Promise<number> =>
  (await shell().sandbox.requests()).filter(({path}) => path.endsWith('/contacts/list')).length;

test.each(['truncate:1', 'truncate:1,bytes=700', 'truncate:3', '500:1', '500:3', 'empty:1', 'garbage:2'])(
  'a list is whole and without repeats after %s',
  async fault => {
    const {stdout: whole} = await shell().emk('contacts list -o jsonl');
    shell().sandbox.misbehave(`GET /contacts/list=${fault}`);
    const {code, stdout} = await shell().emk('contacts list -o jsonl -q');
    expect([code, stdout]).toEqual([0, whole]);
  },
);

test.each(['truncate', '500'])('a list with %s every time ends with 6 after four tries', async fault => {
  shell().sandbox.misbehave(`GET /contacts/list=${fault}`);
  expect((await shell().emk('contacts list -o jsonl')).code).toBe(6);
  expect(await reads()).toBe(4);
});

test('a list that is cut is not tried again where --retries or EMK_MAX_WAIT forbid it', async () => {
  for (const option of ['--retries 1', 'EMK_MAX_WAIT=0s']) {
    shell().sandbox.misbehave('GET /contacts/list=truncate:1');
    expect((await shell().emk(`contacts list -o jsonl ${option}`)).code).toBe(6);
  }
  expect(await reads()).toBe(2);
});

let server: Server | undefined;
afterEach(() => server?.close());

/** Answers each request with the next of these texts, and the last ones again; a cut one ends without its rest. */
async function serving(...answers: ReadonlyArray<{readonly text: string; readonly status?: number}>) {
  let count = 0;
  server = createServer((_, response) => {
    const {text, status = 200} = answers[Math.min(count++, answers.length - 1)] ?? {text: ''};
    // Without a length, the end of the connection is the end of the answer.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(status, {connection: 'close', 'content-type': 'application/json'});
    response.end(text);
  });
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    count: () => count,
  };
}

const typeNamed = (id: number, name: string) => ({
  ...{id, user_id: 1, name, deleted_at: null, contacts_count: 0},
  ...{created_at: '2026-03-04T12:00:00.000000Z', updated_at: '2026-03-04T12:00:00.000000Z'},
});
const listOf = (...names: readonly string[]): string =>
  JSON.stringify({status: 'success', message: {contactTypes: names.map((name, at) => typeNamed(at + 1, name))}});
const cut = (text: string): {readonly text: string} => ({text: text.slice(0, text.lastIndexOf('{') + 9)});

test('an answer that ends early without a length is read again, past a failure in between', async () => {
  const whole = listOf('One', 'Two', 'Three');
  const {url, count} = await serving(cut(whole), {text: '{"message":"Server Error"}', status: 500}, {text: whole});
  const {code, stdout} = await runAgainst(url, 'lists list -o id');
  expect([code, stdout, count()]).toEqual([0, '1\n2\n3\n', 3]);
});

test('a long list that is cut after it was passed on is not read again, and does not pass for a whole one', async () => {
  const {url, count} = await serving(cut(listOf(...Array.from({length: 10_000}, (_, at) => `List ${at}`))));
  const {code, stdout, stderr} = await runAgainst(url, 'lists list -o json');
  expect([code, count()]).toEqual([6, 1]);
  expect(() => JSON.parse(stdout)).toThrow();
  expect(stderr).toContain('The answer was cut off.');
});

test('a long list that is counted or sorted is read again where it was cut, as often as any read', async () => {
  const whole = listOf(...Array.from({length: 10_000}, (_, at) => `List ${at}`));
  const {url, count} = await serving(cut(whole), {text: '', status: 502}, cut(whole), {text: whole});
  expect(await runAgainst(url, 'lists list --count')).toMatchObject({code: 0, stdout: '10000\n'});
  expect(count()).toBe(4);
  server?.close();
  const sorted = await serving(cut(whole), {text: whole});
  const {code, stdout} = await runAgainst(sorted.url, 'lists list --sort -id -o id');
  expect([code, stdout.split('\n').length, stdout.startsWith('10000\n9999\n')]).toEqual([0, 10_001, true]);
  server?.close();
  const never = await serving(cut(whole));
  expect((await runAgainst(never.url, 'lists list --where id>0 --count')).code).toBe(6);
  expect(never.count()).toBe(4);
});

test('a list may be cut at any two places', {tags: ['long']}, async () => {
  const whole = listOf('One', 'Two', 'Drei “3”');
  for (let first = 1; first < whole.length; first += 21) {
    for (let second = 1; second < whole.length; second += 61) {
      const {url} = await serving({text: whole.slice(0, first)}, {text: whole.slice(0, second)}, {text: whole});
      const {code, stdout} = await runAgainst(url, 'lists list -o id');
      expect([first, second, code, stdout]).toEqual([first, second, 0, '1\n2\n3\n']);
      server?.close();
    }
  }
});
