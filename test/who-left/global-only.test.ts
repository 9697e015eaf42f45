/** The service may keep people who left only a group out of its list of everybody who unsubscribed. */
import {beforeEach, expect, test} from 'vitest';
import {moveClock} from '../support/move-clock.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({settings: {globalList: 'global-only'}});
const bob = 'bob@door.example';

beforeEach(async () => {
  shell().write('bob.csv', `email,first_name,last_name,country\n${bob},Bob,Door,India\n`);
  for (const line of [
    `groups recipients add --group 2 --email ${bob}`,
    'contacts create --list 2 --country India --email host@door.example',
  ])
    expect((await shell().emk(line)).code).toBe(0);
});

const named = `${bob} unsubscribed from a group, and gets all mail but that group's.`;

const there = async (): Promise<boolean> =>
  `${(await shell().emk('contacts list -o csv --columns email')).stdout}${
    (await shell().emk('segments recipients list 2 -o csv --columns email')).stdout
  }`.includes(bob);

test.each([
  ['contacts create --list 2 --country India --email', named, bob],
  ['contacts update host@door.example --email', named, bob],
  ['contacts import --list 2 --yes', `unsubscribed from a group, whose mail they do not get: ${bob}`, 'bob.csv'],
  ['contacts sync --list 2 --yes', `unsubscribed from a group, whose mail they do not get: ${bob}`, 'bob.csv'],
  ['segments recipients add --segment 2 --first-name Bob --last-name Door --email', named, bob],
])('%s adds somebody who left a group, and says so', async (line, words, last) => {
  expect(await there()).toBe(false);
  const {code, stdout, stderr} = await shell().emk([...line.split(' '), last]);
  expect([code, stdout + stderr]).toEqual([0, expect.stringContaining(words)]);
  expect(await there()).toBe(true);
});

test('a person who left a group keeps that at a new address', async () => {
  const line = `contacts create --list 2 --country India --email ${bob} --include-unsubscribed`;
  expect((await shell().emk(line)).code).toBe(0);
  const {stderr} = await shell().emk(`contacts update ${bob} --email bob@new.example`);
  expect(stderr).toContain(`${bob} unsubscribed from a group, so emk unsubscribed bob@new.example too.`);
  const {stdout} = await shell().emk('groups recipients list 2 -o csv --columns email_address');
  expect(stdout).toContain('bob@new.example');
});

test('whoever left a group and is imported gets the mail of other groups, and none of that one', async () => {
  expect((await shell().emk('contacts import bob.csv --list 2 --yes')).code).toBe(0);
  const letter = '<p>Hello ((first_name))</p><p>Acme, 1 Road</p><a href="((unsubscribe_preferences))">Unsubscribe</a>';
  shell().write('may.html', letter);
  for (const [name, group] of [
    ['Of the group', 2],
    ['Of another', 1],
  ] as const) {
    const line = `send may.html --name "${name}" --subject "${name}" --from 1 --group ${group} --to list:Customers --now --yes`;
    expect(await shell().emk(line)).toMatchObject({code: 0});
  }
  const {origin, secretKey} = shell().sandbox;
  const headers = {secretkey: secretKey};
  await moveClock(shell().sandbox, '1h');
  const told = await (await fetch(`${origin}/__mail?to=${bob}`, {headers})).json();
  const subjects = (told as {message: {deliveries: {subject: string}[]}}).message.deliveries.map(
    ({subject}) => subject,
  );
  expect(subjects).toEqual(['Of another']);
});
