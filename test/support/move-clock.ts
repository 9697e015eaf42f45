import {expect} from 'vitest';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';

/** Moves the clock of an account, which stands still until then: that a record was changed is known by its time. */
export async function moveClock({origin, secretKey}: RunningSandbox, by: string): Promise<void> {
  const headers = {SecretKey: secretKey};
  const {status} = await fetch(`${origin}/__clock`, {method: 'POST', headers, body: new URLSearchParams({by})});
  expect(status).toBe(200);
}
