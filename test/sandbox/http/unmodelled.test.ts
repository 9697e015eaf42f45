/** An endpoint that the API has and the sandbox does not know yet: only declared. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {file, many, one, record, several, tags, text, utr} from '../../../src/api/describe/notation.js';
import {operation} from '../../../src/api/describe/operation.js';
import type {Operation} from '../../../src/api/describe/schema.js';
import {openAccount} from '../../../src/sandbox/account/open-account.js';
import {createFaults, parseFault} from '../../../src/sandbox/http/faults.js';
import {loggedRequests} from '../../../src/sandbox/http/log.js';
import {serveAccount} from '../../../src/sandbox/http/server.js';
import {settingsWith} from '../../../src/sandbox/service/settings.js';
import {ask as askSandbox, multipart} from './raw.js';

const webhook = record({id: 'integer', url: 'text'});
const id = {type: 'integer', required: true, help: 'Id of the webhook'} as const;
const url = {type: 'text', required: true, help: 'Where it calls'} as const;

const operations: readonly Operation[] = [
  operation('GET /webhooks', {effect: 'reads', returns: many('webhooks', webhook)}),
  operation('GET /webhooks/topics', {effect: 'reads', returns: tags('topics')}),
  operation('GET /webhooks/everything', {effect: 'reads', returns: several('calls', 'failures')}),
  operation('GET /webhooks/view?webhook_id', {
    effect: 'reads',
    params: {webhook_id: id},
    returns: one('webhook', webhook),
  }),
  operation('GET /webhooks/export', {effect: 'reads', returns: file}),
  operation('POST /webhooks/add', {effect: 'creates', params: {url}, returns: text('Webhook added')}),
  operation('POST /webhooks/fork', {effect: 'creates', params: {id}, returns: utr}),
];

const keys = {publicKey: 'p', secretKey: 's'};
let sandbox: {readonly baseUrl: string} & typeof keys;
let faults: ReturnType<typeof createFaults>;
let log: () => Promise<ReturnType<typeof loggedRequests>>;
const troubles: unknown[] = [];
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const account = await openAccount({}, settingsWith());
  const known = new Map([...account.operations, ...operations.map(one => [one.route, one] as const)]);
  faults = createFaults();
  const onError = (error: unknown) => void troubles.push(error);
  const server = await serveAccount({...account, operations: known, keys, faults, onError});
  opened.push(server.close, account.store.close);
  log = () => account.store.transaction(db => loggedRequests(db));
  sandbox = {...keys, baseUrl: `${server.origin}/api`};
});

afterAll(async () => {
  for (const close of opened) await close();
});

const ask = async (path: string, request = {}) => (await askSandbox(sandbox, path, request)).json;

describe('is answered as by an account that holds nothing', () => {
  test.each([
    ['/webhooks', {status: 'success', message: {webhooks: []}}],
    ['/webhooks/topics', {status: 'success', message: {topics: []}}],
    ['/webhooks/everything', {status: 'success', message: {calls: [], failures: []}}],
    ['/webhooks/view?webhook_id=7', {status: 'failed', errors: 'Record Not Found'}],
    ['/webhooks/export', {status: 'failed', errors: 'Record Not Found'}],
  ])('%s', async (path, answer) => {
    expect(await ask(path)).toEqual(answer);
  });

  test('with its own word of success, or the utr of what it made', async () => {
    expect(await ask('/webhooks/add', multipart([['url', 'https://example.com']]))).toEqual({
      status: 'success',
      message: 'Webhook added',
    });
    const {message} = await ask('/webhooks/fork', multipart([['id', '1']]));
    expect(message).toEqual({utr: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)});
  });
});

test('refuses what lacks a required parameter, and any other method', async () => {
  expect(await ask('/webhooks/add', multipart([['name', 'x']]))).toEqual({
    status: 'failed',
    errors: {url: ['The url field is required.']},
  });
  expect((await askSandbox(sandbox, '/webhooks/add')).status).toBe(405);
});

test('can be late, as any other change', async () => {
  faults.add(parseFault('/webhooks/add=late-commit:1,s=0,answered'));
  expect(await ask('/webhooks/add', multipart([['url', 'https://example.com']]))).toMatchObject({status: 'success'});
  expect(await ask('/webhooks')).toMatchObject({status: 'success'});
});

test('is told apart in the log, and is no trouble of the sandbox', async () => {
  await ask('/webhooks');
  await ask('/contacts-type');
  const [unknown, known] = (await log()).slice(-2);
  expect(unknown).toMatchObject({path: '/api/webhooks', status: 200, unmodelled: true});
  expect(known).not.toHaveProperty('unmodelled');
  expect(troubles).toEqual([]);
});
