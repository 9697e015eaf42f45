/** People are pasted into a terminal until Ctrl-D, and emk asks for missing names. */
import {expect, test} from 'vitest';
import {atTerminal} from '../at-terminal.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const CTRL_D = '\u0004';
const add = ['segments', 'recipients', 'add', '--segment', 'Customers in Germany'];
const paste = 'Paste the addresses, then press Ctrl-D.';

const people = async (): Promise<string> =>
  (await shell().emk('segments recipients list name:Customers\\ in\\ Germany --columns fullname,email -o csv')).stdout;

test('with their names, and questions may follow', {tags: ['long']}, async () => {
  const {code, stderr} = await atTerminal(
    shell(),
    [...add, '--file', '-'],
    [paste, `Ada Lovelace <ada@paste.example>\nalan@paste.example\neve@paste.example${CTRL_D}`],
    ['What about these 2 people?', '\r'],
    ['First and last name of alan@paste.example:', 'Alan\r'],
    ['Give both names', ' Turing\r'],
    ['First and last name of eve@paste.example:', 'Eve Moneypenny\r'],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('3 addresses are in the segment now.')]);
  expect(stderr).toContain('does not know them for alan@paste.example and eve@paste.example.');
  const list = await people();
  for (const row of ['Ada Lovelace,ada@', 'Alan Turing,alan@', 'Eve Moneypenny,eve@']) expect(list).toContain(row);
});

test('and whoever has no name can be skipped, or stops everything', {tags: ['long']}, async () => {
  const line = [...add, '--email', 'Grace Hopper <grace@paste.example>, x@paste.example'];
  const skipped = await atTerminal(shell(), line, ['What about this person?', 'skip\r']);
  expect([skipped.code, skipped.stderr]).toEqual([0, expect.stringContaining('grace@paste.example was added')]);
  const stopped = await atTerminal(shell(), [...add, '--email', 'y@paste.example'], ['What about', 'stop\r']);
  expect([stopped.code, stopped.stderr]).toEqual([130, expect.stringContaining('Nobody was added.')]);
  const list = await people();
  expect([list.includes('Grace Hopper'), list.includes('x@paste'), list.includes('y@paste')]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['unsubscribes add', 'unsubscribed'],
  ['groups recipients add --group 1', ''],
])('%s takes many at once', async (line, membership) => {
  const {code, stderr} = await atTerminal(
    shell(),
    `${line} --file -`,
    [paste, `a@paste.example\nb@paste.example\n${CTRL_D}`],
    ['? Unsubscribe 2 addresses from', 'y'],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining(`2 addresses are ${membership}`)]);
  const asked = await atTerminal(
    shell(),
    line,
    ['Which addresses?', '\r'],
    ['Address to add', 'c@paste.example; Dora D <d@paste.example>\r'],
    ['? Unsubscribe 2 addresses from', 'y'],
  );
  expect([asked.code, asked.stderr]).toEqual([0, expect.stringContaining('2 addresses are')]);
});

test.each([
  ['segments recipients add --segment 1', 'Who?', []],
  ['unsubscribes add', 'Which addresses?', [['? Unsubscribe 2 addresses from all mail?', 'y']]],
] as const)('%s takes people who are pasted where it asks how to give them', async (line, question, more) => {
  const people = '\u001b[200~Ada Lovelace <ada@once.example>,\nAlan Turing <alan@once.example>\u001b[201~';
  const {code, stderr} = await atTerminal(
    shell(),
    line,
    [question, people],
    ['❯ Ada Lovelace <ada@once.example>, Alan', '\r'],
    ...more,
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('2 addresses are')]);
});

test('one of them is asked for names, and an unfinished address is to be finished', {tags: ['long']}, async () => {
  const {code, stderr} = await atTerminal(
    shell(),
    'segments recipients add --segment 1',
    ['Who?', 'bob@'],
    ['❯ bob@', '\r'],
    ['it is not like name@example.com', 'once.example\r'],
    ['First name:', 'Bob\r'],
    ['Last name:', 'Baker\r'],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('bob@once.example was added')]);
});

test('an import takes them too, and Ctrl-C leaves everything as it was', {tags: ['long']}, async () => {
  const line = 'contacts import - --list Staff --set country=India';
  const left = await atTerminal(shell(), line, [paste, 'a@b.example\n\u0003']);
  expect([left.code, left.stderr]).toEqual([130, expect.stringContaining('Nothing was changed.')]);
  const {code, stdout} = await atTerminal(
    shell(),
    line,
    [paste, `Ada Lovelace <ada@paste.example>\nalan@paste.example\n${CTRL_D}`],
    ['Import 2 ', 'y\r'],
  );
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 sent · 2 verified in the list')]);
});
