/**
 * Every class of answer against the table of exit codes, for a read and for a write, with the number of requests. The
 * server is written for this test alone, so that it shares no mistake with the sandbox.
 */

import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, describe, expect, onTestFinished, test} from 'vitest';
import {standBetween} from '../support/in-between.js';
import {runAgainst} from '../support/run-against.js';
import {said} from '../support/said.js';
import {sample} from '../support/sample.js';
import {startShell} from '../support/shell.js';

type Case = {
  readonly name: string;
  readonly answer: RequestListener;
  readonly read: readonly [exit: number, requests: number];
  readonly write: readonly [exit: number, requests: number];
};

const reply =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(status, headers).end(body));
  };

const html = {'content-type': 'text/html'};
const page = '<!DOCTYPE html><html><head><title>Oops</title></head><body>secret stack</body></html>';
const failed = JSON.stringify({status: 'failed', errors: {name: ['The name field is required.']}});

const cases: readonly Case[] = [
  {name: '302', answer: reply(302, page, {location: 'https://elsewhere.example/login'}), read: [1, 1], write: [9, 1]},
  {name: '200 HTML', answer: reply(200, page, html), read: [1, 1], write: [9, 1]},
  {name: 'JSON without status', answer: reply(200, '{"ok":true}'), read: [1, 1], write: [9, 1]},
  {name: 'an empty object', answer: reply(200, '{}'), read: [1, 1], write: [9, 1]},
  {name: '500 HTML', answer: reply(500, page, html), read: [6, 4], write: [9, 1]},
  {name: '500 of the framework', answer: reply(500, '{"message":"Server Error"}'), read: [6, 4], write: [9, 1]},
  {name: '502 HTML', answer: reply(502, page, html), read: [6, 4], write: [9, 1]},
  {name: '504 HTML', answer: reply(504, page, html), read: [6, 4], write: [9, 1]},
  {name: '522 HTML', answer: reply(522, page, html), read: [6, 4], write: [9, 1]},
  {name: 'empty', answer: reply(200, ''), read: [6, 4], write: [9, 1]},
  {
    name: 'truncated JSON',
    answer: reply(200, '{"status":"success","message":{"contactTy'),
    read: [6, 4],
    write: [9, 1],
  },
  {name: 'failed at 200', answer: reply(200, failed), read: [5, 1], write: [5, 1]},
  {name: 'failed at 422', answer: reply(422, failed), read: [5, 1], write: [5, 1]},
  {
    name: '422 of the framework',
    answer: reply(422, '{"message":"Wrong.","errors":{"name":["Taken."]}}'),
    read: [5, 1],
    write: [5, 1],
  },
  {name: '401 of the framework', answer: reply(401, '{"message":"Unauthenticated."}'), read: [3, 1], write: [3, 1]},
  {name: '403 of the framework', answer: reply(403, '{"message":"Forbidden."}'), read: [3, 1], write: [3, 1]},
  {name: '404 of the framework', answer: reply(404, '{"message":"Not Found"}'), read: [1, 1], write: [1, 1]},
  {name: '413', answer: reply(413, page, html), read: [5, 1], write: [5, 1]},
  {
    name: 'missing keys',
    answer: reply(200, JSON.stringify({status: 'failed', errors: {SecretKey: ['The secret key field is required.']}})),
    read: [3, 1],
    write: [3, 1],
  },
  {
    name: 'not found',
    answer: reply(200, JSON.stringify({status: 'failed', errors: 'Record Not Found'})),
    read: [4, 1],
    write: [4, 1],
  },
  {
    name: '429 with seconds',
    answer: reply(429, '{"message":"Too Many Attempts."}', {'retry-after': '2'}),
    read: [7, 4],
    write: [7, 4],
  },
  {
    name: '429 with a date',
    answer: reply(429, '', {'retry-after': 'Wed, 04 Mar 2026 12:00:03 GMT', date: 'Wed, 04 Mar 2026 12:00:00 GMT'}),
    read: [7, 4],
    write: [7, 4],
  },
  {name: '429 that asks for an hour', answer: reply(429, '', {'retry-after': '3600'}), read: [7, 1], write: [7, 1]},
  {name: 'maintenance', answer: reply(503, '{"message":"Service Unavailable"}'), read: [7, 4], write: [7, 4]},
  {name: '503 HTML of a proxy', answer: reply(503, page, html), read: [6, 4], write: [9, 1]},
  {
    name: 'a reset before the answer',
    answer: request => request.resume().on('end', () => request.socket.destroy()),
    read: [6, 4],
    write: [9, 1],
  },
  {
    name: 'a reset within the answer',
    answer: (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, {'content-length': '500'}).write('{"status":"success",');
        setImmediate(() => request.socket.destroy());
      });
    },
    read: [6, 4],
    write: [9, 1],
  },
  {name: 'no answer', answer: request => void request.resume(), read: [6, 2], write: [9, 1]},
];

let server: Server | undefined;
const stop = () => {
  server?.closeAllConnections();
  server?.close();
};
afterEach(stop);

