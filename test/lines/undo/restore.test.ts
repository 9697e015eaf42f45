/** Nothing that emk deletes is lost, and restored records come once, into their own account. */

import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {said} from '../../support/said.js';
import {sample} from '../../support/sample.js';
import type {Shell} from '../../support/shell.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell({seed: {kind: 'demo'}});
const folderOf = (shell: Shell): string => join(shell.folder, 'state/deleted');
const folder = (): string => folderOf(shell());

test('a list that is deleted comes back with its people, their fields, and nobody twice', async () => {
  const people = async () =>
    (
      await shell().emk(
        'contacts list --list Customers -o csv --sort email --columns email,first_name,city,custom_field.company_name',
      )
    ).stdout;
  const before = await people();
  expect((await shell().emk('lists delete Customers --yes --force audience-exists')).code).toBe(0);
  const [file = ''] = readdirSync(folder());
  expect(statSync(join(folder(), file)).mode & 0o777).toBe(0o600);
  const line = `undo ${file.replace('.jsonl', '')} --yes --allow-automations`;
  // One of them has no address, which an import needs. emk reports it, and writes it beside the copy.
  const reachable = before.replace(/^,,.*\n/m, '');
  expect(reachable).not.toBe(before);
  for (const _ of ['once', 'again']) {
    expect(await shell().emk(line)).toMatchObject(said(8, '1 row was rejected'));
    expect(await people()).toBe(reachable);
  }
});

test('a dry run brings nothing back, and does not say that it did', async () => {
  const contact = 'contacts create --list Tried --email tried@example.com --country Germany';
  const both = ['lists create Tried', contact, 'lists create There', 'lists delete Tried There --yes'];
  for (const line of [...both, 'lists create There']) expect((await shell().emk(line)).code, line).toBe(0);
  const name = readdirSync(folder()).at(-1)?.replace('.jsonl', '');
  const {code, stderr} = await shell().emk(`undo ${name} --yes --dry-run`);
  expect([code, stderr]).toEqual([0, expect.stringContaining('Would bring back 1 record.')]);
  expect(stderr).not.toContain('Brought back');
  expect((await shell().emk('lists list -o csv --columns name')).stdout).not.toContain('Tried');
});

test('what cannot be read before is not deleted', async () => {
  shell().sandbox.misbehave('GET /notification-recipients=500');
  const {code} = await shell().emk('notifications delete 1 --yes EMK_MAX_WAIT=0');
  shell().sandbox.faults.clear();
  expect(code).toBe(6);
  expect((await shell().emk('notifications list -o id')).stdout).toContain('1\n');
});

test('where no copy can be written, nothing is deleted', async () => {
  const blocked = join(shell().folder, 'blocked');
  writeFileSync(blocked, 'a file where a folder should be');
  const given = {env: {EMK_STATE_DIR: blocked}};
  const {code, stderr} = await shell().emk('notifications delete 1 --yes', given);
  expect([code, stderr]).toEqual([3, expect.stringContaining('emk config set keep-deleted 0')]);
  expect((await shell().emk('notifications list -o id')).stdout).toContain('1\n');
  const without = {env: {...given.env, EMK_KEEP_DELETED: '0'}};
  expect((await shell().emk('notifications delete 1 --yes', without)).code).toBe(0);
});

test('a copy of another account is refused, and an old one goes with the next deletion', async () => {
  mkdirSync(folder(), {recursive: true});
  const header = {version: 1, deleted: '2026-01-01T00:00:00Z', origin: 'https://other.example', key: 'x'};
  writeFileSync(join(folder(), '2026-01-01-1.jsonl'), `${JSON.stringify(header)}\n`);
  expect(await shell().emk('undo 2026-01-01-1 --yes')).toMatchObject(said(4, 'There is no run 2026-01-01-1'));
  expect((await shell().emk('notifications delete 2 --yes')).code).toBe(0);
  expect(readdirSync(folder())).not.toContain('2026-01-01-1.jsonl');
});

test('no key gets into a copy', {tags: ['long']}, async () => {
  const {secretKey} = shell().sandbox;
  await shell().emk(['lists', 'create', `Key ${secretKey}`]);
  await shell().emk(['lists', 'delete', `Key ${secretKey}`, '--yes']);
  for (const file of readdirSync(folder())) expect(readFileSync(join(folder(), file), 'utf8')).not.toContain(secretKey);
});

const services = [
  ['null for nothing', {emptyToNull: 'true'}],
  ['0 and empty texts for nothing', {emptyToNull: 'false'}],
] as const;

describe.each(sample(services, 1))('on a service that stores %s', (_, settings) => {
  const account = useShell({seed: {kind: 'demo'}, settings});
  const places = async () =>
    (await account().emk('segments recipients list 1 --columns email,first_name --sort email -o csv')).stdout;
  const linked = () =>
    account().sandbox.account.store.transaction(db =>
      db.all<{email: string}>(
        'SELECT place.email FROM segment_recipients AS place JOIN contacts ON contacts.id = contact_id AND deleted_at IS NULL WHERE segment_id = 1 ORDER BY 1',
      ),
    );

  test.each([
    ['a contact', 'contacts delete 10 --yes', 'To bring it back: ', 1],
    ['a list', 'lists delete Customers --yes --force audience-exists', 'To bring it back: ', 2],
  ])('%s comes back into its segments, once', async (_, line, says, count) => {
    const before = [await places(), await linked()];
    expect(await account().emk(line)).toMatchObject(said(0, says));
    expect(await places()).not.toBe(before[0]);
    const file = readdirSync(folderOf(account())).at(-1) ?? '';
    for (const _ of ['once', 'again']) {
      await account().emk(`undo ${file.replace('.jsonl', '')} --yes --allow-automations`);
      expect(await places()).toBe(before[0]);
      // The segment belongs to the list that is gone, so its people are no contacts of it any more.
      if (count === 1) expect(await linked()).toEqual(before[1]);
    }
  });
});

test('of several contacts with one address one comes back, and the line says so each time', async () => {
  const add = () =>
    shell().emk('contacts create twice@example.com --list Staff --country India --allow-duplicate --allow-automations');
  for (const _ of ['once', 'again']) expect((await add()).code).toBe(0);
  const ids = (await shell().emk('contacts list --where email=twice@example.com -o id')).stdout.trim().split('\n');
  const {code, stderr} = await shell().emk(`contacts delete ${ids.join(' ')} --yes`);
  expect(code).toBe(0);
  const [line] = /undo \S+/.exec(stderr) ?? [];
  for (const _ of ['once', 'again']) {
    const back = await shell().emk(`${line} --yes --allow-automations`);
    expect(back).toMatchObject(said(8, '1 contact has the address of another in this copy, and did not come back'));
    expect((await shell().emk('contacts list --where email=twice@example.com --count')).stdout.trim()).toBe('1');
  }
});

test('nobody comes back into a list that the service shows in part: who is hidden would be there twice', async () => {
  const {stderr} = await shell().emk('contacts delete 1 --yes');
  const [line] = /undo \S+/.exec(stderr) ?? [];
  const before = (await shell().emk('contacts list --count')).stdout;
  shell().sandbox.misbehave('GET /contacts/list=list-cap,n=3');
  const {code} = await shell().emk(`${line} --yes --allow-automations`);
  shell().sandbox.faults.clear();
  expect([code, (await shell().emk('contacts list --count')).stdout]).toEqual([2, before]);
  expect((await shell().emk(`${line} --yes --allow-automations`)).code).toBe(0);
});
