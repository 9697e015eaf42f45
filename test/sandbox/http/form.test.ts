/** A form as PHP and its framework read it: what of it arrives at the account. */
import {afterEach, describe, expect, test} from 'vitest';
import {type RunningSandbox, type StartOptions, startSandbox} from '../../../src/sandbox/running/start.js';
import {ask, multipart, type Part, urlencoded} from '../../support/raw-http.js';

const open: RunningSandbox[] = [];
afterEach(() => Promise.all(open.splice(0).map(sandbox => sandbox.close())));

const start = async (options: StartOptions = {}): Promise<RunningSandbox> => {
  const sandbox = await startSandbox({seed: {kind: 'empty'}, ...options});
  open.push(sandbox);
  return sandbox;
};

/** The records of a list. */
const listed = async (sandbox: RunningSandbox, path: string): Promise<readonly Record<string, unknown>[]> =>
  Object.values((await ask(sandbox, path)).json.message as object)[0];

/** The name of the list that these fields make. */
const nameFrom = async (fields: readonly Part[], options: StartOptions = {}): Promise<unknown> => {
  const sandbox = await start(options);
  const {json} = await ask(sandbox, '/contacts-type/add', multipart(fields));
  return json.status === 'success' ? (await listed(sandbox, '/contacts-type'))[0]?.['name'] : json.errors;
};

/** The ids of contacts that are left where ten, or more, were there. */
const leftAfter = async (request: ReturnType<typeof urlencoded>, contacts = 10): Promise<readonly unknown[]> => {
  const sandbox = await start({seed: {kind: 'empty', contacts}});
  await ask(sandbox, '/contacts/bulk-delete', request);
  return (await listed(sandbox, '/contacts/list')).map(({id}) => id);
};

const numbered = (count: number): [string, string][] =>
  Array.from({length: count}, (_, at) => [`strIds[${at}]`, `${at + 1}`]);

describe('names', () => {
  test('with brackets make arrays, indexed or not; the last of an index counts', async () => {
    const ids = ['[0]', '[5]', '[]', '[7]', '[7]'].map((key, at) => [`strIds${key}`, `${at + 1}`] as const);
    expect(await leftAfter(urlencoded(ids))).toEqual([4, 6, 7, 8, 9, 10]);
  });

  test('with deeper brackets make arrays within arrays, which are no text', async () => {
    const ids = ['[0][x]', '[0][y]', '[1]', '[][]', '[1]z'].map((key, at) => [`strIds${key}`, `${at + 1}`] as const);
    expect(await leftAfter(multipart(ids))).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10]);
  });

  test('that are equal keep the last value', async () => {
    const fields = ['Leads', 'Others'].map(name => ['name', name] as const);
    expect(await nameFrom(fields)).toBe('Others');
  });

  test('lose dots and spaces, and a bracket that is never closed', async () => {
    const sandbox = await start({seed: {kind: 'demo'}});
    const fields = [
      ['contact.type id', '1'],
      ['first_name', 'A'],
      ['last[name', 'Zed'],
      ['country', '1'],
      [' email', 'zed@example.com'],
    ] as const;
    expect((await ask(sandbox, '/contacts/add', multipart(fields))).json.status).toBe('success');
    expect((await listed(sandbox, '/contacts/list')).at(-1)).toMatchObject({
      email: 'zed@example.com',
      last_name: 'Zed',
    });
  });
});

describe('texts', () => {
  const blank = '\u00a0\u200b\ufeff \t\n';

  test('are trimmed of spaces of every kind, and empty ones are null', async () => {
    expect(await nameFrom([['name', `${blank}x y${blank}`]])).toBe('x y');
    expect(await nameFrom([['name', '00']])).toBe('00');
    expect(await nameFrom([['name', blank]])).toEqual({name: ['The name field is required.']});
  });

  test.each([
    ['multipart', multipart([['name', Buffer.from([0x41, 0xe9])]])],
    ['urlencoded', {...urlencoded([]), body: 'name=A%E9'}],
  ])('that are not UTF-8 fail in a %s form', async (_, request) => {
    const {status, json} = await ask(await start(), '/contacts-type/add', request);
    expect([status, json.message]).toEqual([500, expect.stringContaining('Malformed UTF-8')]);
  });

  test('of a urlencoded form and of a query have plus, percent and a stray percent', async () => {
    const sandbox = await start();
    const {headers = {}} = urlencoded([]);
    const type = `${headers['content-type']}; charset=UTF-8`;
    for (const name of ['1+2%2B3', '5%25+5%', '%C3%A9%3D%C3%BC']) {
      const request = {method: 'POST', headers: {'content-type': type}, body: `x&name=${name}`};
      await ask(sandbox, '/contacts-type/add', request);
    }
    expect((await listed(sandbox, '/contacts-type')).map(({name}) => name)).toEqual(['1 2+3', '5% 5%', 'é=ü']);
    const {json} = await ask(sandbox, '/contacts-type/view?contact_type_id=%202+');
    expect(JSON.stringify(json.message)).toContain('5% 5%');
  });
});

describe('what is too much, or too little', () => {
  test.each([
    ['multipart', multipart, 1000],
    ['urlencoded', urlencoded, 1001],
  ])('of a %s form, fields beyond a thousand are dropped', {tags: ['long']}, async (_, form, kept) => {
    const left = await leftAfter(form(numbered(1500)), 1500);
    expect([left.length, left[0]]).toEqual([1500 - kept, kept + 1]);
    expect(await open[0]?.requests()).toMatchObject([{dropped: 1500 - kept}, {dropped: 0}]);
  });

  test('a file without a name is no file', async () => {
    const sandbox = await start({seed: {kind: 'demo'}});
    const fields: Part[] = [
      ['contact_type_id', '1'],
      ['file', '', ''],
    ];
    const {json} = await ask(sandbox, '/contacts/upload-csv', multipart(fields));
    expect(json.errors).toEqual({file: ['The file field is required.']});
  });

  test('nothing is taken from a multipart body that ends early or names no boundary', async () => {
    const sandbox = await start();
    const {headers = {}, body = ''} = multipart([['name', 'y'.repeat(100)]]);
    const torn = Buffer.from(body).subarray(0, body.length - 60);
    for (const request of [
      {headers, body: torn},
      {headers: {'content-type': 'multipart/form-data'}, body},
    ]) {
      const {json} = await ask(sandbox, '/contacts-type/add', {method: 'POST', ...request});
      expect(json.errors).toEqual({name: ['The name field is required.']});
    }
    expect(await sandbox.requests()).toMatchObject([{fields: []}, {fields: []}]);
  });
});
