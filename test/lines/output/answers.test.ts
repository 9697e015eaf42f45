/** What is printed after a change, and what is read for it. */
import {expect, test} from 'vitest';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();

/** The requests of a line, by method and path without the query, with the count of each. */
async function requestsOf(line: string): Promise<Record<string, number>> {
  const {stderr} = await shell().emk(`${line} -v`);
  const requests: Record<string, number> = {};
  for (const [, request = ''] of stderr.matchAll(/((?:GET|POST|DELETE) [^\s?"]+)/g)) {
    requests[request] = (requests[request] ?? 0) + 1;
  }
  return requests;
}

const utr = async (): Promise<string> => (await shell().emk('mailings list --limit 1 -o id')).stdout.trim();

test('a sheet reads each list it refers to once, and json none', {tags: ['long']}, async () => {
  const send = await utr();
  expect(await requestsOf(`mailings show ${send}`)).toEqual({
    'GET /single-send/details': 1,
    'GET /get-design/template': 1,
    'GET /senders': 1,
    'GET /unsubscribes-groups': 1,
    'GET /contacts-type': 1,
  });
  for (const format of ['json', 'jsonl', 'csv', 'tsv', 'id'])
    expect(await requestsOf(`mailings show ${send} -o ${format}`)).toEqual({'GET /single-send/details': 1});
});

test('country, state and city come from one reading, which lists without them do not need', async () => {
  expect(await requestsOf('senders show 1')).toEqual({'GET /sender/details': 1, 'GET /get/country-state-city': 1});
  expect(await requestsOf('senders list')).toEqual({'GET /senders': 1});
  expect(await requestsOf('contacts list')).toEqual({'GET /contacts/list': 1});
});

test('a failing look-up leaves the ids, and is no error', async () => {
  shell().sandbox.misbehave('GET /contacts-type=redirect:1');
  const {code, stdout, stderr} = await shell().emk('segments list --columns id,contact_type_id --limit 1');
  expect({code, stdout, stderr}).toEqual({code: 0, stdout: 'ID  List\n 1  2\n', stderr: ''});
});

test('--quiet silences the sentence', async () => {
  expect(await shell().emk('lists create Quiet -q -o json --columns name')).toMatchObject({
    stdout: '{\n  "name": "Quiet"\n}\n',
    stderr: '',
  });
});

test.each([
  ['all gives every field', 'lists update 3 --name Staff --columns all', /^ID .*\nAccount /],
  ['fields are chosen', 'lists update 3 --name Staff --columns name,id', /^Name {2}Staff\nID {4}3\n$/],
  ['show has them too', 'senders show 1 --columns country_id', /^Country {2}Germany\n$/],
  ['json has only those', 'senders show 1 --columns country_id -o jsonl', /^\{"country_id":\d+\}\n$/],
  ['csv has only those', 'senders show 1 --columns from_email,id -o csv', /^from_email,id\nnews@acme.example,1\n$/],
])('--columns: %s', async (_, line, expected) => {
  expect((await shell().emk(line)).stdout).toMatch(expected);
});

test('--columns is read before anything is sent', async () => {
  const before = (await shell().emk('lists list --count')).stdout;
  expect(await shell().emk('lists create Wrong --columns nme')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean name?'),
  });
  expect((await shell().emk('lists list --count')).stdout).toBe(before);
});

test('--columns alone changes nothing', async () => {
  expect(await shell().emk('lists update 3 --columns name')).toMatchObject({code: 2, stdout: ''});
});
