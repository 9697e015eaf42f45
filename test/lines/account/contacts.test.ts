/** Contacts as files: one CSV for each type, from one reading of the list, in the form of an import. */

import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {startShell} from '../../support/shell.js';
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
  expect([code, stderr]).toEqual([0, expect.stringContaining('To save all: emk contacts export')]);
  expect(stderr).toContain('3 contacts without a list');
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
    const {basis: _, stay_away: __, ...plan} = JSON.parse(stdout);
    return plan;
  };
  test('has nothing to say after a pull, and reads the list once', async () => {
    const before = (await shell().sandbox.requests()).length;
    expect(await planned('--prune')).toEqual({changes: [], impossible: [], contacts: [], differing: []});
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
      contacts: [{list: 'Staff', count: 1, first: ['-new@example.com']}],
      differing: [{list: 'Staff', count: 1, first: [cells[2]], next: LINE}],
    });
    expect((await planned('--prune')).contacts).toMatchObject([{list: 'Staff'}]);
    const {stdout, code} = await shell().emk('account plan a --contacts --exit-code');
    expect(code).toBe(10);
    expect(stdout).toContain('-new@example.com');
    expect(stdout).toContain(`1 person with other values than in the file (${cells[2]})`);
  });

  test('names who differs where an apply makes no change, which only a sync makes', async () => {
    const emk = async (line: string) => (await shell().emk(line)).stdout;
    for (const email of ['olga@acme.example', 'carla@acme.example']) await emk(`contacts update ${email} --city Kiel`);
    const differ =
      '! contacts of "Staff": 2 people with other values than in the file (olga@acme.example, carla@acme.example). ' +
      `An apply changes nobody. To change them: ${LINE}\n`;
    expect(await shell().emk('account plan a --contacts --exit-code')).toMatchObject({
      code: 0,
      stdout: `${differ}\nNo changes.\n`,
    });
    expect(await shell().emk('account apply a --contacts --yes')).toMatchObject({
      code: 0,
      stdout: differ,
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
    ['first_name,emial,email\n,,a@x.example\n', 'contacts/staff.csv: contacts have no field "emial"', '"email"'],
    ['email,contact_type\na@x.example,Staff\n', 'contacts have no field "contact_type"', ''],
    ['first_name\nAnn\n', 'contacts/staff.csv', ''],
    ['', 'contacts/staff.csv is empty.', ''],
  ])('refuses %j', async (text, says, hint) => {
    edit('a/contacts/staff.csv', () => text);
    const {code, stderr} = await shell().emk('account plan a --contacts');
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect(stderr).toContain(hint);
  });

  test('names the wrong rows of all files with their lines, and does not call them changes', async () => {
    edit('a/contacts/staff.csv', () => 'email,country\nx,\na@x.example,Gondor\n"y\nz",\nb@x.example\n');
    edit('a/contacts/customers.csv', () => 'email,age\nc@x.example,old\n');
    expect(await planned()).toMatchObject({
      contacts: [],
      impossible: [
        {
          kind: 'contacts',
          name: 'Customers',
          count: 1,
          why: expect.stringContaining('line 2, c@x.example: “old” in “age”'),
        },
        {
          kind: 'contacts',
          name: 'Staff',
          count: 4,
          why: expect.stringContaining('line 6, b@x.example: there is 1 cell'),
        },
      ],
    });
    expect((await shell().emk('account plan a --contacts --exit-code')).code).toBe(0);
    expect((await shell().emk('account apply a --contacts --yes')).code).toBe(8);
  });

  test('names rows that the import would not take also where the account holds just that', {
    tags: ['long'],
  }, async () => {
    await shell().sandbox.account.store.transaction(db => {
      db.run("UPDATE contacts SET email = '' WHERE id IN (1, 2)");
      db.run("UPDATE contacts SET email = 'no address' WHERE id IN (3, 4)");
      db.run("UPDATE contacts SET email = 'twice@x.example' WHERE id IN (6, 7)");
    });
    expect((await shell().emk('account pull a --contacts')).stderr).toContain('contacts without');
    const plan = await planned();
    expect(plan).toMatchObject({changes: [], differing: [], contacts: []});
    expect(plan.impossible).toMatchObject([{kind: 'contacts', count: 2}]);
  });

  test('never plans to change or delete a contact', async () => {
    edit('a/contacts/staff.csv', text => `${text.split('\n')[0]}\n`);
    expect((await planned('--prune')).contacts).toEqual([]);
  });
});