describe.each(sample(cases, 6))('$name', ({name, answer, read, write}) => {
  const options = name === 'no answer' ? ' --timeout 50ms --retries 2' : '';

  test('to a read', async () => {
    const {code, stdout, stderr, requests} = await against(answer, `lists show 7 -o json${options}`);
    expect([code, requests]).toEqual(read);
    expect(stdout).toBe('');
    expect(lastJson(stderr)).toMatchObject({error: {exit: code}});
    expect(stderr).not.toContain('secret stack');
  });

  test('to a write', async () => {
    const {code, stdout, stderr, requests} = await against(
      answer,
      `api POST /contacts-type/add -f name=Leads -o json${options}`,
    );
    expect([code, requests]).toEqual(write);
    expect(stdout).toBe('');
    expect(lastJson(stderr)).toMatchObject({error: {exit: code}});
  });

  test('to a GET that changes the account', async () => {
    const {code, requests} = await against(answer, `senders verify 7 --yes -q -o json${options}`);
    // "Not found" may mean a state that does not allow it, so the list is checked.
    expect([code, requests]).toEqual(name === 'not found' ? [4, 2] : write);
  });

  test.each([
    ['a read', 'GET /contacts-type/view?contact_type_id=7', read],
    ['a GET that changes the account', 'GET /automations/pause?utr=1-2-3', write],
    ['a POST that nobody knows', 'POST /unheard/of -f name=Leads', write],
  ])('to emk api with %s', async (_, request, expected) => {
    // Waiting takes a second each; the test above shows what a lost answer means for a write.
    if (name === 'no answer' && expected === write) return;
    const {code, stdout, stderr, requests} = await against(answer, `api ${request} -o json${options}`);
    expect([code, requests]).toEqual(expected);
    expect(stdout).toBe('');
    expect(lastJson(stderr)).toMatchObject({error: {exit: code}});
  });
});

test('nothing listens: tried again, then 6', async () => {
  expect((await runAgainst('http://127.0.0.1:9/api', 'api POST /contacts-type/add -f name=Leads')).code).toBe(6);
});

test('a redirect names where it leads and sends the keys nowhere', async () => {
  const {stderr} = await against(reply(301, '', {location: 'https://elsewhere.example/api'}), 'lists show 7');
  expect(stderr).toContain('https://elsewhere.example');
});

test('a list that does not exist is told from one that was refused', async () => {
  const complaint = (...names: string[]) =>
    reply(
      200,
      JSON.stringify({status: 'failed', errors: Object.fromEntries(names.map(name => [name, ['Required.']]))}),
    );
  for (const line of ['lists show 999', 'lists update id:999 --name Leads']) {
    const absent = await against(complaint('field_name', 'field_type'), line);
    expect([absent.code, absent.stderr]).toEqual([4, expect.stringContaining('999')]);
    expect((await against(complaint('field_name', 'plan'), line)).code).toBe(5);
  }
  expect((await against(complaint('field_name'), 'senders show 999')).code).toBe(5);
});

test('a complaint about one of several values names the option and that value', {tags: ['long']}, async () => {
  const complaint = {'recipient_id.1': ['The selected recipient_id.1 is invalid.'], 'from_name.0': ['Odd.']};
  const own = await startShell();
  onTestFinished(own.close);
  const {env} = await standBetween(own.sandbox, ({method}) =>
    method === 'GET' ? undefined : {json: {status: 'failed', errors: complaint}},
  );
  const line =
    'send --name x --from 1 --subject x --preheader x --group 1 --template 2 --to contacts_1 --to contacts_2 --now --yes';
  const people = await own.emk(line, {env});
  expect(people.stderr).toContain('  --to: The selected recipient_id.1 is invalid.\n');
  expect(people.stderr).toContain('  from_name.0: Odd.\n');
  const programs = await own.emk(`${line} -o json`, {env});
  expect(JSON.parse(programs.stderr.trim().split('\n').at(-1) ?? '').error.fields).toEqual(complaint);
});

test('a refusal in words is what it says', async () => {
  const body = JSON.stringify({status: 'failed', errors: 'The name is a key word'});
  const {code, requests} = await against(reply(200, body), 'lists show 7');
  expect([code, requests]).toEqual([5, 1]);
});

