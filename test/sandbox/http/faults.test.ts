import {afterEach, describe, expect, it} from 'vitest';
import {UsageError} from '../../../src/core/errors.js';
import {faultKinds} from '../../../src/sandbox/http/faults.js';
import {type RunningSandbox, startSandbox} from '../../../src/sandbox/running/start.js';
import {ask, control, multipart, urlencoded} from '../../support/raw-http.js';

const open: RunningSandbox[] = [];

const start = async (...faults: readonly string[]): Promise<RunningSandbox> => {
  const sandbox = await startSandbox({clock: 'step@2026-01-31T09:00:00Z', seed: {kind: 'empty'}, faults});
  open.push(sandbox);
  return sandbox;
};

afterEach(async () => {
  await Promise.all(open.splice(0).map(sandbox => sandbox.close()));
});

const add = (sandbox: RunningSandbox, name = 'Leads') =>
  ask(sandbox, '/contacts-type/add', multipart([['name', name]]));

const typesIn = async (sandbox: RunningSandbox): Promise<number> => {
  sandbox.faults.clear();
  const {json} = await ask(sandbox, '/contacts-type');
  return (json.message as {contactTypes: unknown[]}).contactTypes.length;
};

describe('a fault as it is written', () => {
  it.each([
    ['POTS /contacts/add=500', /"POTS" is not a method\./],
    ['*=502-html,status=99', /takes an HTTP status from 200 to 599/],
    ['POST /contacts/add=explode', /latency.*list-cap/],
    ['POST /contacts/add', /METHOD/],
    ['=500', /METHOD/],
    ['*=latency,speed=3', /ms/],
    ['*=latency,ms=slow', /takes a whole number/],
  ])('%s is refused with what would do', async (text, says) => {
    const sandbox = await start();
    const {status, json} = await control(sandbox, '/__faults', urlencoded([['fault', text]]));
    expect({status, errors: json.errors}).toEqual({status: 422, errors: expect.stringMatching(says)});
    await expect(start(text)).rejects.toThrow(UsageError);
  });

  it("takes a method in small letters, and a path with the API's root before it for the same path", async () => {
    const sandbox = await start('post /contacts-type/add=500', 'GET /api/contacts/list=413');
    expect((await add(sandbox)).status).toBe(500);
    expect((await ask(sandbox, '/contacts/list')).status).toBe(413);
    expect((await ask(sandbox, '/senders')).status).toBe(200);
    sandbox.misbehave('GET /api/*=500');
    expect((await ask(sandbox, '/senders')).status).toBe(500);
    await expect(start('GET /apis=500')).rejects.toThrow('no path "/apis"');
  });
});

describe('which requests a fault meets', () => {
  const namesOf = async (sandbox: RunningSandbox, path: string, request = {}) => {
    await ask(sandbox, path, request);
    return (await sandbox.requests()).at(-1)?.faults;
  };

  it('those of its method and path, a beginning or all', async () => {
    const sandbox = await start('GET /contacts/*=latency,ms=1; /senders=php-warning', '*=500');
    expect(await namesOf(sandbox, '/contacts/list')).toEqual(['latency', '500']);
    expect(await namesOf(sandbox, '/contacts/add', multipart([]))).toEqual(['500']);
    expect(await namesOf(sandbox, '/senders')).toEqual(['php-warning', '500']);
  });

  it('as many as it says, behind those it lets pass', async () => {
    const sandbox = await start('*=500:2,after=1');
    const statuses = [];
    for (let at = 0; at < 4; at++) statuses.push((await ask(sandbox, '/senders')).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
  });

  it('one at a time, of those that stand alone, in turn', async () => {
    const sandbox = await start('*=500:1; *=429:1');
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await ask(sandbox, '/senders')).status);
    expect(statuses).toEqual([500, 429, 200]);
  });
});

