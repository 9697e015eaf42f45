/** Texts from outside that are also names which every object inherits. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {said} from '../support/said.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();
const people = async (columns: string) =>
  (await shell().emk(`contacts list --list Customers -o csv --sort email --columns ${columns}`)).stdout;
/** Deletes the customers, and brings them back from the copy. */
const thereAndBack = async () => {
  expect((await shell().emk('lists delete Customers --yes --force audience-exists')).code).toBe(0);
  const [file = ''] = readdirSync(join(shell().folder, 'state/deleted'));
  return shell().emk(`undo ${file.replace('.jsonl', '')} --yes --allow-automations`);
};

test('a custom field called constructor is imported, exported and restored', {tags: ['long']}, async () => {
  await shell().emk('fields create constructor --kind text');
  shell().write('more.csv', 'email,country,Constructor\nbuilder@example.com,Germany,Brunel\n');
  const imported = await shell().emk('contacts import more.csv --list Customers --allow-automations --yes');
  expect(imported).toMatchObject({code: 0, stderr: expect.not.stringContaining('skipped: function')});
  const before = await people('email,first_name,custom_field.constructor');
  expect(before).toContain('builder@example.com,,Brunel\n');
  expect((await shell().emk('contacts export --list Customers')).stdout).toMatch(/builder@example\.com.*Brunel/);
  expect(await thereAndBack()).toMatchObject(said(8, '1 row was rejected'));
  expect(await people('email,first_name,custom_field.constructor')).toBe(before.replace(/^,,.*\n/m, ''));
});

test('a contact with a NUL in a field comes back, and blocks nobody', async () => {
  const [address = ''] = /\S+@\S+/.exec(await people('email')) ?? [];
  const field = JSON.stringify({company_name: {field_name: 'company_name', field_value: 'A\u0000B'}});
  await shell().sandbox.account.store.transaction(db =>
    db.run('UPDATE contacts SET custom_field = ? WHERE email = ?', [field, address]),
  );
  expect(await thereAndBack()).toMatchObject({code: 8});
  expect(await people('email,custom_field.company_name')).toContain(`${address},A\ufffdB\n`);
});

test('a sender of which the service says state 0 comes back', {tags: ['long']}, async () => {
  await shell().sandbox.account.store.transaction(db => db.run('UPDATE senders SET state_id = 0, city_id = 0'));
  expect((await shell().emk('senders delete Support --yes')).code).toBe(0);
  const [file = ''] = readdirSync(join(shell().folder, 'state/deleted'));
  expect(await shell().emk(`undo ${file.replace('.jsonl', '')} --yes`)).toMatchObject({code: 0});
  expect((await shell().emk('senders list -o csv --columns nickname')).stdout).toContain('Support');
});

test.each([
  ['contacts import more.csv --list Staff --encoding constructor', 'does not know the encoding'],
  ['mailings create Hello --to constructor:x', ''],
  ['contacts list --columns constructor', ''],
  ['contacts list --where constructor=x', ''],
  ['contacts list --sort constructor', ''],
  ['toString', ''],
  ['lists __proto__', ''],
  ['help hasOwnProperty', ''],
  ['config set constructor x', ''],
])('emk %s is refused in a sentence', async (line, says) => {
  shell().write('more.csv', 'email,country\nada@example.com,Germany\n');
  const {code, stderr} = await shell().emk(line);
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  expect(stderr).not.toMatch(/function |native code|did not foresee/);
});
