/** What programs in JavaScript ask of the sandbox of `emk-cli/sandbox`, on the built program. */
import {expect, test} from 'vitest';
import {startSandboxBy} from '../../src/sandbox/library/start-sandbox.js';

test('mail asked for without an address is all mail, as a variable may hold none', async () => {
  const sandbox = await startSandboxBy('bin/emk.js')();
  try {
    const all = await sandbox.mail();
    expect(all.length).toBeGreaterThan(0);
    expect(await sandbox.mail({to: undefined, utr: undefined})).toEqual(all);
  } finally {
    await sandbox.stop();
  }
});