/** The answer of each fault to a write, and whether the write was applied. */
const outcomes: {readonly [fault: string]: {readonly answer: object | 'none'; readonly applied: boolean}} = {
  'latency,ms=1': {answer: {status: 200, json: {status: 'success'}}, applied: true},
  '429,retry-after=7': {
    answer: {status: 429, headers: {'retry-after': '7'}, json: {message: 'Too Many Attempts.'}},
    applied: false,
  },
  '429,date': {answer: {status: 429, headers: {'retry-after': expect.stringMatching(/GMT$/)}}, applied: false},
  '500': {answer: {status: 500, json: {message: 'Server Error'}}, applied: false},
  '500,applied': {answer: {status: 500}, applied: true},
  '502-html': {answer: {status: 502, text: expect.stringContaining('<title>502 Bad Gateway')}, applied: false},
  '502-html,status=504,applied': {answer: {status: 504}, applied: true},
  '503-maintenance': {answer: {status: 503, json: {message: 'Service Unavailable'}}, applied: false},
  '413': {answer: {status: 413, text: expect.stringContaining('<html>')}, applied: false},
  redirect: {answer: {status: 302, headers: {location: '/'}}, applied: false},
  html200: {answer: {status: 200, text: expect.stringMatching(/^<!DOCTYPE html>/)}, applied: false},
  'php-warning': {
    answer: {
      status: 200,
      text: expect.stringMatching(/^<br \/>\n<b>Warning<\/b>.*\n\{"status":"success"/),
      headers: {'content-type': expect.stringContaining('text/html')},
    },
    applied: true,
  },
  truncate: {answer: 'none', applied: true},
  'truncate,bytes=0': {answer: 'none', applied: true},
  garbage: {answer: 'none', applied: true},
  empty: {answer: {status: 200, text: ''}, applied: false},
  'empty,applied': {answer: {status: 200, text: ''}, applied: true},
  'reset-before': {answer: 'none', applied: false},
  'reset-before,headers': {answer: 'none', applied: false},
  'lost-reply': {answer: 'none', applied: true},
};

describe('what a fault does to a write', () => {
  it.each(Object.entries(outcomes))('%s', async (fault, {answer, applied}) => {
    const [kind, ...options] = fault.split(',');
    const sandbox = await start([`POST /contacts-type/add=${kind}:1`, ...options].join(','));
    if (answer === 'none') await expect(add(sandbox)).rejects.toThrow();
    else expect(await add(sandbox)).toMatchObject(answer);
    expect(await typesIn(sandbox)).toBe(applied ? 1 : 0);
  });

  it.each(['hang', 'hang,applied'])('%s', async fault => {
    const sandbox = await start(`POST *=${fault}`);
    let answered = false;
    add(sandbox).then(
      () => (answered = true),
      () => undefined,
    );
    await expect.poll(async () => (await sandbox.requests()).length).toBe(1);
    expect(answered).toBe(false);
    expect(await typesIn(sandbox)).toBe(fault === 'hang' ? 0 : 1);
  });

  it('late-commit: the reply is lost and the change lands by the clock', async () => {
    const sandbox = await start('POST *=late-commit,s=10');
    const turn = (by: string) => control(sandbox, '/__clock', urlencoded([['by', by]]));
    await expect(add(sandbox)).rejects.toThrow();
    await turn('9s');
    expect(await typesIn(sandbox)).toBe(0);
    await turn('11s');
    expect(await typesIn(sandbox)).toBe(1);
    expect((await ask(sandbox, '/contacts-type')).json.message).toHaveProperty(
      'contactTypes.0.created_at',
      '2026-01-31T09:00:10.000000Z',
    );
  });

  it('late-commit does not lose the reply where it is answered, and refuses what the account refuses', async () => {
    const sandbox = await start('POST *=late-commit,answered');
    expect((await add(sandbox)).json.status).toBe('success');
    expect((await add(sandbox, 'x')).json.status).toBe('failed');
    expect(await typesIn(sandbox)).toBe(0);
    await control(sandbox, '/__clock', urlencoded([['by', '5s']]));
    expect(await typesIn(sandbox)).toBe(1);
  });

  it('accept-part: applies the first rows of a file, or the first ids', async () => {
    const sandbox = await start('POST /contacts/upload-csv=accept-part,n=2', 'POST /contacts/bulk-delete=accept-part');
    await add(sandbox);
    const rows = 'email\na@example.com\nb@example.com\nc@example.com\nd@example.com\n';
    const list = async () =>
      ((await ask(sandbox, '/contacts/list')).json.message as {contacts: {email: string}[]}).contacts.map(
        ({email}) => email,
      );
    const {json} = await ask(
      sandbox,
      '/contacts/upload-csv',
      multipart([
        ['contact_type_id', '1'],
        ['file', rows, 'a.csv'],
      ]),
    );
    expect(json.message).toBe('Imported Successfully');
    expect(await list()).toEqual(['a@example.com', 'b@example.com']);
    await ask(
      sandbox,
      '/contacts/bulk-delete',
      urlencoded([
        ['strIds[0]', '1'],
        ['strIds[1]', '2'],
      ]),
    );
    expect(await list()).toEqual(['b@example.com']);
  });
});

describe('faults that meet the same request', () => {
  it('act together; the one that stands alone has the last word, and of one kind the first acts', async () => {
    const sandbox = await start('*=500:1,applied', '*=php-warning');
    expect(await add(sandbox)).toMatchObject({status: 500, json: {message: 'Server Error'}});
    expect(await typesIn(sandbox)).toBe(1);
    sandbox.misbehave('*=list-cap,n=0', '*=list-cap,n=1', '*=php-warning');
    expect((await ask(sandbox, '/contacts-type')).text).toMatch(/^<br \/>.*\n.*"contactTypes":\[\]\}\}$/s);
  });
});

