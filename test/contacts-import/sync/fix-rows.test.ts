/** Rows that cannot be imported are fixed in place in a sync too, and the first questions can be gone back to. */
import {expect, test} from 'vitest';
import {atTerminal} from '../../at-terminal.js';
import {useShell} from '../../use-shell.js';

const shell = useShell();
const file = 'email,country\nada@example.com,India\nada@nowhere,India\neve@example.com,India\n';

test('a sync takes the fixed row', async () => {
  shell().write('crm.csv', file);
  const {code, stdout, stderr} = await atTerminal(
    shell(),
    'contacts sync crm.csv --list Staff',
    ['1 row cannot be imported. What now?', 'fix\r'],
    ['Type another value…', 'type\r'],
    ['? email:', '.example\r'],
    ['Add 3', 'y\r'],
  );
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('--max-errors')]);
  expect(stdout).toContain('3 added');
  const {stdout: list} = await shell().emk('contacts list --list Staff --columns email -o csv');
  expect(list).toContain('ada@nowhere.example');
});

test('or skips it, which the line for the next time says', {tags: ['long']}, async () => {
  shell().write('crm.csv', file);
  const {code, stderr} = await atTerminal(
    shell(),
    'contacts sync crm.csv --list Customers',
    ['What now?', 'skip\r'],
    ['Add 2', 'y\r'],
  );
  expect([code, stderr]).toEqual([8, expect.stringContaining('--max-errors 1')]);
});

test('or stops', async () => {
  shell().write('crm.csv', file);
  expect((await atTerminal(shell(), 'contacts sync crm.csv --list Newsletter', ['What now?', 'stop\r'])).code).toBe(2);
});

test('Esc leads from the columns back to the question for the list', {tags: ['long']}, async () => {
  shell().write('odd.csv', 'who,shoe\nada@back.example,41\n');
  const {code, stdout} = await atTerminal(
    shell(),
    'contacts import odd.csv --set country=India',
    ['❯ Newsletter', '\r'],
    ['Esc to go back', '\u001b'],
    ['❯ Newsletter', 'staf'],
    ['❯ Staff', '\r'],
    ['Which field does each column fill?', '-'],
    ['skip', '\r'],
    ['Import 1 ', 'y\r'],
  );
  expect([code, stdout]).toEqual([0, expect.stringContaining('odd.csv → "Staff"')]);
});
