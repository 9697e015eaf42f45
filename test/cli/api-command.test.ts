/** `emk api` beyond its transcript: its questions, its errors and its use of memory. */
import {writeFileSync} from 'node:fs';
import {mkdtemp} from 'node:fs/promises';
import {createServer, type RequestListener} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {runAgainst} from '../run-against.js';
import {served} from '../served.js';

async function against(answer: RequestListener, line: string | readonly string[], cwd?: string, base = '/api') {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => answer(request, response));
  });
  const ran = await runAgainst(`${await served(server)}${base}`, line, cwd === undefined ? {} : {host: {cwd}});
  return {...ran, asked};
}

const replies =
  (body: string, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body);

const done = replies('{"status":"success","message":"Done"}');

describe('what mails or deletes is asked about', () => {
  test.each([
    'POST /single/send/create',
    'POST /single/send/create/',
    'POST //single/send//create',
    'POST /single/send/%63reate',
    'POST /Single/Send/Create?x=1',
    'post /single/send/create',
    'GET /single/send/duplicate/?utr=1',
    'POST /single/send/duplicate?utr=1',
    'POST /sender/delete?sender_id=1 -f _method=DELETE',
    'DELETE /sender/delete%2F?sender_id=1',
  ])('however it is spelled: %s', async spelling => {
    const {code, stderr, asked} = await against(done, `api ${spelling}`);
    expect([code, asked]).toEqual([2, []]);
    expect(stderr).toContain('--yes');
  });

  test('and sent as it was spelled', async () => {
    const {code, asked} = await against(done, 'api POST /single//send/%63reate/ --yes');
    expect([code, asked]).toEqual([0, ['POST /api/single//send/%63reate/']]);
  });

  test.each([
    ['', 'GET /api/automations/set-live?utr=1'],
    ['', 'DELETE /api/contacts/delete?contact_id=1'],
    ['/', 'POST /API//single/send/create'],
    ['/v1', 'POST /index.php/api/single/send/create'],
    ['/api/automations', 'GET /set-live?utr=1'],
    ['/api/single%2Fsend', 'POST /create'],
  ])('wherever the base URL ends: %s, %s', async (base, line) => {
    const {code, asked} = await against(done, `api ${line}`, undefined, base);
    expect([code, asked]).toEqual([2, []]);
  });

  test('but not what only resembles it', async () => {
    expect((await against(done, 'api POST /single/send/create-draft')).code).toBe(0);
  });
});

test.each([
  ['/a b', '%20'],
  ['/a\nb', '%0A'],
  ['/caf\u00e9', '%C3%A9'],
  ['/a#b', '%23'],
  ['/../api/single/send/create', 'whole path'],
  ['/x/%2e%2e/single/send/create', 'whole path'],
])('an address that cannot be sent is a matter of usage: %j', async (path, hint) => {
  const {code, stderr, asked} = await against(done, ['api', 'POST', path]);
  expect([code, asked]).toEqual([2, []]);
  expect(stderr).toContain(hint);
});

test.each([
  ['', '/api/contacts-type', 4],
  ['/api', '/contacts-type', 4],
  ['/api', '/x/contacts-type', 1],
])('a read below %j at %s is tried %d times', async (base, path, tries) => {
  const {asked} = await against(replies('', 502), `api GET ${path}`, undefined, base);
  expect(asked).toHaveLength(tries);
});

test('a method may be written small', async () => {
  const {code, asked} = await against(replies('{"status":"success","message":{}}'), 'api get /contacts-type');
  expect([code, asked]).toEqual([0, ['GET /api/contacts-type']]);
});

test('a file does not fit into a urlencoded form', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'emk-'));
  writeFileSync(join(folder, 'x.csv'), 'email\n');
  for (const line of ['/contacts/bulk-delete --yes', '/contacts/bulk-delete --dry-run']) {
    const {code, stderr, asked} = await against(done, `api POST ${line} -F file=@x.csv`, folder);
    expect([code, asked]).toEqual([2, []]);
    expect(stderr).toContain('"file"');
  }
});

describe('--raw', () => {
  test.each([
    [
      replies('{"status":"failed","errors":{"name":["Taken."]}}'),
      5,
      '{"status":"failed","errors":{"name":["Taken."]}}',
    ],
    [replies('<html>down</html>', 502), 6, '<html>down</html>'],
    [replies('{"ok":true}'), 1, '{"ok":true}'],
    [replies('', 204), 6, ''],
    [replies('{"status":"success","message":"Done"}\n'), 0, '{"status":"success","message":"Done"}\n'],
  ])('prints the body and ends with what it means (%#)', async (answer, exit, body) => {
    const {code, stdout, stderr} = await against(answer, 'api GET /contacts-type --raw');
    expect([code, stdout]).toEqual([exit, body]);
    expect(stderr.includes('error: ')).toBe(exit !== 0);
  });

  test('passes a large list on as it comes, and judges what stands around it', {tags: ['long']}, async () => {
    const record = `{"id":1,"note":"${'x'.repeat(1000)}"},`;
    const list = (end: string) =>
      `{"status":"success","message":{"contactTypes":[${record.repeat(3000)}{"id":2}]${end}`;
    const whole = await against(replies(list('}}')), 'api GET /contacts-type --raw');
    expect([whole.code, whole.stdout.length]).toEqual([0, list('}}').length]);
    const failed = await against(replies(list('},"status":"failed"}')), 'api GET /contacts-type --raw');
    expect(failed.code).toBe(5);
    const cut = await against(replies(list('')), 'api GET /contacts-type --raw');
    expect(cut.code).toBe(6);
  });

  test('lets a file be a file', async () => {
    const {code, stdout} = await against(
      replies('email\nada@example.com\n'),
      'api GET /contacts/csv-sample/download --raw',
    );
    expect([code, stdout]).toEqual([0, 'email\nada@example.com\n']);
  });
});

test('an answer too large for memory is refused with a way out', {tags: ['long']}, async () => {
  const piece = Buffer.alloc(8 * 1024 * 1024, 'x');
  const {code, stderr} = await against((_, response) => {
    response.write('{"status":"success","message":"');
    const more = (left: number): void => {
      if (left === 0 || response.destroyed) response.end('"}');
      else response.write(piece, () => more(left - 1));
    };
    more(20);
  }, 'api GET /contacts-type');
  expect(code).toBe(1);
  expect(stderr).toContain('128 MB');
  expect(stderr).toContain('--raw');
});
