/** What --prune may delete: nothing that a remaining record refers to, and no contacts that were not counted. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(async () => {
  mkdirSync(join(shell().folder, 'a'));
  for (const name of ['Leads', 'Others', 'Kept']) await ok(`lists create ${name}`);
  shell().write('a/lists.yaml', 'lists:\n  - name: Kept\n');
});

const ok = async (line: string): Promise<string> => {
  const {code, stdout, stderr} = await shell().emk(line);
  expect([code, stderr], line).toEqual([0, expect.anything()]);
  return stdout;
};

test('a list that an automation outside of the files uses stays, with its reason', {
  tags: ['long'],
}, async () => {
  await ok('groups create News --description Letters --display');
  await ok('automations create --name Mine --kind welcome --for list:Leads --group News');
  expect(await ok('account plan a --prune')).toContain(
    '! list "Leads" cannot be deleted: the automation "Mine" uses it.\n',
  );
  expect(await shell().emk('account apply a --prune --yes')).toMatchObject({
    code: 8,
    stdout: expect.stringContaining('Deleted list "Others"\n'),
    stderr: expect.stringContaining('1 change'),
  });
  const left = JSON.parse(await ok('lists list -o json')) as ReadonlyArray<{readonly name: string}>;
  expect(left.map(({name}) => name).sort()).toEqual(['Kept', 'Leads']);
});

test('a list that somebody renamed while the question was open stays', async () => {
  const rename = async (): Promise<string> => {
    await ok('lists update Others --name Precious');
    return 'y\r';
  };
  const {code, stderr} = await atTerminal(shell(), 'account apply a --prune', ['?', rename]);
  expect([code, stderr]).toEqual([8, expect.stringContaining('"Others"')]);
  const left = JSON.parse(await ok('lists list -o json')) as ReadonlyArray<{readonly name: string}>;
  expect(left.map(({name}) => name).sort()).toEqual(['Kept', 'Precious']);
});

test('the contacts of a list count as deletions, and the question says so', async () => {
  const people = Array.from({length: 30}, (_, at) => `p${at}@example.com,Germany\n`).join('');
  writeFileSync(join(shell().folder, 'people.csv'), `email,country\n${people}`);
  await ok('contacts import people.csv --list Leads --yes');
  const refused = await shell().emk('account apply a --prune --yes');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--max-delete 31')]);
  const asked = await shell().emk('account apply a --prune --max-delete 32');
  expect(asked.stderr).toContain('30 contacts');
  await ok('account apply a --prune --yes --max-delete 32');
});
