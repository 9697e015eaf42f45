/** What a sync may not do, it refuses before its first change: nobody is deleted by a line that fails. */
import {beforeEach, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'demo'}});

const people = (count: number, from = 0): string[] =>
  Array.from({length: count}, (_, at) => `p${from + at}@example.com,Person,India`);

const csv = (...rows: readonly string[]): string => ['email,first_name,country', ...rows].join('\n');

const count = async (): Promise<string> =>
  (await shell().emk('contacts list --list Leads --columns id --count')).stdout.trim();

beforeEach(async () => {
  await shell().emk('lists create Leads');
  shell().write('all.csv', csv(...people(52)));
  expect((await shell().emk('contacts import all.csv --list Leads')).code).toBe(0);
});

test('new people who would start a live automation are no reason to delete others first', async () => {
  const {code: made} = await shell().emk('automations list -o json');
  expect(made).toBe(0);
  shell().write('crm.csv', csv(...people(10), 'new@example.com,New,India'));
  await shell().emk('contacts sync crm.csv --list Newsletter --dry-run');
  const before = (await shell().emk('contacts list --list Newsletter --count')).stdout;
  const line = 'contacts sync crm.csv --list Newsletter --update --gone delete --max-gone 12 --yes';
  shell().write('crm.csv', csv('ann@example.com,Ann,Germany', 'new@example.com,New,India'));
  const {code, stderr} = await shell().emk(line);
  expect([code, stderr]).toEqual([2, expect.stringContaining('This would start the live automation "Welcome".')]);
  expect((await shell().emk('contacts list --list Newsletter --count')).stdout).toBe(before);
});

test.each([
  [6, 2, 'delete', ''],
  [5, 0, 'delete', ''],
  [6, 0, 'delete', '--max-gone 6'],
  [6, 2, 'unsubscribe', ''],
])('of 52 people, %i are gone: exit %i with --gone %s %s', async (gone, expected, how, option) => {
  shell().write('crm.csv', csv(...people(52 - gone)));
  const {code, stderr} = await shell().emk(`contacts sync crm.csv --list Leads --gone ${how} --yes ${option}`);
  expect(code).toBe(expected);
  if (expected === 2) expect(stderr).toContain(`This would ${how} 6 of 52 contacts, and --max-gone allows 5.`);
  expect(await count()).toBe(String(52 - (expected === 0 ? gone : 0)));
});

test('at a terminal, more people are refused too, and asked about once the line allows them', async () => {
  shell().write('crm.csv', csv(...people(46)));
  const line = 'contacts sync crm.csv --list Leads --gone delete';
  expect([(await atTerminal(shell(), line)).code, await count()]).toEqual([2, '52']);
  const gone = await atTerminal(shell(), `${line} --max-gone 6`, ['Delete 6 people from "Leads"', 'y\r']);
  expect([gone.code, await count()]).toEqual([0, '46']);
});

test('a dry run sends nothing, and ends with 10 where something differs', async () => {
  shell().write('crm.csv', csv(...people(52)));
  expect((await shell().emk('contacts sync crm.csv --list Leads --dry-run')).code).toBe(0);
  shell().write('crm.csv', csv(...people(46)));
  const {code, stderr} = await shell().emk('contacts sync crm.csv --list Leads --gone delete --dry-run');
  expect([code, stderr]).toEqual([10, expect.stringContaining('and --max-gone allows 5')]);
  expect(await count()).toBe('52');
});
