/** Contacts as files: one CSV for each type, from one reading of the list, in the form of an import. */

import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {said} from '../said.js';
import {sample} from '../sample.js';
import {startShell} from '../shell.js';
import {usePulled} from './pulled-shell.js';

const shell = usePulled('--contacts');

/** The line that gives the people of the list the values of the file. */
const LINE = 'emk contacts sync a/contacts/staff.csv --list Staff --update';

const read = (path: string): string => readFileSync(join(shell().folder, path), 'utf8');

test('are written by type, in one reading of their list', async () => {
  await shell().emk('lists create Empty');
  const before = (await shell().sandbox.requests()).length;
  expect(await shell().emk('account pull a --contacts')).toMatchObject({code: 0});
  const requests = (await shell().sandbox.requests()).slice(before).map(({path}) => path);
  expect(requests.filter(path => path.startsWith('/api/contacts/'))).toEqual(['/api/contacts/list']);
  expect(readdirSync(join(shell().folder, 'a/contacts')).sort()).toEqual([
    ...['customers.csv', 'empty.csv'],
    ...['newsletter.csv', 'staff.csv'],
  ]);
  const [head, ...rows] = read('a/contacts/newsletter.csv').trimEnd().split('\n');
  expect(head).toBe(
    'first_name,last_name,email,alt_email,country,state,city,address_line1,address_line2,state_province_region,postal_code,age,birth_date,company_name,designation,father_name,join_date',
  );
  expect(rows).toHaveLength(13);
  expect(read('a/contacts/empty.csv')).toBe(`${head}\n`);
});

test('do not change between two pulls, and go with their type', {tags: ['long']}, async () => {
  expect((await shell().emk('account pull a --contacts')).stderr).toContain('No file changed.');
  await shell().emk('contacts update 1 --first-name Anna');
  expect((await shell().emk('account pull a --contacts')).stderr).toMatch(/Changed 1 file: contacts\/\w+\.csv\./);
  await shell().emk('lists delete Staff --yes');
  await shell().emk('account pull a --contacts');
  expect(existsSync(join(shell().folder, 'a/contacts/staff.csv'))).toBe(false);
});

test('stay where they are when a pull is not about them', {tags: ['long']}, async () => {
  const staff = read('a/contacts/staff.csv');
  await shell().emk('account pull a');
  expect(read('a/contacts/staff.csv')).toBe(staff);
});

test('are named where the service deleted their list alone, because no file has them', async () => {
  const keeping = await startShell({settings: {typeDeletion: 'alone'}});
  await keeping.emk('lists delete Staff --yes');
  const {stderr, code} = await keeping.emk('account pull a --contacts');
  expect([code, stderr]).toEqual([0, expect.stringContaining('To save all contacts in one file: emk contacts export')]);
  expect(stderr).toContain('3 contacts are in no file');
  expect(stderr).toContain('olga@acme.example, carla@acme.example');
  await keeping.emk('contacts export people.csv');
  expect(readFileSync(join(keeping.folder, 'people.csv'), 'utf8')).toContain('olga@acme.example');
  await keeping.close();
});

test('are what an import takes', {tags: ['long']}, async () => {
  expect((await shell().emk('contacts sync a/contacts/newsletter.csv --list Newsletter --dry-run -o json')).code).toBe(
    0,
  );
  await shell().emk('lists create Copy');
  const {code, stderr} = await shell().emk('contacts import a/contacts/newsletter.csv --list Copy --yes -o json');
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  await shell().emk('account pull a --contacts');
  const sorted = (path: string) => read(path).split('\n').sort();
  expect(sorted('a/contacts/copy.csv').length).toBeGreaterThan(10);
});

test('are left as they were by a pull that fails', async () => {
  const before = ['customers', 'newsletter', 'staff'].map(name => read(`a/contacts/${name}.csv`));
  await shell().emk('contacts update 1 --first-name Anna');
  shell().sandbox.misbehave('GET /contacts/list=truncate');
  expect((await shell().emk('account pull a --contacts --retries 1')).code).toBe(6);
  expect(['customers', 'newsletter', 'staff'].map(name => read(`a/contacts/${name}.csv`))).toEqual(before);
});

