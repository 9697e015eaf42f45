import {connect} from 'node:net';
import {afterEach, describe, expect, test} from 'vitest';
import {type RunningSandbox, type StartOptions, startSandbox} from '../../../src/sandbox/running/start.js';
import {ask, control, keysOf, multipart, type Part, raw, urlencoded} from '../../support/raw-http.js';

const open: RunningSandbox[] = [];

const start = async (options: StartOptions = {}): Promise<RunningSandbox> => {
  const sandbox = await startSandbox({
    clock: 'step@2026-01-31T09:00:00Z',
    seed: {kind: 'empty'},
    onError: error => {
      throw error;
    },
    ...options,
  });
  open.push(sandbox);
  return sandbox;
};

afterEach(async () => {
  await Promise.all(open.splice(0).map(sandbox => sandbox.close()));
});

const newType = (name: string) => multipart([['name', name]]);

const typeNames = async (sandbox: RunningSandbox): Promise<string[]> => {
  const {json} = await ask(sandbox, '/contacts-type');
  return (json.message as {contactTypes: {name: string}[]}).contactTypes.map(({name}) => name);
};

describe('answers', () => {
  test('wraps a collection, and takes back what was made', async () => {
    const sandbox = await start();
    const made = await ask(sandbox, '/contacts-type/add', newType('Leads'));
    expect(made.text).toBe('{"status":"success","message":"Added Successfully"}');
    expect(made.headers['content-type']).toBe('application/json');
    const {json} = await ask(sandbox, '/contacts-type');
    expect(json).toMatchObject({
      status: 'success',
      message: {contactTypes: [{id: 1, name: 'Leads', contacts_count: 0}]},
    });
  });

  test('answers the second method of an operation too', async () => {
    const sandbox = await start();
    expect((await ask(sandbox, '/senders', {method: 'POST'})).json).toEqual({
      status: 'success',
      message: {senders: []},
    });
  });

  test('serves a download as a file', async () => {
    const {headers, text} = await ask(await start(), '/contacts/csv-sample/download');
    expect(headers['content-type']).toMatch(/^text\/csv/);
    expect(text).toContain('email');
  });

  test("answers unknown paths and methods in the framework's words, without an envelope", async () => {
    const sandbox = await start();
    expect(await ask(sandbox, '/nowhere')).toMatchObject({
      status: 404,
      json: {message: expect.stringContaining('could not be found')},
    });
    const wrong = await ask(sandbox, '/contacts-type', {method: 'DELETE'});
    expect(wrong).toMatchObject({status: 405, headers: {allow: 'GET'}});
    expect(wrong.json).not.toHaveProperty('status');
    expect((await raw(`${sandbox.origin}/contacts-type`, {headers: keysOf(sandbox)})).status).toBe(404);
  });
});

describe('keys', () => {
  test('refuses wrong keys and applies nothing', async () => {
    const sandbox = await start();
    const {headers, ...rest} = newType('Leads');
    const refused = await ask(sandbox, '/contacts-type/add', {...rest, headers: {...headers, SecretKey: 'wrong'}});
    expect(refused).toMatchObject({status: 401, json: {status: 'failed'}});
    expect(await typeNames(sandbox)).toEqual([]);
  });
});

describe('limits', () => {
  const upload = (bytes: number): readonly Part[] => [
    ['contact_type_id', '1'],
    ['file', Buffer.alloc(bytes, 'a'), 'a.csv'],
  ];

  test('says that a file beyond 2 MB failed to upload', async () => {
    const {json} = await ask(await start(), '/contacts/upload-csv', multipart(upload(2 * 1024 * 1024 + 1)));
    expect(json).toEqual({status: 'failed', errors: {file: ['The file failed to upload.']}});
  });

  test('refuses a request beyond 8 MB', {tags: ['long']}, async () => {
    const large = multipart(upload(8 * 1024 * 1024));
    expect(await ask(await start(), '/contacts/upload-csv', large)).toMatchObject({
      status: 413,
      json: {message: expect.any(String)},
    });
  });

  test('never applies a body that ends early', async () => {
    const sandbox = await start();
    const {headers = {}, body = ''} = newType('Leads');
    const head = Object.entries({
      ...keysOf(sandbox),
      ...headers,
      host: 'localhost',
      'content-length': String(body.length),
    });
    const {port} = new URL(sandbox.origin);
    await new Promise<void>(resolve => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /api/contacts-type/add HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
        );
        socket.write(body.slice(0, -5), () => socket.destroy());
      });
      socket.on('close', () => resolve());
    });
    expect(await typeNames(sandbox)).toEqual([]);
  });
});

