/** Who may ask a sandbox about itself: programs that have its secret key, and no page that a browser happens to show. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type RunningSandbox, startSandbox} from '../../../src/sandbox/running/start.js';
import {control, raw} from '../../support/raw-http.js';

let sandbox: RunningSandbox;
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
