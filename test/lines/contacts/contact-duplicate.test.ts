import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {sample} from '../../support/sample.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(async () => {
  for (const type of ['Leads', 'Customers']) await shell().emk(`lists create ${type}`);
  for (const [type, email] of [
    ['Leads', 'ada@example.com'],
    ['Customers', 'ADA@example.com'],
    ['Customers', 'bo@example.com'],
  ])
    await shell().emk(`contacts create --list ${type} --email ${email} --country 101`);
});

const held = async (): Promise<string> =>
  (await shell().emk('contacts list --columns id,email,contact_type_id --sort id -o csv')).stdout;

test.each(
  sample(
    [
      ['1 --list Customers', 'ada@example.com is already on that list, so'],
      ['3 --email Ada@example.com --yes', 'Ada@example.com is already on that list, so'],
    ],
    1,
  ),
)('a script that would put a person into a list twice is refused: %s', async (line, says) => {
  const before = await held();
  const {code, stderr} = await shell().emk(`contacts update ${line}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  expect(stderr).toContain('--allow-duplicate');
  expect(await held()).toBe(before);
  expect((await shell().emk(`contacts update ${line} --allow-duplicate`)).code).toBe(0);
  expect(await held()).not.toBe(before);
});

test('a change that moves nobody, or to where nobody has the address, passes', {tags: ['long']}, async () => {
  for (const line of [
    '1 --email ADA@example.com',
    '3 --list Leads',
    '3 --email cy@example.com',
    '2 --first-name Ada',
  ]) {
    expect((await shell().emk(`contacts update ${line}`)).code).toBe(0);
  }
});

test('two moves at once leave one of them in the list', {tags: ['long']}, async () => {
  const runs = await Promise.all(
    [1, 3].map(id =>
      shell().emk(`contacts update ${id} --email eve@example.com --list Leads`, {
        host: {
          sleep: milliseconds =>
            new Promise(resolve => {
              setTimeout(resolve, Math.min(milliseconds, 50));
            }),
        },
      }),
    ),
  );
  expect(runs.map(({code}) => code).sort()).toEqual([0, 2]);
});

test('a sync of an edited file changes no address to one that somebody else in the list has', {
  tags: ['long'],
}, async () => {
  await shell().emk('lists create Staff');
  shell().write('staff.csv', 'email,city,country\ndee@example.com,Rome,Italy\neli@example.com,Oslo,Italy\n');
  expect((await shell().emk('contacts import staff.csv --list Staff')).code).toBe(0);
  await shell().emk('contacts export edited.csv --list Staff --edit --columns city');
  const [head, dee = '', eli] = readFileSync(join(shell().folder, 'edited.csv'), 'utf8').split('\n');
  shell().write('edited.csv', `${head}\n${dee.replace('dee@', 'eli@')}\n`);
  const {code, stdout} = await shell().emk('contacts sync edited.csv --list Staff --update -o json');
  expect([code, JSON.parse(stdout)]).toMatchObject([8, {changed: 1, done: {changed: 0}, sum: {impossible: 1}}]);
  expect(await held()).toContain('dee@example.com');
  shell().write('edited.csv', `${head}\n${dee.replace('dee@', 'DEE@').replace('Rome', 'Bari')}\n${eli}\n`);
  const again = await shell().emk('contacts sync edited.csv --list Staff --update -o json');
  expect(JSON.parse(again.stdout)).toMatchObject({done: {changed: 1}});
});
