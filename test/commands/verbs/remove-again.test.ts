/** A deletion of many that was cut short: the same line again counts what it has deleted, and ends in 0. */

import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {atTerminal} from '../../at-terminal.js';
import {sample} from '../../sample.js';
import {type Shell, startShell} from '../../shell.js';

let shell: Shell;
afterEach(() => shell.close());

const open = async (contacts = 60): Promise<Shell> => {
  shell = await startShell({seed: {kind: 'empty', contacts}});
  return shell;
};

const listed = async (): Promise<{readonly id: number; readonly email: string}[]> =>
  JSON.parse((await shell.emk('contacts list --sort id -o json')).stdout);

/** The journals that lines have left. */
const journals = (): string[] => {
  const folder = join(shell.folder, 'state/work');
  return existsSync(folder) ? readdirSync(folder) : [];
};

const line = 'contacts delete - --yes --max-delete 99 -o json';

test.each(
  sample(
    [
      ['30 addresses', 'email', 30, ['POST /contacts/bulk-delete=lost-reply:1', 'GET /contacts/list=500,after=2']],
      ['30 ids', 'id', 30, ['POST /contacts/bulk-delete=lost-reply:1', 'GET /contacts/list=500,after=1']],
      ['6 addresses', 'email', 6, ['DELETE /contacts/delete=500,after=4', 'GET /contacts/list=500,after=1']],
      ['6 ids', 'id', 6, ['DELETE /contacts/delete=503-maintenance,retry-after=9999,after=4']],
    ] as const,
    2,
  ),
)('%s, whose answers were lost: the same line ends in 0, with the sum of all', async (_, by, count, faults) => {
  await open();
  const all = await listed();
  const stdin = all
    .slice(0, count)
    .map(one => one[by])
    .join('\n');
  shell.sandbox.misbehave(...faults);
  const first = await shell.emk(line, {stdin});
  expect([first.code, journals().length]).toEqual([expect.toBeOneOf([7, 8, 9]), 1]);
  shell.sandbox.faults.clear();
  const again = await shell.emk(line, {stdin});
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringMatching(
      /An earlier run of this line deleted \d+ of them\. To see the copy that each run kept: emk restore/,
    ),
  ]);
  expect(JSON.parse(again.stdout)).toMatchObject({
    done: {length: count},
    failed: [],
    sum: {wanted: count, done: count, left: 0, impossible: 0, doubtful: 0},
  });
  expect([await listed(), journals()]).toEqual([all.slice(count), []]);
});

test('what the line has not deleted is still an error, and nothing else of it is deleted', {
  tags: ['long'],
}, async () => {
  await open(40);
  const all = await listed();
  const stdin = all.slice(0, 30).map(({email}) => email);
  shell.sandbox.misbehave('POST /contacts/bulk-delete=lost-reply:1', 'GET /contacts/list=500,after=2');
  await shell.emk(line, {stdin: stdin.join('\n')});
  shell.sandbox.faults.clear();
  const other = await shell.emk(line, {stdin: [...stdin.slice(1), all[35]?.email].join('\n')});
  expect([other.code, other.stderr]).toEqual([4, expect.stringContaining('There is no contact')]);
  expect(await listed()).toEqual(all.slice(30));
});

test('who came back to the list since is deleted by the same line', async () => {
  await open(40);
  const all = await listed();
  const some = all.slice(0, 25);
  const stdin = some.map(({email}) => email).join('\n');
  shell.sandbox.misbehave('POST /contacts/bulk-delete=lost-reply:1', 'GET /contacts/list=500,after=2');
  await shell.emk(line, {stdin});
  shell.sandbox.faults.clear();
  await shell.emk(`contacts create --list 1 --country 101 --first-name A --email ${some[0]?.email}`);
  expect((await listed()).length).toBe(16);
  expect(await shell.emk(line, {stdin})).toMatchObject({code: 0});
  expect(await listed()).toEqual(all.slice(25));
});

