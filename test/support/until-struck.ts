import {vi} from 'vitest';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';

/** Waits until a fault of the sandbox has hit a request after this many others. */
export async function untilStruck(sandbox: RunningSandbox, before = 0): Promise<void> {
  await vi.waitUntil(async () => (await sandbox.requests()).slice(before).some(({faults}) => faults.length > 0), {
    interval: 5,
    timeout: 20_000,
  });
}
