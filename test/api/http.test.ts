import {createServer, type RequestListener} from 'node:http';
import {gzipSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import {runAgainst} from '../support/run-against.js';
import {said} from '../support/said.js';
import {served} from '../support/served.js';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return served(server);
}

const types = (count: number): string =>
  JSON.stringify({
    status: 'success',
    message: {contactTypes: Array.from({length: count}, (_, id) => ({id, name: `Type ${id}`}))},
  });

test('what is sent with every request, and nothing else', async () => {
  let seen: Record<string, unknown> = {};
  const origin = await serve((request, response) => {
    seen = {...request.headers};
    response.end(types(1));
  });
  await runAgainst(`${origin}/api`, 'lists list');
  expect(seen).toEqual({
    host: origin.slice('http://'.length),
    connection: 'keep-alive',
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'emk',
    publickey: 'pk-of-nobody',
    secretkey: 'sk-of-nobody',
  });
});

test('a form says its length and is complete', async () => {
  let seen = {type: '', length: '', body: ''};
  const origin = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen = {
      type: request.headers['content-type'] ?? '',
      length: request.headers['content-length'] ?? '',
      body: Buffer.concat(chunks).toString(),
    };
    response.end('{"status":"success","message":"Added Successfully"}');
  });
  await runAgainst(`${origin}/api`, ['api', 'POST', '/contacts-type/add', '-f', 'name=Grüße']);
  expect(seen.type).toMatch(/^multipart\/form-data; boundary=/);
  expect(Number(seen.length)).toBe(Buffer.byteLength(seen.body));
  expect(seen.body).toContain('name="name"\r\n\r\nGrüße\r\n');
});

test('a list that comes compressed', async () => {
  const origin = await serve((_, response) =>
    response.writeHead(200, {'content-encoding': 'gzip'}).end(gzipSync(types(5000))),
  );
  expect(await runAgainst(`${origin}/api`, 'lists list --count')).toMatchObject({code: 0, stdout: '5000\n'});
});

test.each(['none', 'utf-8'])('an answer whose compression is called %s, and that has none', async encoding => {
  const origin = await serve((request, response) =>
    request.resume().on('end', () => response.writeHead(200, {'content-encoding': encoding}).end(types(3))),
  );
  expect(await runAgainst(`${origin}/api`, 'lists list --count')).toMatchObject({code: 0, stdout: '3\n'});
  const change = 'api POST /contacts-type/add -f name=Leads';
  expect((await runAgainst(`${origin}/api`, change)).code).toBe(0);
});

test.each<readonly [string, string | readonly string[], number]>([
  ['a number twice', ['7', '7'], 7000],
  ['a fraction', '1.5', 1000],
  ['less than nothing', '-1', 1000],
])('a Retry-After that says %s is no reason to ask again at once', async (_, asked, wait) => {
  let requests = 0;
  const origin = await serve((_, response) => {
    if (++requests > 1) return response.end(types(1));
    return response.writeHead(429, {'retry-after': asked as string}).end('{"message":"Too Many Attempts."}');
  });
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  expect((await runAgainst(`${origin}/api`, 'lists list', {host: {sleep}})).code).toBe(0);
  expect(waits).toEqual([wait]);
});

test('a compressed list that breaks off is told from a whole one', {tags: ['long']}, async () => {
  const body = gzipSync(types(5000));
  const origin = await serve((_, response) =>
    response.writeHead(200, {'content-encoding': 'gzip'}).end(body.subarray(0, body.length / 2)),
  );
  expect((await runAgainst(`${origin}/api`, 'lists list --count')).code).toBe(6);
});

test('--limit cuts the download', async () => {
  let written = 0;
  const origin = await serve((_, response) => {
    response.write('{"status":"success","message":{"contactTypes":[{"id":0}');
    const more = () => {
      while (!response.destroyed && written < 50_000_000) {
        written += 65_000;
        if (!response.write(`,${JSON.stringify({id: 1, name: 'x'.repeat(65_000)})}`))
          return void response.once('drain', more);
      }
      response.end(']}}');
    };
    more();
  });
  const {code, stdout} = await runAgainst(`${origin}/api`, 'lists list --limit 3 -o id');
  expect([code, stdout]).toEqual([0, '0\n1\n1\n']);
  expect(written).toBeLessThan(20_000_000);
});

test('an http target is asked through its proxy without a tunnel', async () => {
  let target = '';
  const proxy = await serve((request, response) => {
    target = `${request.method} ${request.url}`;
    response.end(types(2));
  });
  const {code, stdout} = await runAgainst('http://mail.example/api', 'lists list --count --allow-http', {
    env: {HTTP_PROXY: proxy},
  });
  expect([code, stdout]).toEqual([0, '2\n']);
  expect(target).toBe('GET http://mail.example/api/contacts-type');
});

test('keys do not travel over plain http to another machine', async () => {
  expect(await runAgainst('http://mail.example/api', 'lists list')).toMatchObject(said(3, '--allow-http'));
});

describe('--verbose and --debug', () => {
  const line = 'api POST /notification-recipient/save -f email_address=ada@lovelace.example -f email_owner=Ada';

  test('say what was asked and what came, without keys and with masked addresses', {tags: ['long']}, async () => {
    const origin = await serve((_, response) =>
      response
        .writeHead(200, {'set-cookie': 'session=secret'})
        .end('{"status":"success","message":"Added Successfully"}'),
    );
    const verbose = await runAgainst(`${origin}/api`, `${line} -v`);
    expect(verbose.stderr).toContain('POST /notification-recipient/save → 200 in 0 ms');
    expect(verbose.stderr).not.toContain('lovelace');
    const debug = await runAgainst(`${origin}/api`, `${line} --debug`);
    expect(debug.stderr).toContain('a…@l…');
    expect(debug.stderr).not.toMatch(/lovelace|session=|pk-of-nobody/);
  });
});
