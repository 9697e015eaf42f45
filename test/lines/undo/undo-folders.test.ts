/** A folder of an account whose apply or undo met an obstacle: what is in doubt is waited for, and nothing goes twice or unseen. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {journalLine} from '../../support/journal-line.js';
import {moveClock} from '../../support/move-clock.js';
import {printed, said} from '../../support/said.js';
import {untilStruck} from '../../support/until-struck.js';
import {useFreshShell} from '../../support/use-shell.js';
import {lockFileOf, targetOf} from '../account/lock-file.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(() => {
  mkdirSync(join(shell().folder, 'a/contacts'), {recursive: true});
});

const emk = (line: string) => shell().emk(line);

const namesOf = async (kind: string, field: string): Promise<readonly unknown[]> =>
  (JSON.parse((await emk(`${kind} list -o json`)).stdout || '[]') as ReadonlyArray<Record<string, unknown>>).map(
    one => one[field],
  );

const lists = (...names: readonly string[]): string =>
  `lists:\n${names.map(name => `  - name: ${name}\n`).join('') || '  []\n'}`;

const later = (): Promise<void> => moveClock(shell().sandbox, '1m');

const withPeople = (...people: readonly string[]): void => {
  shell().write('a/lists.yaml', lists('Leads'));
  shell().write('a/contacts/leads.csv', `email,country\n${people.map(one => `${one}@example.com,India\n`).join('')}`);
};

test('an undo keeps a person whom somebody changed, says how that one goes, and knows it the next time', async () => {
  withPeople('ada', 'bo');
  expect((await emk('account apply a --contacts --yes')).code).toBe(0);
  await later();
  await emk('contacts update bo@example.com --first-name Bo');
  for (const _ of [1, 2]) expect(await emk('undo a --yes')).toMatchObject(said(8, 'add --force'));
  expect(await namesOf('contacts', 'email')).toEqual(['bo@example.com']);
  expect((await emk('undo a --yes --force')).code).toBe(0);
  expect([await namesOf('contacts', 'email'), await namesOf('lists', 'name')]).toEqual([[], []]);
});

test('unsubscribes that the service refused are not in doubt: the next apply waits for nothing, and saves them', async () => {
  shell().write('a/unsubscribes.yaml', 'unsubscribes:\n  - email: ann@example.com\n  - email: bob@example.com\n');
  shell().sandbox.misbehave('POST /global-unsubscribes/save=503-maintenance:1');
  const impatient = {env: {EMK_MAX_WAIT: '0s'}};
  expect((await shell().emk('account apply a --yes --retries 0', impatient)).code).toBe(7);
  expect(await namesOf('unsubscribes', 'email_address')).toEqual([]);
  const {code, stderr} = await emk('account apply a --yes');
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('stopped half-way')]);
  expect(await namesOf('unsubscribes', 'email_address')).toHaveLength(2);
});

/** What a killed apply left: it was about to create a list, in the account of this key. */
function killedWhileCreating(list: string): void {
  const {sandbox} = shell();
  const header = {kind: 'header', version: 4, way: 'account apply', ...targetOf(sandbox)};
  const since = {lastRow: 0, startedAt: Date.now()};
  const begun = {kind: 'begun', step: 1, does: 'creates', about: {items: [{kind: 'lists', key: list}]}, since};
  writeFileSync(join(shell().folder, 'a', lockFileOf(sandbox)), [header, begun].map(journalLine).join(''));
}

test('an apply after one that was killed waits for its last request, and makes nothing twice', async () => {
  shell().write('a/lists.yaml', lists('Leads'));
  killedWhileCreating('Leads');
  // The request of the killed run is applied after all.
  await emk('lists create Leads');
  const {code, stderr} = await emk('account apply a --yes');
  expect([code, stderr]).toEqual([0, expect.stringContaining('An earlier run stopped half-way. Waiting')]);
  expect(await namesOf('lists', 'name')).toEqual(['Leads']);
});

test('people whose upload lost its answer are there once, and a second apply sends nothing', async () => {
  withPeople('ada', 'bo');
  shell().sandbox.misbehave('POST /contacts/upload-csv=lost-reply:1');
  expect((await emk('account apply a --contacts --yes')).code).toBe(0);
  expect([...(await namesOf('contacts', 'email'))].sort()).toEqual(['ada@example.com', 'bo@example.com']);
  const before = (await shell().sandbox.requests()).length;
  expect((await emk('account apply a --contacts --yes')).code).toBe(0);
  const sent = (await shell().sandbox.requests()).slice(before).filter(({method}) => method !== 'GET');
  expect(sent).toEqual([]);
});

