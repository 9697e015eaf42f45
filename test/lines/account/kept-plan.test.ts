/** A plan that is kept in a file is refused if something changed since: people, their files, or the account itself. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {errorOf} from '../../support/said.js';
import {startShell} from '../../support/shell.js';
import {useShell} from '../../support/use-shell.js';

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

test('another person is on a list that goes, though as many are', async () => {
  const fresh = await startShell();
  try {
    const emk = async (line: string): Promise<string> => {
      const {code, stdout, stderr} = await fresh.emk(line);
      expect([line, code, stderr]).toEqual([line, 0, stderr]);
      return stdout;
    };
    const staff = async () =>
      JSON.parse(await emk('contacts list --list Staff -o json')) as ReadonlyArray<{id: number}>;
    await emk('account pull account --only lists -q');
    const path = join(fresh.folder, 'account/lists.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/ *- name: Staff\n/, ''));
    await emk('account plan account --only lists --prune --out plan.json -q');
    const apply = 'account apply plan.json --yes --max-delete 1000';
    expect(await fresh.emk(`${apply} --dry-run`)).toMatchObject({code: 0});
    const before = await staff();
    await emk(`contacts delete ${before[0]?.id} --yes -q`);
    await emk('contacts create --list Staff --email late@example.com --country 101 --allow-automations --yes -q');
    const after = await staff();
    expect(after).toHaveLength(before.length);
    const ran = await fresh.emk(`${apply} -o json`);
    expect([ran.code, errorOf(ran)?.code, await staff()]).toEqual([2, 'preflight', after]);
  } finally {
    await fresh.close();
  }
});