test('a PHP warning before the answer of a read is skipped, and said', async () => {
  const body = `<br />\n<b>Warning</b>: Undefined variable $x in index.php<br />\n${JSON.stringify({status: 'success', message: {contactType: {id: 7, name: 'Leads'}}})}`;
  const {code, stdout, stderr} = await against(reply(200, body, html), 'lists show 7 -o json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({id: 7, name: 'Leads'});
  expect(stderr).toContain('Undefined variable');
});

test('a PHP warning before the answer of a write leaves the outcome unknown', async () => {
  const body = `<b>Warning</b>: x\n${JSON.stringify({status: 'success', message: 'Added Successfully'})}`;
  expect((await against(reply(200, body, html), 'api POST /contacts-type/add -f name=Leads')).code).toBe(9);
});

test('a success whose HTTP status says otherwise is a success', async () => {
  const {code} = await against(
    reply(500, JSON.stringify({status: 'success', message: 'Added Successfully'})),
    'api POST /contacts-type/add -f name=Leads',
  );
  expect(code).toBe(0);
});

describe('an answer that is one page of several', () => {
  test.each([
    ['a list within pages', {contactTypes: {data: [{id: 1}], last_page: 3, next_page_url: 'x'}}],
    ['a list beside its pages', {contactTypes: [{id: 1}], last_page: 3}],
    ['a link to more', {contactTypes: [{id: 1}], next_page_url: 'https://mail.example/api/contacts-type?page=2'}],
    ['more than fit on a page', {contactTypes: [{id: 1}], total: 30, per_page: 15}],
    ['more than there are', {contactTypes: [{id: 1}], total: 2, current_page: 1}],
    ['the last page', {contactTypes: [{id: 1}], meta: {total: 16, per_page: 15, current_page: 2}}],
    ['a resource with links', {contactTypes: [{id: 1}], links: {next: '/?page=2'}}],
  ])('%s fails loudly', async (_, message) => {
    const {code, stderr} = await against(
      reply(200, JSON.stringify({status: 'success', message})),
      'lists list -o json',
    );
    expect(code).toBe(1);
    expect(stderr).toContain('one page of several');
  });

  test('fails loudly too when its marks stand beside the message', async () => {
    const body = {status: 'success', message: {contactTypes: [{id: 1}]}, meta: {current_page: 1, total: 9}};
    for (const format of ['json', 'jsonl', 'table']) {
      expect((await against(reply(200, JSON.stringify(body)), `lists list -o ${format}`)).code).toBe(1);
    }
  });

  test.each([
    [
      'a total that is there',
      {contactTypes: [{id: 1}, {id: 2}], total: 2, current_page: 1, per_page: 15, last_page: 1},
    ],
    ['a total of something else', {contactTypes: [{id: 1}, {id: 2}], total: 40}],
  ])('is not suspected for %s', async (_, message) => {
    const body = JSON.stringify({status: 'success', message});
    for (const format of ['json', 'jsonl', 'table'])
      expect(await against(reply(200, body), `lists list -o ${format}`)).toMatchObject({code: 0});
  });
});

test.each([
  ['a sentence', 'Your trial has ended'],
  ['nothing', {}],
  ['a list of its own', []],
  ['null', null],
  ['null in its place', {contactTypes: null}],
  ['an object in its place', {contactTypes: {0: {id: 1}}}],
  ['a word in its place', {contactTypes: 'none'}],
])('a list answered with %s is refused', async (_, message) => {
  const body = JSON.stringify({status: 'success', message});
  const {code, stdout, stderr} = await against(reply(200, body), 'lists list -o json');
  expect([code, stdout]).toEqual([1, '']);
  if (typeof message === 'string') expect(stderr).toContain(message);
});

test('one of several lists that is missing is not taken for an empty one', async () => {
  const body = JSON.stringify({status: 'success', message: {countries: [{id: 1, name: 'Chad'}], states: []}});
  expect(await against(reply(200, body), 'locations cities -o json')).toMatchObject({code: 1});
});

test.each([
  [['Too short.', 'Too plain.'], 5, 'Too short. Too plain.'],
  [[['Too short.']], 5, 'Too short.'],
  [['Record Not Found'], 4, 'no list 7'],
  ['Unsubscribe group require to live automation', 5, 'Unsubscribe group require'],
  [[], 5, 'Closed on Sundays'],
  [null, 5, 'Closed on Sundays'],
])('complaints without names are said: %j', async (errors, exit, says) => {
  const body = JSON.stringify({status: 'failed', errors, message: 'Closed on Sundays'});
  expect(await against(reply(200, body), 'lists show 7')).toMatchObject(said(exit, says));
});

describe('Ctrl-C', () => {
  const interruptedDuring = (line: string) => {
    const interruption = new AbortController();
    const hang: RequestListener = request => request.resume().on('end', () => interruption.abort('SIGINT'));
    return against(hang, line, {host: {interrupted: interruption.signal}});
  };

  test('ends a read', {tags: ['long']}, async () => {
    const {code, stderr, requests} = await interruptedDuring('lists list');
    expect([code, requests, stderr]).toEqual([130, 1, 'error: Interrupted.\n']);
  });

  test('ends a write and says that it may have been made', {tags: ['long']}, async () => {
    const {code} = await interruptedDuring('api POST /contacts-type/add -f name=Leads');
    expect(code).toBe(130);
  });

  test('ends the wait before a next try', async () => {
    const interruption = new AbortController();
    const sleep = async () => {
      interruption.abort('SIGTERM');
      throw new DOMException('aborted', 'AbortError');
    };
    const {code} = await against(reply(502, page, html), 'lists list', {
      host: {interrupted: interruption.signal, sleep},
    });
    expect(code).toBe(143);
  });
});

async function against(answer: RequestListener, line: string, given: Parameters<typeof runAgainst>[2] = {}) {
  stop();
  let requests = 0;
  server = createServer((request, response) => {
    requests++;
    answer(request, response);
  });
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  const ran = await runAgainst(`http://127.0.0.1:${port}/api`, line, given);
  return {...ran, requests};
}

const lastJson = (stderr: string): unknown => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
