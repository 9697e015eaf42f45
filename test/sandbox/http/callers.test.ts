/** Who may ask a sandbox about itself: programs that have its secret key, and no page that a browser happens to show. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Sandbox, startSandbox} from '../../../src/sandbox/running/start.js';
import {ask, control, keysOf, raw} from './raw.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test.each([
  ['POST', '/__reset'],
  ['POST', '/__faults'],
  ['POST', '/__clock'],
  ['DELETE', '/__faults'],
  ['DELETE', '/__log'],
  ['GET', '/__log'],
  ['GET', '/__clock'],
  ['GET', '/__faults'],
  ['GET', '/__mail'],
  ['GET', '/__else'],
])('%s %s takes the secret key', async (method, path) => {
  for (const headers of [{}, {SecretKey: 'another'}, {SecretKey: sandbox.publicKey}]) {
    const {status, json} = await raw(`${sandbox.origin}${path}`, {method, headers});
    expect([status, Object.keys(json)]).toEqual([401, ['status', 'errors']]);
  }
  expect((await control(sandbox, path, {method})).status).not.toBe(401);
});

test('the addresses of answers have the name by which it was asked, if that can be one', async () => {
  const {automations} = (await ask(sandbox, '/automations')).json.message as {automations: {utr: string}[]};
  const addresses = async (host: string) => {
    for (const {utr} of automations) {
      const headers = {...keysOf(sandbox), host};
      const {json} = await raw(`${sandbox.origin}/api/automations/schedule?utr=${utr}`, {headers});
      const {automation_schedules: [first] = []} = json.message as {
        automation_schedules?: {design_url: string; image: string}[];
      };
      if (first) return [first.design_url, first.image].map(address => new URL(address).origin);
    }
    return [];
  };
  expect(await addresses('box:8000')).toEqual(['http://box:8000', 'http://box:8000']);
  expect(await addresses('127.0.0.1@evil.example')).toEqual([sandbox.origin, sandbox.origin]);
});