test('people whose upload was cut off come with the next apply, and what it made is taken back all the same', async () => {
  withPeople('ada', 'bo');
  shell().sandbox.misbehave('POST /contacts/upload-csv=hang:1');
  const signal = new AbortController();
  const cut = shell().emk('account apply a --contacts --yes', {host: {interrupted: signal.signal}});
  await untilStruck(shell().sandbox);
  signal.abort('SIGINT');
  expect((await cut).code).toBe(130);
  expect((await emk('account apply a --contacts --yes')).code).toBe(0);
  expect(await namesOf('contacts', 'email')).toHaveLength(2);
  expect((await emk('undo a --yes')).code).toBe(0);
  expect(await namesOf('lists', 'name')).toEqual([]);
});

const email =
  '      - subject: One\n        from: news\n        wait: 1\n        unit: instantly\n        template: Blank\n        preview: blank.png\n        html: one.html\n';

const withAutomation = (emails: number): void => {
  shell().write('a/lists.yaml', lists('Leads'));
  shell().write('a/groups.yaml', 'groups:\n  - name: News\n    description: Our weekly email\n    display: true\n');
  shell().write(
    'a/senders.yaml',
    'senders:\n  - nickname: news\n    from-name: News\n    from-email: news@example.com\n    reply-to: news@example.com\n    country: Germany\n    state: Berlin\n    city: Berlin\n    postal-code: "10115"\n    address-line1: Street 1\n',
  );
  shell().write('a/one.html', '<p>One ((unsubscribe_preferences))</p>\n');
  shell().write(
    'a/automations.yaml',
    `automations:\n  - name: Hello\n    kind: welcome\n    for: list:Leads\n    group: News\n    emails:\n${email.repeat(emails)}`,
  );
};

test('of two equal emails one goes if the file has one, and the undo takes the rest with its automation', async () => {
  const utrs = async () => JSON.parse((await emk('automations emails list --automation Hello -o json')).stdout);
  withAutomation(2);
  expect((await emk('account apply a --yes')).code).toBe(0);
  expect(await utrs()).toHaveLength(2);
  withAutomation(1);
  expect((await emk('account apply a --yes')).code).toBe(0);
  expect(await utrs()).toHaveLength(1);
  expect((await emk('account plan a --exit-code')).code).toBe(0);
  expect((await emk('undo a --yes')).code).toBe(0);
  expect(await namesOf('automations', 'automation_name')).toEqual([]);
});

test('an undo leaves a record that somebody renamed, and what names it', async () => {
  withAutomation(1);
  expect((await emk('account apply a --yes')).code).toBe(0);
  expect((await emk('senders update news --nickname mine')).code).toBe(0);
  const undone = await emk('undo a --yes');
  expect(undone).toMatchObject(printed(8, 'somebody renamed it to "mine"'));
  expect(undone).toMatchObject(said(8, 'could not be made'));
  expect(await namesOf('senders', 'nickname')).toEqual(['mine']);
  expect([await namesOf('automations', 'automation_name'), await namesOf('lists', 'name')]).toEqual([
    ['Hello'],
    ['Leads'],
  ]);
});

test('an automation that went live as its apply was cut off is taken back as it was left', async () => {
  withAutomation(1);
  const file = join(shell().folder, 'a/automations.yaml');
  writeFileSync(file, `${readFileSync(file, 'utf8')}    live: true\n`);
  shell().sandbox.misbehave('GET /automations/set-live=hang:1,applied');
  const line = 'account apply a --yes --live --force sender-verified';
  const signal = new AbortController();
  const cut = shell().emk(line, {host: {interrupted: signal.signal}});
  await untilStruck(shell().sandbox);
  signal.abort('SIGINT');
  expect((await cut).code).not.toBe(0);
  expect(await emk(line)).toMatchObject({code: 0});
  await emk('undo a --yes');
  expect(await namesOf('automations', 'automation_name')).toEqual([]);
});

test('a second apply of a whole folder sends nothing', async () => {
  withAutomation(1);
  shell().write('a/unsubscribes.yaml', 'unsubscribes:\n  - email: ann@example.com\n');
  expect((await emk('account apply a --yes')).code).toBe(0);
  const before = (await shell().sandbox.requests()).length;
  expect((await emk('account apply a --yes --prune')).code).toBe(0);
  const sent = (await shell().sandbox.requests()).slice(before).filter(({method}) => method !== 'GET');
  expect(sent).toEqual([]);
});

test('while the question of an apply is open, a list that somebody joins is not deleted', async () => {
  shell().write('a/lists.yaml', lists('Leads'));
  for (const name of ['Leads', 'Joined', 'Empty']) expect((await emk(`lists create ${name}`)).code).toBe(0);
  const meanwhile = async (): Promise<string> => {
    expect((await emk('contacts create late@example.com --list Joined --country India --yes')).code).toBe(0);
    return 'y\r';
  };
  expect((await atTerminal(shell(), 'account apply a --prune', ['(y/N)', meanwhile])).code).toBe(8);
  expect([await namesOf('contacts', 'email'), await namesOf('lists', 'name')]).toEqual([
    ['late@example.com'],
    ['Leads', 'Joined'],
  ]);
});
