/**
 * A sandbox that is reset while others open it.
 * @module-tag long
 */
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/fake-host.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

test('holds what the reset says, and not what the others would have made', async () => {
  const env = {EMK_SANDBOX_DB: join(temporaryFolder(), 'account.db')};
  for (let round = 0; round < 4; round++) {
    const lines = ['lists list --sandbox', 'sandbox reset --empty --yes', 'lists list --sandbox'];
    const codes = await Promise.all(lines.map(async line => (await shell().emk(line, {env})).code));
    expect(codes).toEqual([0, 0, 0]);
    expect((await shell().emk('lists list --sandbox -o json', {env})).stdout).toBe('[]\n');
    rmSync(env.EMK_SANDBOX_DB);
  }
});
