/** When two records are the same, and that nobody is taken for somebody else: looked at in the account itself. */
import {expect, test} from 'vitest';
import {printed, said} from '../../support/said.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'demo'}});

const idsOf = async (address: string): Promise<readonly string[]> => {
  const {stdout} = await shell().emk(['contacts', 'list', '--where', `email=${address}`, '-o', 'id']);
  return stdout.split('\n').filter(Boolean);
};

const update = (sql: string): Promise<void> =>
  shell().sandbox.account.store.transaction(db => {
    db.run(sql);
  });

test('people without an address are nobody: they are not one person twice, and the recipe of the help works', async () => {
  await update('UPDATE contacts SET email = NULL, first_name = NULL WHERE id IN (2, 3, 4)');
  const {stdout} = await shell().emk('contacts check -o json --where finding=twice-in-list');
  const twice = (JSON.parse(stdout) as ReadonlyArray<{email: string | null}>).filter(({email}) => !email);
  expect(twice).toEqual([]);
  const before = (await shell().emk('contacts list --count')).stdout;
  expect((await shell().emk('contacts delete --doubles --list 1 --yes')).code).toBe(0);
  expect((await shell().emk('contacts list --count')).stdout).toBe(before);
});

test('an address in two spellings is ambiguous, and nobody is deleted', async () => {
  await update("UPDATE contacts SET email = 'Taro@example.jp' WHERE id = 2");
  await update("UPDATE contacts SET email = 'taro@example.jp' WHERE id = 3");
  for (const typed of ['taro@example.jp', 'Taro@example.jp', 'TARO@EXAMPLE.JP'])
    expect(await shell().emk(`contacts delete ${typed} --yes`)).toMatchObject(said(2, /may mean several contacts/));
  expect(await idsOf('taro@example.jp')).toEqual(['2', '3']);
});

test('a domain is the same address in letters and as mail servers look it up', async () => {
  await update("UPDATE contacts SET email = 'ann@xn--bcher-kva.example' WHERE id = 2");
  expect(await shell().emk('contacts list --where email=ann@bücher.example -o id')).toMatchObject(printed(0, /^2\n/));
});

test('a list that does not exist is an error, not an empty file', async () => {
  const none = said(4, 'There is no list 99.');
  expect(await shell().emk('contacts export x.csv --list 99')).toMatchObject(none);
});