describe('lists of any size', () => {
  test('streams every record once', {tags: ['long']}, async () => {
    const sandbox = await start({seed: {kind: 'empty', contacts: 3000}});
    const {json, headers} = await ask(sandbox, '/contacts/list');
    const {contacts} = json.message as {contacts: {id: number}[]};
    expect(new Set(contacts.map(({id}) => id)).size).toBe(3000);
    expect(headers['content-length']).toBeUndefined();
  });

  test('lets others in while a slow reader is at it', {tags: ['long']}, async () => {
    const sandbox = await start({seed: {kind: 'empty', contacts: 20_000}});
    const {port} = new URL(sandbox.origin);
    const socket = connect(Number(port), '127.0.0.1');
    const head = Object.entries({...keysOf(sandbox), host: 'localhost'});
    socket.write(
      `GET /api/contacts/list HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    await new Promise(resolve => socket.once('readable', resolve));
    await ask(sandbox, '/contacts-type/add', newType('Leads'));
    expect(await typeNames(sandbox)).toContain('Leads');
    socket.destroy();
  });
});

describe('what it keeps', () => {
  test('logs requests as received, without values and keys', async () => {
    const sandbox = await start();
    await ask(sandbox, '/contacts-type/add', newType('Confidential'));
    await ask(
      sandbox,
      '/contacts/bulk-delete',
      urlencoded([
        ['strIds[0]', '1'],
        ['strIds[1]', '23'],
      ]),
    );
    const {json, text} = await control(sandbox, `/__log`);
    expect(json.message).toMatchObject({
      requests: [
        {
          method: 'POST',
          path: '/api/contacts-type/add',
          encoding: 'multipart',
          fields: [{name: 'name', bytes: 12}],
          status: 200,
        },
        {path: '/api/contacts/bulk-delete', encoding: 'urlencoded', fields: [{name: 'strIds[]', bytes: 3, count: 2}]},
      ],
    });
    expect(text).not.toContain('Confidential');
    expect(text).not.toContain(sandbox.secretKey);
    expect(text).not.toContain(sandbox.publicKey);
  });

  test('moves its clock on, and never back', async () => {
    const sandbox = await start();
    const turn = (by: readonly [string, string]) => control(sandbox, '/__clock', urlencoded([by]));
    expect((await turn(['by', '2h'])).json.message).toEqual({clock: {now: '2026-01-31T11:00:00.000Z', speed: 0}});
    expect((await turn(['at', '2026-02-01T00:00:00Z'])).json.message).toHaveProperty(
      'clock.now',
      '2026-02-01T00:00:00.000Z',
    );
    expect(await turn(['at', '2026-01-01T00:00:00Z'])).toMatchObject({status: 422, json: {status: 'failed'}});
    await ask(sandbox, '/contacts-type/add', newType('Leads'));
    expect((await ask(sandbox, '/contacts-type')).json.message).toHaveProperty(
      'contactTypes.0.created_at',
      '2026-02-01T00:00:00.000000Z',
    );
  });

  test('runs its clock as many times as fast as it is told', async () => {
    let real = Date.parse('2026-01-31T09:00:00Z');
    const sandbox = await start({clock: 'x60', realNow: () => new Date(real)});
    real += 60_000;
    expect((await control(sandbox, `/__clock`)).json.message).toHaveProperty('clock.now', '2026-01-31T10:00:00.000Z');
  });

  test('refuses what it cannot make sense of, and goes on', async () => {
    const sandbox = await start();
    const json = {'content-type': 'application/json'};
    const bodies = ['null', '[]', '{'].map(body => control(sandbox, '/__clock', {method: 'POST', headers: json, body}));
    expect((await Promise.all(bodies)).map(({status}) => status)).toEqual([422, 422, 422]);
    expect(await control(sandbox, '/__mail?to=%ff')).toMatchObject({status: 422});
    const broken = await ask(sandbox, '/contacts-type/view?contact_type_id=%ff');
    expect(broken).toMatchObject({status: 500, json: {message: expect.stringContaining('Malformed UTF-8')}});
    expect((await ask(sandbox, '/contacts-type')).status).toBe(200);
  });
});

describe('the mail it tells', () => {
  test('is sent piece by piece, narrowed as asked', async () => {
    const sandbox = await start({seed: {kind: 'demo'}});
    const tell = async (query = '') => {
      const {headers, json} = await control(sandbox, `/__mail${query}`);
      return {headers, deliveries: (json.message as {deliveries: {id: number; to: string}[]}).deliveries};
    };
    const {headers, deliveries} = await tell();
    expect(headers).not.toHaveProperty('content-length');
    expect(deliveries.length).toBeGreaterThan(20);
    const [{to} = {to: ''}] = deliveries;
    const own = await tell(`?to=${encodeURIComponent(to)}`);
    expect(own.deliveries).toEqual(deliveries.filter(mail => mail.to === to));
    expect((await tell('?utr=none')).deliveries).toEqual([]);
  });
});
