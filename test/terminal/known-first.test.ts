/** What stands in the way of a command is said before its first question, and what can be chosen is offered. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {said} from '../support/said.js';
import type {Shell} from '../support/shell.js';
import {useFreshShell, useShell} from '../support/use-shell.js';

const shell = useShell();

/** A person at a terminal whose account comes from the profiles of a file. */
const withProfiles = (): Shell => ({
  ...shell(),
  emk: (line, given) =>
    shell().emk(line, {...given, env: {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', ...given?.env}}),
});

const config = (): string => join(shell().folder, 'config', 'config.json');

beforeAll(() => {
  const {sandbox, folder} = shell();
  const {baseUrl, publicKey, secretKey} = sandbox;
  const keys = {baseUrl, publicKey, secretKey};
  const profiles = {shop: {...keys, guard: 'none'}, archive: {...keys, guard: 'read-only'}};
  mkdirSync(join(folder, 'config'), {recursive: true});
  writeFileSync(config(), JSON.stringify({version: 1, current: 'shop', profiles, settings: {}}));
  shell().write('leads.csv', 'who,land\nada@example.com,India\n');
  shell().write('empty.csv', '');
  shell().write('people.csv', 'ada@example.com\n');
});

describe('nobody is asked in vain', () => {
  test.each([
    ['lists create --profile archive', 'The profile "archive" is read-only, so nothing was sent.'],
    ['contacts import leads.csv --list Staff --profile archive', 'The profile "archive" is read-only'],
    ['contacts find --profile nowhere', 'There is no profile "nowhere".'],
    ['notifications add --profile nowhere', 'There is no profile "nowhere".'],
    ['contacts import missing.csv', 'There is no file'],
    ['contacts import empty.csv', 'empty.csv is empty.'],
    ['contacts import config', 'config is a folder.'],
    ['contacts import leads.csv --encoding klingon', 'emk does not know the encoding “klingon”.'],
    ['contacts import leads.csv --map Foo=email', 'the file has no column “Foo”'],
    ['contacts import --list Nope', 'There is no list "Nope".'],
    ['contacts sync missing.csv', 'There is no file'],
    ['segments recipients add --file missing.csv', 'There is no file'],
    ['segments recipients add --segment Nope', 'There is no segment "Nope".'],
    ['groups recipients add --file empty.csv', 'empty.csv is empty.'],
    ['unsubscribes add --file missing.csv', 'There is no file'],
    ['unsubscribes add --encoding klingon', 'emk does not know the encoding “klingon”.'],
    ['mailings create --html @missing.html', 'emk cannot read the file missing.html.'],
    ['mailings create --at someday', '"someday" is not a day that emk understands.'],
    ['mailings create --to list:Nope', 'There is no list "Nope".'],
    ['mailings check --template-json {', '--template-json is not JSON'],
    ['mailings copy --at +7days!', 'cannot be counted from the time of the mailing'],
    ['mailings reschedule Nope', 'There is no mailing "Nope".'],
    ['automations emails add --html @missing.html', 'emk cannot read the file missing.html.'],
  ])('%s', async (line, sentence) => {
    const {code, stderr} = await atTerminal(withProfiles(), line);
    expect([code > 0, stderr]).toEqual([true, expect.stringContaining(sentence)]);
    expect(stderr).not.toMatch(/\? \S/);
  });

  test('without keys', async () => {
    const without: Shell = {
      ...withProfiles(),
      emk: (line, given) => withProfiles().emk(line, {...given, env: {EMK_CONFIG_DIR: join(shell().folder, 'none')}}),
    };
    const {code, stderr} = await atTerminal(without, 'lists create');
    expect([code, stderr]).toEqual([3, expect.stringContaining('You are not logged in.')]);
    expect(stderr).not.toContain('Name of the list');
  });

  test('but a dry run changes nothing, so it asks', async () => {
    const line = 'lists create --profile archive --dry-run';
    expect((await atTerminal(withProfiles(), line, ['Name of the list', 'Guests\r'])).code).toBe(0);
  });
});

describe('an account that cannot send yet', () => {
  const fresh = useFreshShell();

  test.each([
    ['senders delete news@acme.example support@acme.example --yes --force sender-exists', 'No sender is verified yet.'],
    ['senders delete news@acme.example --yes --force sender-exists', 'No sender is verified yet.'],
  ])('refuses a mailing before its first question, after %s', async (line, sentence) => {
    expect((await fresh().emk(line)).code).toBe(0);
    const {code, stderr} = await atTerminal(fresh(), 'send');
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(stderr).not.toMatch(/\? \S/);
    // A script still learns everything that its line lacks.
    expect(await fresh().emk('send')).toMatchObject(said(2, '--subject'));
  });
});

describe('what can be chosen is offered', () => {
  test('profiles to switch to, and to log out of', async () => {
    const switched = await atTerminal(withProfiles(), 'auth switch', ['Which profile?', 'arch\r']);
    expect([switched.code, switched.stderr]).toEqual([0, expect.stringContaining('Next time: emk switch archive')]);
    expect(switched.stderr).toContain('the current one');
    const out = await atTerminal(withProfiles(), 'auth logout', ['Log out of which profile?', 'arch\r']);
    expect([out.code, Object.keys(JSON.parse(readFileSync(config(), 'utf8')).profiles)]).toEqual([0, ['shop']]);
    await atTerminal(withProfiles(), 'auth switch shop');
    const only = await atTerminal(withProfiles(), 'auth switch');
    expect([only.code, only.stderr]).toEqual([0, expect.stringContaining('is now the current one.')]);
  });

  test('the automations that are live, to be paused', async () => {
    const {code, stderr} = await atTerminal(shell(), 'automations pause', ['❯ Welcome', '\r']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('Automation "Welcome" is paused')]);
    expect(stderr).not.toContain('Birthday');
    const none = await atTerminal(shell(), 'automations pause');
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('no automation is live')]);
  });
});

describe('a list says how many people it holds', () => {
  test.each([
    ['lists show', '❯ Newsletter', /Customers +8 people/],
    ['segments recipients list', '❯ ', /Customers in Germany +\d+ (?:person|people)/],
  ])('in %s', async (line, first, shown) => {
    expect((await atTerminal(shell(), line, [first, '\r'])).stderr).toMatch(shown);
  });

  test('and a contact is found by its place, without accents', {tags: ['long']}, async () => {
    const {emk} = shell();
    await emk([
      'contacts',
      'create',
      ...'--email zoe@example.com --country Germany --list Staff --city Köln'.split(' '),
    ]);
    const {code, stdout} = await atTerminal(shell(), 'contacts show', ['❯ ', 'koln'], ['❯ zoe@example.com', '\r']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('zoe@example.com')]);
  });
});

test('an error of a check is no question: only --force goes on', async () => {
  const line = ['automations', 'set-live', 'Win back'];
  expect(await atTerminal(shell(), line)).toMatchObject(said(2, '--force no-emails'));
  const forced = await atTerminal(shell(), [...line, '--force', 'no-emails'], ['Set automation', 'y\r']);
  expect(forced.code, forced.stderr).toBe(0);
  expect(await shell().emk(['automations', 'set-live', 'Birthday', '--yes'])).toMatchObject(said(2, 'no-emails'));
});
