/** `emk api` beyond its transcript: its questions, its errors and its use of memory. */
import {writeFileSync} from 'node:fs';
import {mkdtemp} from 'node:fs/promises';
import {createServer, type RequestListener} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {loadOperations} from '../../src/endpoints/all.js';
import {commandsThatLook} from '../../src/resources/api-command.js';
import {runAgainst} from '../support/run-against.js';
import {served} from '../support/served.js';

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
    const {code, stderr, asked} = await against(done, `api ${spelling} --unchecked`);
    expect([code, asked]).toEqual([2, []]);
    expect(stderr).toContain('--yes');
  });

  test('and sent as it was spelled', async () => {
    const {code, asked} = await against(done, 'api POST /single//send/%63reate/ --unchecked --yes');
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

describe('what adds people or mails them', () => {
  test.each([
    ['POST /contacts/add -f email=ann@example.com -f contact_type_id=3 -f country=101', 'emk contacts create'],
    ['POST /contacts/update -f contact_id=1 -f email=ann@example.com', 'emk contacts update'],
    ['POST /contacts/upload-csv -f contact_type_id=3', 'emk contacts import'],
    ['POST /segment/email/store -f segment_id=1 -f email=ann@example.com', 'emk segments recipients add'],
    ['POST /automations/schedule/create -f utr=1', 'emk automations emails add'],
    ['GET /automations/set-live?utr=1', 'emk automations set-live'],
    ['POST /Single//send/create', 'emk send'],
    ['DELETE /global-unsubscribes/delete --query id=1', 'emk unsubscribes delete'],
    ['POST /unsubscribes-groups/recipients-bulk-delete -f strIds[]=2', 'emk groups recipients delete'],
  ])('is refused for its command, with a yes too: %s', async (line, instead) => {
    for (const yes of ['', ' --yes', ' --dry-run']) {
      const {code, stderr, asked} = await against(done, `api ${line}${yes}`);
      expect([code, asked]).toEqual([2, []]);
      expect(stderr).toContain(instead);
    }
  });

  test('needs a yes where nobody looks', async () => {
    const line = 'api POST /contacts/add -f email=ann@example.com -f contact_type_id=3 -f country=101 --unchecked';
    expect(await against(done, line)).toMatchObject({code: 2, asked: []});
    expect(await against(done, `${line} --yes`)).toMatchObject({code: 0, asked: ['POST /api/contacts/add']});
  });

  test('is known of every operation', async () => {
    const operations = await loadOperations();
    const all = operations.filter(({effect, admits}) => effect === 'sends' || admits !== undefined);
    expect(all.map(({route}) => route).filter(route => !(route in commandsThatLook))).toEqual([]);
    const routes = operations.map(({route}) => route as string);
    expect(Object.keys(commandsThatLook).filter(route => !routes.includes(route))).toEqual([]);
  });
});

test('a file is printed as it is', async () => {
  const {code, stdout} = await against(replies('email\nada@example.com\n'), 'api GET /contacts/csv-sample/download');
  expect([code, stdout]).toEqual([0, 'email\nada@example.com\n']);
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
  expect(stderr).toContain('emk --help');
});
