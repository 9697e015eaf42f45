/** What needs --force is refused at a terminal too, and asked about with it. */
import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {stepClock} from '../../src/sandbox/account/clock.js';
import {atTerminal} from '../support/at-terminal.js';
import {said} from '../support/said.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

test('a mailing that has gone out can be changed with --force, after a yes', async () => {
  const line = ['mailings', 'update', 'Spring news', '--subject', 'Again'];
  expect(await atTerminal(shell(), line)).toMatchObject(said(2, '--force running'));
  const forced = await atTerminal(shell(), [...line, '--force', 'running'], ['Mail "Spring news" to', 'y\r']);
  expect(forced.code, forced.stderr).toBe(0);
});

test('what changed since an import is deleted with it after a yes', {tags: ['long']}, async () => {
  writeFileSync(
    join(shell().folder, 'leads.csv'),
    'email,first_name,last_name,country\nnew1@acme.example,Ann,New,Germany\nnew2@acme.example,Ben,New,Germany\n',
  );
  await shell().emk('contacts import leads.csv --list Staff --yes');
  const [id = ''] = readdirSync(join(shell().folder, 'state/imports'));
  // The clock of the sandbox stands still, and a contact that changes at the moment of its import looks untouched.
  const {account} = shell().sandbox;
  await account.store.transaction(db => stepClock(db, {by: 60_000}, account.realNow()));
  await shell().emk('contacts update new1@acme.example --city Pune --yes');
  const kept = await atTerminal(shell(), `undo ${id}`, ['Delete the contact', '\r']);
  expect([kept.code, kept.stderr]).toEqual([130, expect.stringContaining('1 to delete · 1 changed since, so kept')]);
  const all = await atTerminal(shell(), `undo ${id} --force`, ['Delete the 2 contacts', 'y\r']);
  expect(all.code, all.stderr).toBe(0);
});
