/** A plan that is kept in a file is refused if something changed since: people, their files, or the account itself. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {startShell} from '../shell.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
beforeAll(async () => {
  await shell().emk('account pull account --contacts -q');
  rewrite('olga@acme', 'new@acme');
  expect((await shell().emk('account plan account --contacts --only lists --out plan.json -q')).code).toBe(0);
});

function rewrite(from: string, to: string): void {
  const path = join(shell().folder, 'account/contacts/staff.csv');
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

const apply = () => shell().emk('account apply plan.json --yes --allow-automations --dry-run');

test('nothing has changed, so it is what an apply would do', async () => {
  expect(await apply()).toMatchObject({code: 0, stderr: ''});
});

test('the account is another one', async () => {
  const other = await startShell({seed: {seed: 7}});
  try {
    const {code, stderr} = await shell().emk('account apply plan.json --yes --dry-run', {
      env: {
        EMK_BASE_URL: other.sandbox.baseUrl,
        EMK_PUBLIC_KEY: other.sandbox.publicKey,
        EMK_SECRET_KEY: other.sandbox.secretKey,
      },
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('not those of the plan')]);
  } finally {
    await other.close();
  }
});

test('the file of people has changed', async () => {
  rewrite('Olga,Ops', 'Olga,Other');
  const {code, stderr} = await apply();
  expect([code, stderr]).toEqual([2, expect.stringContaining('have changed since')]);
});
