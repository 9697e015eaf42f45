/** The account as files: what a pull writes, what it does not touch, and that it writes all or nothing. */

import {chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {said} from '../../support/said.js';
import {sample} from '../../support/sample.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

/** Every file of a folder with its text. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(shell().folder, folder), {recursive: true, encoding: 'utf8'})
      .filter(path => statSync(join(shell().folder, folder, path)).isFile())
      .sort()
      .map(path => [path, readFileSync(join(shell().folder, folder, path), 'utf8')]),
  );
const read = (path: string): string => readFileSync(join(shell().folder, path), 'utf8');
const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(join(shell().folder, path), change(read(path)));
const pull = async (more = '') => {
  const ran = await shell().emk(`account pull a ${more}`);
  expect(ran.stdout).toBe('');
  return ran;
};

test('two pulls give the same files, and the second says so', {tags: ['long']}, async () => {
  await pull();
  const first = filesIn('a');
  expect(Object.keys(first)).toContain('templates/welcome.html');
  expect((await pull()).stderr).toContain('No file changed.');
  expect(filesIn('a')).toEqual(first);
});

test('no file has an id or a utr', {tags: ['long']}, async () => {
  await pull();
  for (const [path, text] of Object.entries(filesIn('a'))) {
    expect([path, text]).toEqual([
      path,
      expect.not.stringMatching(/[0-9a-f]{8}-[0-9a-f]{4}-|_id\b|(?:contacts|segments)_\d/),
    ]);
  }
});

test('an email without a subject has a file that every other command of the folder takes', {
  tags: ['long'],
}, async () => {
  await shell().sandbox.account.store.transaction(db =>
    db.run("UPDATE automation_schedules SET subject = '', template_html = '<p>Hello</p>'"),
  );
  await pull();
  expect(Object.keys(filesIn('a')).filter(path => /(?:^|[/])[.]/.test(path))).toEqual([]);
  expect((await shell().emk('account plan a --exit-code')).code).toBe(0);
});

test('--only says which files are touched', {tags: ['long']}, async () => {
  await pull('--only senders --only fields');
  expect(Object.keys(filesIn('a'))).toEqual(['fields.yaml', 'senders.yaml']);
});

describe('a file that somebody edited', () => {
  test('keeps its mode', async () => {
    await pull();
    const path = join(shell().folder, 'a/lists.yaml');
    writeFileSync(path, 'lists:\n  - name: Staff\n');
    chmodSync(path, 0o640);
    await pull();
    expect([statSync(path).mode & 0o777, read('a/lists.yaml')]).toEqual([0o640, expect.stringContaining('Customers')]);
  });

  test('keeps the comment at its top', async () => {
    await pull();
    writeFileSync(join(shell().folder, 'a/lists.yaml'), '# Ours.\n\nlists:\n  - name: Staff\n');
    await pull();
    expect(read('a/lists.yaml')).toMatch(/^# Ours\.\n\nlists:\n {2}- name: Customers\n/);
    expect((await pull()).stderr).toContain('No file changed.');
  });

  test.each(['lists:   # ours\n  - name: Staff\n', 'lists:\n  # ours\n  - name: Staff\n', 'lists: []\n# ours\n'])(
    'stays as it is if a comment of it would be lost: %j',
    async text => {
      await pull();
      writeFileSync(join(shell().folder, 'a/lists.yaml'), text);
      expect(await shell().emk('account pull a')).toMatchObject(said(2, 'lists.yaml'));
      expect(read('a/lists.yaml')).toBe(text);
      expect((await shell().emk('account plan a')).code).toBe(0);
    },
  );
});

test('a body that nothing names any more is removed, and a file of a person is not', async () => {
  const html = shell().write('may.html', '<p>May ((unsubscribe_preferences))</p>');
  await shell().emk(
    `mailings create --name May --subject S --preheader P --from News --group Offers --to list:Staff --template 1 --html @${html} --at "2026-05-01 09:00" --yes`,
  );
  await pull();
  expect(read('a/mailings/may.html')).toBe('<p>May ((unsubscribe_preferences))</p>');
  mkdirSync(join(shell().folder, 'a/mailings'), {recursive: true});
  writeFileSync(join(shell().folder, 'a/mailings/notes.html'), 'mine');
  await shell().emk('mailings delete May --yes');
  await pull();
  expect(readdirSync(join(shell().folder, 'a/mailings'))).toEqual(['notes.html']);
});

test('a dry run says what would change, and changes nothing', async () => {
  await pull();
  const before = filesIn('a');
  await shell().emk('lists create Fresh');
  const {stderr} = await shell().emk('account pull a --contacts --dry-run');
  expect(stderr).toContain('Without --dry-run, this changes 5 files: contacts/customers.csv, contacts/fresh.csv');
  expect(filesIn('a')).toEqual(before);
});

describe('a pull that fails', () => {
  test.each(sample([['GET /notification-recipients=500'], ['GET /automations/schedule=truncate']], 1))(
    'leaves every file as it was: %s',
    async fault => {
      await pull();
      const before = filesIn('a');
      await shell().emk('lists create Fresh');
      await shell().emk('senders update Support --from-name Helpdesk');
      shell().sandbox.misbehave(fault);
      expect((await shell().emk('account pull a --retries 1')).code).toBe(6);
      expect(filesIn('a')).toEqual(before);
    },
  );

  test('for want of a place leaves every file as it was', {tags: ['long']}, async () => {
    await pull();
    await shell().emk('senders update Support --from-name Helpdesk');
    rmSync(join(shell().folder, 'a/templates'), {recursive: true});
    symlinkSync('/tmp', join(shell().folder, 'a/templates'));
    const before = read('a/senders.yaml');
    expect(await shell().emk('account pull a')).toMatchObject(said(2, 'is a link'));
    expect(read('a/senders.yaml')).toBe(before);
    expect(readdirSync(join(shell().folder, 'a')).filter(name => name.startsWith('.'))).toEqual([]);
  });

  test('because of a mistake in a file asks nothing of the service', {tags: ['long']}, async () => {
    await pull();
    edit('a/senders.yaml', text => text.replace('nickname: News', 'nicknam: News'));
    const before = (await shell().sandbox.requests()).length;
    expect(await shell().emk('account pull a')).toMatchObject(said(2, 'senders.yaml'));
    expect((await shell().sandbox.requests()).length).toBe(before);
  });
});

test('records of one name are told apart by a number that no other record has', {tags: ['long']}, async () => {
  for (const name of ['Leads', 'Leads', 'Leads (2)', 'Leads'])
    await shell().emk(['lists', 'create', name, '--allow-duplicate']);
  await pull();
  expect(read('a/lists.yaml').match(/Leads.*/g)).toEqual(['Leads', 'Leads (2)', 'Leads (3)', 'Leads (4)']);
});
