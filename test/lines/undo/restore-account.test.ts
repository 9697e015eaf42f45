/**
 * A backup must be restorable: what cannot be restored is reported when it is made, skipped if allowed, and counted.
 */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type Shell, startShell} from '../../support/shell.js';
import {lockFileOf} from '../account/lock-file.js';

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
    const {code, stdout} = await shell.emk('account plan a --contacts --prune --exit-code');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/contacts\/\w+\.csv \(line \d+, [^:]+: the country “Atl/i),
    ]);
    expect((await shell.emk('account pull a --contacts')).stderr).toContain('No file changed.');
  });

  test('is restored into another account, but for what is listed', {tags: ['long']}, async () => {
    await shell.emk('account pull a --contacts');
    const made = await elsewhere('account apply a --contacts --yes');
    expect([made.code, made.stderr]).toEqual([8, expect.stringContaining('could not be made')]);
    expect(made.stdout).toMatch(/cannot be created: an import refuses rows of contacts\/\w+\.csv \(line \d+/);

    const rest = await elsewhere('account plan a --contacts --exit-code --only lists --only fields');
    expect([rest.code, rest.stdout]).toEqual([0, expect.stringContaining('that cannot be made')]);
    await elsewhere('account pull b --contacts');
    const [before, after] = [csv('a'), new Set(csv('b'))];
    const lost = before.filter(row => !after.has(row));
    expect(lost.filter(row => !/no address|Atlantis/.test(row))).toEqual([]);
    expect(lost).toHaveLength(3);
  });
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
  const {stdout} = await shell.emk('account plan a --contacts --prune');
  expect(stdout).toContain('contacts of "Staff" cannot');
  expect(stdout).not.toContain('to delete');
  const applied = await shell.emk('account apply a --contacts --prune --yes -o json');
  expect(applied.code).toBe(8);
  expect(JSON.parse(applied.stdout)).toMatchObject({
    contacts: [],
    impossible: [{kind: 'contacts', name: 'Staff', count: 1}],
  });
});

test('a broken lock file is an error of an apply', {tags: ['long']}, async () => {
  await shell.emk('account pull a --only senders');
  const name = lockFileOf(shell.sandbox);
  for (const text of ['<<<<<<< HEAD\n=======\n', '{}\n{}\n']) {
    writeFileSync(at(`a/${name}`), text);
    const {code, stderr} = await shell.emk('account apply a --yes');
    expect([code, stderr]).toEqual([3, expect.stringContaining(name)]);
  }
});