describe('what a fault does to a list', () => {
  it('list-cap: shows only the first records, of short lists and long ones', async () => {
    const sandbox = await startSandbox({seed: {kind: 'empty', contacts: 150}, faults: ['*=list-cap']});
    open.push(sandbox);
    expect((await ask(sandbox, '/contacts/list')).json.message).toHaveProperty('contacts.length', 100);
    sandbox.faults.clear();
    sandbox.misbehave('*=list-cap,n=3');
    expect((await ask(sandbox, '/get-dynamic/content')).json.message).toHaveProperty('contents.length', 3);
    sandbox.faults.clear();
    sandbox.misbehave('*=list-cap,n=0');
    expect((await ask(sandbox, '/contacts/list')).json.message).toEqual({contacts: []});
  });

  it('truncate: ends a streamed list early', async () => {
    const sandbox = await startSandbox({seed: {kind: 'empty', contacts: 500}, faults: ['*=truncate']});
    open.push(sandbox);
    await expect(ask(sandbox, '/contacts/list')).rejects.toThrow();
  });
});

describe('faults while it serves', () => {
  it('are added, listed and taken away over HTTP', async () => {
    const sandbox = await start();
    const added = await control(sandbox, '/__faults', urlencoded([['fault', 'GET /senders=500:3']]));
    expect(added.json.message).toEqual({faults: [{fault: 'GET /senders=500:3', left: 3}]});
    expect((await ask(sandbox, '/senders')).status).toBe(500);
    expect((await control(sandbox, `/__faults`)).json.message).toEqual({
      faults: [{fault: 'GET /senders=500:3', left: 2}],
    });
    await control(sandbox, '/__faults', {method: 'DELETE'});
    expect((await ask(sandbox, '/senders')).status).toBe(200);
    const wrong = await control(sandbox, '/__faults', urlencoded([['fault', 'GET /senders=explode']]));
    expect(wrong).toMatchObject({status: 422, json: {errors: expect.stringContaining('explode')}});
  });

  it.each([
    ['POST /contacts/ad=500', /no path "\/contacts\/ad", so this fault would never happen/],
    ['/contacts/add/=500', /no path "\/contacts\/add\/"/],
    ['GET /contcats/*=500', /no path "\/contcats\/\*".*Write a path of the API/],
    ['GET /senders=500;GET /sender=500', /no path "\/sender"/],
  ])('%s is refused, since no request meets it', async (text, says) => {
    const said = async (attempt: () => unknown) => {
      const error = await Promise.resolve()
        .then(attempt)
        .catch((thrown: unknown) => thrown);
      return error instanceof UsageError ? `${error.message} ${error.hint}` : 'not refused';
    };
    expect(await said(() => start(text))).toMatch(says);
    const sandbox = await start();
    expect(await said(() => sandbox.misbehave(text))).toMatch(says);
    const {status, json} = await control(sandbox, '/__faults', urlencoded([['fault', text]]));
    expect({status, errors: json.errors}).toEqual({status: 422, errors: expect.stringMatching(says)});
    expect(sandbox.faults.list()).toEqual([]);
  });

  it('are named in the log', async () => {
    const sandbox = await start('GET /senders=500:1');
    await ask(sandbox, '/senders');
    expect(await sandbox.requests()).toMatchObject([{path: '/api/senders', status: 500, faults: ['500']}]);
  });

  it('are each proven above', () => {
    const proven = Object.keys(outcomes).map(fault => fault.split(',')[0]);
    expect(
      Object.keys(faultKinds)
        .filter(kind => !proven.includes(kind))
        .sort(),
    ).toEqual(['accept-part', 'hang', 'late-commit', 'list-cap']);
  });
});