describe('a plan of contacts', () => {
  const edit = (path: string, change: (text: string) => string): void =>
    writeFileSync(join(shell().folder, path), change(read(path)));
  const planned = async (more = '') => {
    const {stdout} = await shell().emk(`account plan a --contacts -o json ${more}`);
    const {basis: _, mail_again: __, stay_unsubscribed: ___, stay_away: ____, ...plan} = JSON.parse(stdout);
    return plan;
  };
  test('has nothing to say after a pull, and reads the list once', async () => {
    const before = (await shell().sandbox.requests()).length;
    expect(await planned('--prune')).toEqual({changes: [], impossible: [], contacts: [], differing: [], left: {}});
    const requests = (await shell().sandbox.requests()).slice(before).filter(({path}) => path === '/api/contacts/list');
    expect(requests).toHaveLength(1);
  });

  test('counts who is new, names who differs with the line that changes them, and says nothing of who is gone', async () => {
    const [, first = ''] = read('a/contacts/staff.csv').split('\n');
    const cells = first.split(',');
    const renamed = ['Other', ...cells.slice(1)].join(',');
    const fresh = cells.map((cell, at) => (at === 2 ? '-new@example.com' : cell)).join(',');
    edit('a/contacts/staff.csv', text => `${text.replace(first, renamed)}${fresh}\n`);
    edit('a/contacts/newsletter.csv', text =>
      text
        .split('\n')
        .filter((_, at) => at !== 1)
        .join('\n'),
    );
    const plan = await planned();
    expect(plan).toMatchObject({
      contacts: [
        {
          list: 'Staff',
          create: {count: 1, first: ['-new@example.com']},
        },
      ],
      differing: [{list: 'Staff', count: 1, first: [cells[2]], next: LINE}],
      left: {},
    });
    expect((await planned('--prune')).contacts).toMatchObject([{list: 'Staff'}]);
    const {stdout, code} = await shell().emk('account plan a --contacts --exit-code');
    expect(code).toBe(10);
    expect(stdout).toContain('-new@example.com');
    expect(stdout).toContain(`1 person differs (${cells[2]})`);
  });

  test('names who differs where an apply makes no change, which only a sync makes', async () => {
    const emk = async (line: string) => (await shell().emk(line)).stdout;
    for (const email of ['olga@acme.example', 'carla@acme.example']) await emk(`contacts update ${email} --city Kiel`);
    const differ =
      '! contacts of "Staff": 2 people differ (olga@acme.example, carla@acme.example). An apply changes nobody. ' +
      `To change these people: ${LINE}\n`;
    expect(await shell().emk('account plan a --contacts --exit-code')).toMatchObject({
      code: 0,
      stdout: `${differ}\nNo changes.\n`,
    });
    expect(await shell().emk('account apply a --contacts --yes')).toMatchObject({
      code: 0,
      stdout: `${differ}No changes.\n`,
    });
    const {differing} = JSON.parse(await emk('account apply a --contacts --yes -o json'));
    expect(differing).toMatchObject([{list: 'Staff', count: 2, next: LINE}]);
    expect((await shell().emk(`${LINE.replace(/^emk /, '')} --yes`)).code).toBe(0);
    expect(await emk('account plan a --contacts')).toBe('No changes.\n');
  });

  test('names people of the files who left since, and would come back', async () => {
    const address = read('a/contacts/staff.csv').split('\n')[1]?.split(',')[2];
    await shell().emk(`contacts delete ${address} --yes`);
    await shell().emk(`unsubscribe ${address}`);
    const {stderr} = await shell().emk('account plan a --contacts');
    expect(stderr).toContain(`emk skips 1 person: ${address}`);
  });

  test('compares only the columns that the file has', async () => {
    edit('a/contacts/staff.csv', text =>
      text
        .split('\n')
        .map(line => line.split(',')[2] ?? '')
        .join('\n'),
    );
    expect((await planned('--prune')).contacts).toEqual([]);
  });

  test.each<readonly [text: string, says: string, hint: string]>([
    [
      'first_name,emial\n',
      'contacts/staff.csv, line 1, column 12: Contacts have no field "emial".\n    1 | first_name,emial\n',
      'Did you mean "email"?',
    ],
    [
      'email,contact_type\n',
      'line 1, column 7: Contacts have no field "contact_type"',
      'A file has the contacts of one list',
    ],
    ...sample<readonly [string, string, string]>(
      [
        ['first_name\nAnn\n', 'contacts/staff.csv, line 1, column 1: The column "email" is missing.', ''],
        ['email,email\n', 'line 1, column 7: The field "email" is named twice.', ''],
        ['email\na@x.example,b\n', 'line 2, column 13: There are 2 cells, but 1 in the header', '2 | a@x.example,b'],
        ['email\nx.example\n', 'line 2, column 1: The address “x.example” in “email” has no @.', '2 | x.example'],
        [
          'city,country,email\n"a\nb","Gondor",a@x.example\n',
          'line 3, column 5: The country “Gondor” in “country” is not a country that the service knows.',
          '3 | b","Gondor",a@x.example',
        ],
        [
          'first_name,email\na@x.example\n',
          'line 2, column 1: There is 1 cell, but 2 in the header',
          '2 | a@x.example',
        ],
        ['age,email\nold,a@x.example\n', 'line 2, column 1: “old” in “age” is not a number', '2 | old,a@x.example'],
        ['', 'contacts/staff.csv is empty.', ''],
      ],
      2,
    ),
  ])('refuses %j', async (text, says, hint) => {
    edit('a/contacts/staff.csv', () => text);
    const {code, stderr} = await shell().emk('account plan a --contacts');
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect(stderr).toContain(hint);
  });

  test('tells all wrong rows of all files at once', async () => {
    edit('a/contacts/staff.csv', () => 'email\nx\na@x.example\ny\n');
    edit('a/contacts/customers.csv', () => 'email\nz\n');
    const {stderr} = await shell().emk('account plan a --contacts');
    expect(stderr).toContain('3 mistakes');
    expect(stderr).toContain('contacts/staff.csv, line 4, column 1');
  });

  test('refuses rows that the import would not take, also where the account holds just that', {
    tags: ['long'],
  }, async () => {
    await shell().sandbox.account.store.transaction(db => {
      db.run("UPDATE contacts SET email = '' WHERE id IN (1, 2)");
      db.run("UPDATE contacts SET email = 'no address' WHERE id IN (3, 4)");
      db.run("UPDATE contacts SET email = 'twice@x.example' WHERE id IN (6, 7)");
    });
    expect((await shell().emk('account pull a --contacts')).stderr).toContain('contact 1, contact 2');
    expect(await shell().emk('account plan a --contacts')).toMatchObject(said(2, '--max-errors 2'));
    const plan = await planned('--max-errors 2');
    expect(plan).toMatchObject({changes: [], differing: [], left: {}});
    expect(plan.contacts).toMatchObject([{create: {count: 0}, impossible: [{count: 2}]}]);
  });

  test('tells what the API cannot do in the contacts, and does not call it a change', {tags: ['long']}, async () => {
    const [head = '', first = ''] = read('a/contacts/staff.csv').split('\n');
    const names = head.split(',');
    const put = (row: string, name: string, value: string): string =>
      row
        .split(',')
        .map((cell, at) => (names[at] === name ? value : cell))
        .join(',');
    const other = put(put(first, 'alt_email', 'other@x.example'), 'company_name', 'Other');
    const nobody = put(first, 'email', '');
    edit('a/contacts/staff.csv', text => `${text.replace(first, other)}${first}\n${nobody}\n`);
    const plan = await planned('--prune --max-errors 1');
    expect(plan.contacts).toMatchObject([
      {
        list: 'Staff',
        create: {count: 0},
        impossible: [
          {count: 1, why: expect.stringContaining('an earlier row has the same address')},
          {count: 1, why: expect.stringContaining('an import refuses such a row')},
        ],
      },
    ]);
  });

  test('never plans to change or delete a contact', async () => {
    edit('a/contacts/staff.csv', text => `${text.split('\n')[0]}\n`);
    expect((await planned('--prune')).contacts).toEqual([]);
  });
});
