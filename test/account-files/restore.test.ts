/**
 * A backup must be restorable: what cannot be restored is reported when it is made, skipped if allowed, and counted.
 */
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type Shell, startShell} from '../shell.js';

let shell: Shell;
let empty: Shell;
beforeEach(async () => {
  shell = await startShell();
  empty = await startShell({seed: {kind: 'empty'}});
});
afterEach(async () => {
  await shell.close();
  await empty.close();
});

const elsewhere = (line: string) => empty.emk(line, {host: {cwd: shell.folder}});
const at = (path: string): string => join(shell.folder, path);
const csv = (folder: string): readonly string[] =>
  readdirSync(at(`${folder}/contacts`))
    .filter(name => name.endsWith('.csv'))
    .flatMap(name => readFileSync(at(`${folder}/contacts/${name}`), 'utf8').split('\n'));

describe('an account with odd data', () => {
  beforeEach(async () => {
    await shell.emk('lists create Odd');
    await shell.emk('fields create size --kind number');
    await shell.sandbox.account.store.transaction(db => {
      db.run("UPDATE contacts SET country = 'Atlantis' WHERE id IN (1, 2)");
      db.run("UPDATE contacts SET country = '', first_name = '', last_name = '' WHERE id = 3");
      db.run("UPDATE contacts SET email = 'no address' WHERE id = 4");
    });
  });

  test('is pulled as it is, and whoever no import takes is named with the place', {tags: ['long']}, async () => {
    expect(await shell.emk('account pull a --contacts')).toMatchObject({code: 0});
    const {code, stderr} = await shell.emk('account plan a --contacts');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/contacts\/\w+\.csv, line \d+, column \d+: The country “Atl/),
    ]);
    expect((await shell.emk('account plan a --contacts --prune --exit-code --max-errors 3')).code).toBe(0);
    expect((await shell.emk('account pull a --contacts')).stderr).toContain('No file changed.');
  });

  test('is restored into another account, but for what is listed', {tags: ['long']}, async () => {
    await shell.emk('account pull a --contacts');
    const refused = await elsewhere('account apply a --contacts --yes');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--max-errors 3')]);
    expect(JSON.parse((await elsewhere('contacts list -o json')).stdout)).toEqual([]);

    const made = await elsewhere('account apply a --contacts --yes --max-errors 3');
    expect([made.code, made.stderr]).toEqual([8, expect.stringContaining('not made')]);
    expect(made.stdout).toMatch(/cannot be created: an import refuses such a row \(contacts\/\w+\.csv, line \d+/);

    const rest = await elsewhere(
      'account plan a --contacts --exit-code --max-errors 3 --except automations --except mailings',
    );
    expect([rest.code, rest.stdout]).toEqual([0, expect.stringContaining('that cannot be made')]);
    await elsewhere('account pull b --contacts');
    const [before, after] = [csv('a'), new Set(csv('b'))];
    const lost = before.filter(row => !after.has(row));
    expect(lost.filter(row => !/no address|Atlantis/.test(row))).toEqual([]);
    expect(lost).toHaveLength(3);
  });
});

test('--max-errors is of all rows of all files, as a number or a share', {tags: ['long']}, async () => {
  await shell.emk('account pull a --contacts --only lists');
  writeFileSync(at('a/contacts/staff.csv'), 'email\nx\na@x.example\ny\n');
  writeFileSync(at('a/contacts/customers.csv'), 'email\nb@x.example\nc@x.example\nd@x.example\n');
  for (const [most, code] of [
    ['1', 2],
    ['2', 8],
    ['10%', 2],
    ['20%', 8],
  ] as const) {
    const line = `account apply a --only lists --contacts --yes --max-errors ${most}`;
    expect([most, (await shell.emk(line)).code]).toEqual([most, code]);
  }
});

test('nobody is deleted for a row that cannot be imported', {
  tags: ['long'],
}, async () => {
  await shell.emk('account pull a --contacts --only lists');
  const staff = readFileSync(at('a/contacts/staff.csv'), 'utf8').split('\n');
  const [head = '', first = ''] = staff;
  const place = head.split(',').indexOf('country');
  const cells = first.split(',');
  cells[place] = 'Atlantis';
  writeFileSync(at('a/contacts/staff.csv'), [head, cells.join(','), ...staff.slice(2)].join('\n'));
  const {stdout} = await shell.emk('account plan a --contacts --prune --max-errors 1');
  expect(stdout).toContain('1 contact');
  expect(stdout).not.toContain('to delete');
  const applied = await shell.emk('account apply a --contacts --prune --max-errors 1 --yes -o json');
  expect(applied.code).toBe(8);
  expect(JSON.parse(applied.stdout)).toMatchObject({
    contacts: [],
    impossible_contacts: [{list: 'Staff', count: 1}],
  });
});

test('a broken lock file is an error of a plan, too', {tags: ['long']}, async () => {
  await shell.emk('account pull a --only senders');
  for (const text of ['<<<<<<< HEAD\n', '{}', '[[[['.repeat(50_000)]) {
    writeFileSync(at('a/emk.lock.json'), text);
    for (const verb of ['plan', 'apply --yes', 'pull']) {
      const {code, stderr} = await shell.emk(`account ${verb.replace(' ', ' a ')}${verb.includes(' ') ? '' : ' a'}`);
      expect([verb, code, stderr]).toEqual([verb, 2, expect.stringContaining('emk.lock.json')]);
    }
  }
  expect(existsSync(at('a/senders.yaml'))).toBe(true);
});
