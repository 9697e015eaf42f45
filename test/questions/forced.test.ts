/** What a script needs --force for is a question at a terminal, and Enter says no. */
import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import {useShell} from '../use-shell.js';

const shell = useShell();

test('a mailing that has gone out can be changed after a yes', async () => {
  const line = ['mailings', 'update', 'Spring news', '--subject', 'Again'];
  const question = 'Ignore this error and continue?';
  const no = await atTerminal(shell(), line, [question, '\r']);
  expect([no.code, no.stderr]).toEqual([130, expect.stringContaining('error: This mailing is sent, so changing it')]);
  const yes = await atTerminal(shell(), line, [question, 'y\r'], ['Mail "Spring news" to', 'y\r']);
  expect([yes.code, yes.stderr]).toEqual([0, expect.stringContaining('--force running')]);
});

test('a folder with other files is replaced by an export after a yes', {tags: ['long']}, async () => {
  const notes = join(shell().folder, 'copy', 'notes.txt');
  mkdirSync(join(shell().folder, 'copy'));
  writeFileSync(notes, 'mine');
  const question = 'files that are not from an export: notes.txt.';
  expect((await atTerminal(shell(), 'export copy', [question, '\r'])).code).toBe(130);
  expect(existsSync(notes)).toBe(true);
  expect((await atTerminal(shell(), 'export copy', [question, 'y\r'])).code).toBe(0);
  expect(existsSync(notes)).toBe(false);
});

test('what changed since an import is deleted with it after a yes', {tags: ['long']}, async () => {
  writeFileSync(
    join(shell().folder, 'leads.csv'),
    'email,first_name,last_name,country\nnew1@acme.example,Ann,New,Germany\nnew2@acme.example,Ben,New,Germany\n',
  );
  await shell().emk('contacts import leads.csv --list Staff --yes');
  const [id = ''] = readdirSync(join(shell().folder, 'state/imports'));
  await shell().emk('contacts update new1@acme.example --city Pune --yes');
  const question = '1 contact changed since the import. Delete it too?';
  const kept = await atTerminal(shell(), `undo ${id}`, [question, '\r'], ['Delete the contact', '\r']);
  expect([kept.code, kept.stderr]).toEqual([130, expect.stringContaining('1 to delete · 1 changed since, so kept')]);
  const all = await atTerminal(shell(), `undo ${id}`, [question, 'y\r'], ['Delete the 2 contacts', 'y\r']);
  expect(all.code, all.stderr).toBe(0);
});
