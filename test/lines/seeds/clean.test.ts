/** A clean finds what runs have made by its marks alone, and does not change anything else. */
import {describe, expect, test, vi} from 'vitest';
import type {KindName} from '../../../src/files/account/keys.js';
import {markedAddress, markedName} from '../../../src/files/seed/marks.js';
import {errorOf} from '../../support/said.js';
import {NOON} from '../../support/shell.js';
import {useFreshShell} from '../../support/use-shell.js';
import {listsOf} from './lists-of.js';

// Each test runs dozens of commands.
vi.setConfig({testTimeout: 120_000});

const shell = useFreshShell();

const emk = async (...line: string[]): Promise<string> => {
  const {code, stdout, stderr} = await shell().emk(line);
  expect([line.join(' '), code, stderr]).toEqual([line.join(' '), 0, stderr]);
  return stdout;
};
const idOf = async (...line: string[]): Promise<string> => (await emk(...line, '-o', 'id')).trim();

const account = () => listsOf(shell());

type Cleaned = {readonly failed?: ReadonlyArray<{readonly id: string}>};

/** What a clean says of itself to programs. */
async function clean(line: string, options?: Parameters<ReturnType<typeof shell>['emk']>[1]) {
  const {code, stdout, stderr} = await shell().emk(`seed clean ${line} -o json`, options);
  const report = stdout === '' ? undefined : (JSON.parse(stdout) as Cleaned);
  return {code, report, kept: report?.failed?.map(({id}) => id), error: errorOf({stderr})};
}

const name = (kind: KindName, own: string, run = 'pr-12') => markedName(kind, {run, name: own});
const at = (own: string, run = 'pr-12') => markedAddress(run, own);

/** Makes by hand what a seed makes. */
async function make(run: string) {
  const type = await idOf('lists', 'create', name('lists', 'QA', run));
  await emk('contacts', 'create', '--list', type, '--email', at('ada@example.com', run), '--country', 'Germany');
  await emk('contacts', 'create', '--list', type, '--email', at('bob@example.com', run), '--country', 'Germany');
  await emk('fields', 'create', name('fields', 'score', run), '--kind', 'text');
  await emk('unsubscribes', 'add', '--email', at('gone@example.com', run));
  await emk('groups', 'recipients', 'add', '--email', at('left@example.com', run), '--group', '1');
  await emk('notifications', 'add', '--email', at('ops@qa.test', run), '--owner', 'Ops');
  const automation = ['automations', 'create', '--name', name('automations', 'Welcome', run), '--kind', 'welcome'];
  await emk(...automation, '--for', `list:${type}`, '--group', '1');
  return {type};
}

test('deletes what a run made, and nothing that is called alike', async () => {
  await emk('lists', 'create', 'pr-12.QA');
  await emk('lists', 'create', 'pr-12.QA~000000');
  await emk('lists', 'create', name('fields', 'QA'));
  await emk('fields', 'create', 'pr_12__score', '--kind', 'text');
  for (const email of ['ada+pr-12.000000@example.com', 'ada+pr-12@example.com', at('ada@gmail.com')]) {
    await emk('unsubscribes', 'add', '--email', email);
  }
  const other = await make('pr-1');
  const before = await account();
  await make('pr-12');
  expect(await clean('--run pr-12 --yes')).toMatchObject({code: 0, report: {sum: {wanted: 8, done: 8}}});
  expect(await account()).toEqual(before);
  expect(await clean('--run pr-12 --yes')).toMatchObject({code: 0, report: {done: []}});
  expect(await emk('lists', 'show', other.type)).toContain('pr-1.QA~');
});

test('a dry run, a no and a missing --yes delete nothing', {tags: ['long']}, async () => {
  await make('pr-12');
  const before = await account();
  expect(await clean('--run pr-12 --dry-run')).toMatchObject({code: 0, report: {sum: {done: 0}}});
  for (const line of ['--run pr-12', '--run pr-12 --yes --max-delete 7', '--yes', '--run ../x --yes']) {
    expect([line, await clean(line)]).toMatchObject([line, {code: 2, report: undefined}]);
  }
  expect(await account()).toEqual(before);
});

test('a list in which somebody else stands stays with them, and is named', async () => {
  const {type} = await make('pr-12');
  await emk('contacts', 'create', '--list', type, '--email', 'signed-up@example.com', '--country', 'Germany');
  expect(await clean('--run pr-12 --yes')).toMatchObject({code: 8, kept: [name('lists', 'QA')]});
  expect(await emk('contacts', 'list', '--list', type, '--columns', 'email', '-o', 'csv')).toBe(
    'email\nsigned-up@example.com\n',
  );
});

test('a list that the service does not list whole stays', {tags: ['long']}, async () => {
  const {type} = await make('pr-12');
  await emk('contacts', 'create', '--list', type, '--email', 'signed-up@example.com', '--country', 'Germany');
  const shown = (await listsOf(shell()))['contacts']?.length ?? 0;
  shell().sandbox.misbehave(`GET /contacts/list=list-cap,n=${shown - 1}`);
  expect(await clean('--run pr-12 --yes')).toMatchObject({code: 8, kept: [name('lists', 'QA')]});
  expect(await emk('lists', 'show', type)).toContain('QA');
});

describe('runs are told by their age', () => {
  const later = (days: number) => ({host: {now: () => new Date(Date.parse(NOON) + days * 86_400_000)}});

  test('and only those go of which everything is older', {tags: ['long']}, async () => {
    const before = await account();
    await make('old');
    expect(await clean('--older-than 2d --yes', later(1.9))).toMatchObject({code: 0, report: {done: []}});
    expect(await clean('', later(3))).toMatchObject({code: 0, report: [{run: 'old', records: 8}]});
    expect(await clean('--older-than 2d --yes', later(3))).toMatchObject({code: 0, report: {sum: {done: 8}}});
    expect(await account()).toEqual(before);
    expect(await clean('')).toMatchObject({code: 0, report: []});
  });

  test('in hours, days or weeks', async () => {
    for (const age of ['12h', '2 days', '2 weeks'])
      expect(await clean(`--older-than '${age}' --yes`)).toMatchObject({code: 0, report: {done: []}});
  });

  test.each(['2', '-2d', 'x', 'tomorrow', 'last month', '2030-01-01', ''])('which %j is not', async age => {
    expect(await shell().emk(['seed', 'clean', `--older-than=${age}`, '--yes'])).toMatchObject({code: 2, stdout: ''});
  });
});

test('a clean of which one deletion fails says how much is gone, and goes on when it is run again', {
  tags: ['long'],
}, async () => {
  await make('pr-12');
  shell().sandbox.misbehave('DELETE /contacts-type/delete=413:1');
  expect(await clean('--run pr-12 --yes')).toMatchObject({code: 8, error: {code: expect.any(String)}});
  expect(await clean('--run pr-12 --yes')).toMatchObject({code: 0, report: {sum: {left: 0}}});
});
