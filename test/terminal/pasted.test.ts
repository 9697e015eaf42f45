/** People are pasted into a terminal until Ctrl-D, and emk asks for missing names. */
import {expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();
const CTRL_D = '\u0004';
const add = ['segments', 'recipients', 'add', '--segment', 'Customers in Germany'];
const paste = 'Paste the addresses, then press Ctrl-D.';

const people = async (): Promise<string> =>
  (await shell().emk('segments recipients list name:Customers\\ in\\ Germany --columns fullname,email -o csv')).stdout;

test('with their names, and whoever has none is reported', {tags: ['long']}, async () => {
  const {code, stderr} = await atTerminal(
    shell(),
    [...add, '--file', '-'],
    [paste, `Ada Lovelace <ada@paste.example>\nalan@paste.example\n${CTRL_D}`],
  );
  expect([code, stderr]).toEqual([8, expect.stringContaining('"alan@paste.example" has no first and last name')]);
  expect(await people()).toContain('Ada Lovelace,ada@');
});

test('and of those on a line all need names, or nobody is added', {tags: ['long']}, async () => {
  const line = [...add, '--email', 'Grace Hopper <grace@paste.example>, x@paste.example'];
  expect((await atTerminal(shell(), line)).code).toBe(2);
  expect(await people()).not.toContain('Grace Hopper');
});

test.each([
  ['unsubscribes add', 'unsubscribed'],
  ['groups recipients add --group 1', ''],
])('%s takes many at once', async (line, membership) => {
  const {code, stderr} = await atTerminal(
    shell(),
    `${line} --file -`,
    [paste, `a@paste.example\nb@paste.example\n${CTRL_D}`],
    ['? Unsubscribe 2 addresses from', 'y\r'],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining(`2 addresses are ${membership}`)]);
  const asked = await atTerminal(
    shell(),
    line,
    ['❯ ', '\r'],
    ['then press Ctrl-D', 'c@paste.example; Dora D <d@paste.example>\n\n'],
    ['Ctrl-D to continue', CTRL_D],
    ['? Unsubscribe 2 addresses from', 'y\r'],
  );
  expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining('2 addresses are')]);
});

test('300 people are pasted at once where a line lacks them', async () => {
  const people = Array.from({length: 300}, (_, at) => `Ada Lovelace <a${at}@once.example>\n`).join('');
  const {code, stderr} = await atTerminal(
    shell(),
    'unsubscribes add',
    ['❯ ', '\r'],
    ['then press Ctrl-D', people + CTRL_D],
    ['? Unsubscribe 300 addresses from all mail?', 'y\r'],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('300 addresses are')]);
});

test('an unfinished address is to be typed again', {tags: ['long']}, async () => {
  const {code, stderr} = await atTerminal(
    shell(),
    'segments recipients add --segment 1',
    ['❯ ', '\r'],
    ['then press Ctrl-D', `bob@\n${CTRL_D}`],
    ['it is not like name@example.com', ''],
    ['then press Ctrl-D', `Bob Baker <bob@once.example>\n${CTRL_D}`],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('bob@once.example was added')]);
});

test('an import takes rows with their header, and Ctrl-C leaves everything as it was', {tags: ['long']}, async () => {
  const rows = 'Paste the rows and their header, then press Ctrl-D.';
  const line = 'contacts import - --list Staff --set country=India';
  const left = await atTerminal(shell(), line, [rows, 'a@b.example\n\u0003']);
  expect([left.code, left.stderr]).toEqual([130, expect.stringContaining('Nothing was changed.')]);
  const {code, stdout} = await atTerminal(
    shell(),
    line,
    [rows, `email,first name\nada@paste.example,Ada\nalan@paste.example,Alan\n${CTRL_D}`],
    ['Import 2 ', 'y\r'],
  );
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 added, all verified')]);
});
