/** Who may ask a sandbox about itself: programs on this machine, but no page that a browser happens to show. */
import {request} from 'node:http';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../src/sandbox/running/start.js';
import {type Shell, startShell} from '../../shell.js';
import {ask, keysOf, urlencoded} from './raw.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({allowedHosts: ['box.test']});
});
afterAll(() => sandbox.close());

const changes = [
  ['POST', '/__faults', 'fault=GET /senders=500'],
  ['POST', '/__clock', 'by=1d'],
  ['DELETE', '/__faults', ''],
  ['DELETE', '/__log', ''],
] as const;
const reads = ['/__log', '/__clock', '/__faults', '/__mail'] as const;

/** A request with its own Host header, which `fetch` does not allow. */
const sent = (method: string, path: string, headers: Record<string, string>, body = '') =>
  new Promise<{readonly status: number | undefined; readonly text: string}>((resolve, reject) => {
    const type = {'content-type': 'application/x-www-form-urlencoded'};
    const asking = request(
      `${sandbox.origin}${path}`,
      {method, headers: {...type, ...headers}, agent: false},
      answer => {
        let text = '';
        answer.on('data', chunk => {
          text += String(chunk);
        });
        answer.on('end', () => resolve({status: answer.statusCode, text}));
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });

const foreign = () => [
  {host: 'evil.example'},
  {host: `evil.example:${new URL(sandbox.origin).port}`},
  {host: '127.0.0.1.evil.example'},
  {host: '127.0.0.1@evil.example'},
  {origin: 'https://evil.example'},
  {origin: 'http://localhost:3000'},
  {origin: 'null'},
  {'sec-fetch-site': 'cross-site'},
  {'sec-fetch-site': 'same-site'},
];

test.each(changes)('%s %s takes the secret key', async (method, path, body) => {
  expect(await sent(method, path, {}, body)).toMatchObject({status: 401, text: expect.stringContaining('SecretKey')});
  expect((await sent(method, path, {secretkey: 'another'}, body)).status).toBe(401);
  expect((await sent(method, path, {...keysOf(sandbox)}, body)).status).toBe(200);
});

test('the pages and names of others get nothing, with or without the key', {tags: ['long']}, async () => {
  for (const headers of foreign()) {
    for (const [method, path, body] of [...changes, ...reads.map(path => ['GET', path, ''] as const)]) {
      const {status, text} = await sent(method, path, {...keysOf(sandbox), ...headers} as Record<string, string>, body);
      expect([headers, status, Object.keys(JSON.parse(text))]).toEqual([headers, 403, ['status', 'errors']]);
    }
  }
});

test.each([{}, {host: 'localhost:1'}, {host: '[::1]:80'}, {host: 'box.test'}, {host: 'BOX.test:443'}])(
  'reads are answered under its own names: %j',
  async headers => {
    for (const path of reads) expect((await sent('GET', path, headers)).status).toBe(200);
  },
);

test('its own page is answered, and fetch of a program', async () => {
  const headers = {origin: sandbox.origin, 'sec-fetch-site': 'same-origin'};
  expect((await sent('GET', '/__clock', headers)).status).toBe(200);
  const {SecretKey} = keysOf(sandbox);
  const body = new URLSearchParams({by: '1s'});
  const answer = await fetch(`${sandbox.origin}/__clock`, {method: 'POST', headers: {SecretKey}, body});
  expect(answer.status).toBe(200);
});

test('what a caller made up does not stand in the addresses of answers', async () => {
  const automations = (await ask(sandbox, '/automations')).json.message as {automations: {utr: string}[]};
  const addresses = async (host: string) => {
    for (const {utr} of automations.automations) {
      const {text} = await sent('GET', `/api/automations/schedule?utr=${utr}`, {...keysOf(sandbox), host});
      const {automation_schedules: [first] = []} = JSON.parse(text).message;
      if (first) return [first.design_url, first.image].map(address => new URL(address).origin);
    }
    return [];
  };
  expect(await addresses('evil.example')).toEqual([sandbox.origin, sandbox.origin]);
  expect(await addresses('box.test:8000')).toEqual(['http://box.test:8000', 'http://box.test:8000']);
});

test('a design is shown without its scripts, which would be of the same origin', async () => {
  const automations = (await ask(sandbox, '/automations')).json.message as {automations: {utr: string}[]};
  for (const {utr} of automations.automations) {
    const {json} = await ask(sandbox, `/automations/schedule?utr=${utr}`);
    const schedules = (json.message as {automation_schedules?: {design_url: string}[]}).automation_schedules ?? [];
    for (const {design_url} of schedules) {
      expect((await fetch(design_url)).headers.get('content-security-policy')).toBe('sandbox');
    }
  }
});

describe("emk's own commands", () => {
  let shell: Shell;
  beforeAll(async () => {
    shell = await startShell();
  });
  afterAll(() => shell.close());

  test.each(['sandbox log --limit 3', 'sandbox mail --limit 1', 'sandbox mail -o json'])('%s works', async line => {
    await ask(shell.sandbox, '/contacts-type', urlencoded([]));
    expect((await shell.emk(line)).code).toBe(0);
  });
});
