/** A question may be open for an hour: what was renamed meanwhile is not what somebody agreed to delete. */
import {expect, test} from 'vitest';
import {atTerminal} from '../../at-terminal.js';
import {useFreshShell} from '../../use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const meanwhile = (line: string) => async (): Promise<string> => {
  expect((await shell().emk(line)).code).toBe(0);
  return 'y\r';
};

test('a contact that has another address by now stays', async () => {
  await shell().emk('lists create Leads');
  await shell().emk('contacts create --list Leads --email bob@example.com --country Germany');
  const {code, stderr} = await atTerminal(shell(), 'contacts delete Bob@example.com', [
    'Delete contact',
    meanwhile('contacts update 1 --email alice@example.com'),
  ]);
  expect([code, stderr]).toEqual([8, expect.stringContaining('was changed in the meantime, so emk left it alone.')]);
  expect((await shell().emk('contacts list -o csv --columns email')).stdout).toContain('alice@example.com');
});

test('a list that has another name by now stays, and one that only others were added beside goes', async () => {
  await shell().emk('lists create Leads');
  const line = 'lists delete Leads';
  const first = await atTerminal(shell(), line, ['Delete list', meanwhile('lists update 1 --name Customers')]);
  expect([first.code, first.stderr]).toEqual([8, expect.stringContaining('was changed in the meantime')]);
  await shell().emk('lists update 1 --name Leads');
  const second = await atTerminal(shell(), line, ['Delete list', meanwhile('lists create Other')]);
  expect([second.code, (await shell().emk('lists list -o id')).stdout]).toEqual([0, '2\n']);
});

test('without copies too, nobody goes with a list who joined while the question was open', async () => {
  await shell().emk('config set keep-deleted 0');
  await shell().emk('lists create Leads');
  const {code, stderr} = await atTerminal(shell(), 'lists delete Leads', [
    'Delete list',
    meanwhile('contacts create --list Leads --email bob@example.com --country Germany'),
  ]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('More people are on the list by now')]);
});

test('an erasure, which keeps no copy, takes no contact that is somebody else by now', async () => {
  await shell().emk('lists create Leads');
  await shell().emk('contacts create --list Leads --email bob@example.com --country Germany');
  await shell().emk('contacts create --list Leads --email Bob@example.com --country Germany --allow-duplicate');
  const {code, stdout} = await atTerminal(shell(), 'contacts erase bob@example.com -o json', [
    'Erase bob@example.com for good',
    meanwhile('contacts update 1 --email alice@example.com'),
  ]);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, {erased: [{where: 'contact', id: 2}], remains: []}]);
  expect((await shell().emk('contacts list -o csv --columns email')).stdout).toBe('email\nalice@example.com\n');
});