test('--if-exists counts what is not there as done, in words and in JSON', {tags: ['long']}, async () => {
  await open(10);
  const all = await listed();
  const given = ['nobody@example.com', all[0]?.email, '4711', all[1]?.id].join('\n');
  const {code, stdout, stderr} = await shell.emk('contacts delete - --yes --if-exists -o json', {stdin: given});
  expect([code, stderr]).toEqual([0, expect.stringContaining('2 contacts were not there.')]);
  expect(JSON.parse(stdout)).toMatchObject({
    done: [all[0]?.id, all[1]?.id],
    failed: [],
    absent: 2,
    sum: {wanted: 4, done: 4, left: 0, impossible: 0, doubtful: 0},
  });
  const twice = await shell.emk('contacts delete - --yes --if-exists -o json', {stdin: given});
  expect([twice.code, JSON.parse(twice.stdout)]).toEqual([0, expect.objectContaining({done: [], absent: 4})]);
  expect(await listed()).toEqual(all.slice(2));
  expect((await shell.emk('contacts delete nobody@example.com --yes')).code).toBe(4);
  expect(await shell.emk('contacts delete nobody@example.com --yes --if-exists')).toMatchObject({
    code: 0,
    stderr: '1 contact was not there.\n',
  });
});

test('nobody at a terminal is asked about what is not there, or what the line has deleted already', async () => {
  await open(0);
  expect(await atTerminal(shell, 'lists delete 998')).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/no list 998/),
  });
  expect((await atTerminal(shell, 'contacts delete 998 999')).code).toBe(4);
  await shell.emk('lists create Leads');
  await shell.emk('lists create Staff');
  const line = 'lists delete 1 2';
  shell.sandbox.misbehave('DELETE /contacts-type/delete=503-maintenance,retry-after=9999,after=1');
  expect((await atTerminal(shell, line, ['Delete 2 lists', 'y\r'])).code).toBe(8);
  shell.sandbox.faults.clear();
  const again = await atTerminal(shell, line, ['Delete list "Staff" with nobody on it?', 'y\r']);
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Not there  1')]);
  expect((await atTerminal(shell, line)).code).toBe(4);
});

test('people of a segment: the same line counts those whom it has deleted, and a wrong segment stays an error', {
  tags: ['long'],
}, async () => {
  shell = await startShell();
  const people = JSON.parse((await shell.emk('segments recipients list 1 -o json')).stdout) as {
    email: string;
  }[];
  const [one, other] = people.map(({email}) => email);
  shell.sandbox.misbehave('DELETE /segment/email/delete=503-maintenance,retry-after=9999,after=1');
  const remove = ['segments', 'recipients', 'delete', one ?? '', other ?? '', '--segment', '1', '--yes'];
  expect((await shell.emk(remove)).code).toBe(8);
  shell.sandbox.faults.clear();
  expect((await shell.emk([...remove.slice(0, -2), '2', '--yes'])).code).toBe(4);
  expect(await shell.emk(remove)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('An earlier run of this line deleted 1 of them.'),
  });
  const left = await shell.emk('segments recipients list 1 --count');
  expect(left.stdout).toBe(`${people.length - 2}\n`);
});

test('a dry run of such a line sends nothing and keeps its journal', {tags: ['long']}, async () => {
  await open(40);
  const stdin = (await listed())
    .slice(0, 30)
    .map(({email}) => email)
    .join('\n');
  shell.sandbox.misbehave('POST /contacts/bulk-delete=lost-reply:1', 'GET /contacts/list=500,after=2');
  await shell.emk(line, {stdin});
  shell.sandbox.faults.clear();
  expect(await shell.emk(`${line} --dry-run`, {stdin})).toMatchObject({code: 0});
  expect(journals().length).toBe(1);
  expect(await shell.emk(line, {stdin})).toMatchObject({code: 0});
});
