/** The service may keep people who left only a group out of its list of everybody who unsubscribed. */
import {beforeAll, expect, test} from 'vitest';
import {useShell} from '../use-shell.js';

const shell = useShell({settings: {globalList: 'global-only'}});
const bob = 'bob@door.example';

beforeAll(async () => {
  shell().write('bob.csv', `email,first_name,last_name,country\n${bob},Bob,Door,India\n`);
  for (const line of [
    `groups recipients add --group 2 --email ${bob}`,
    'contacts create --list 2 --country India --email host@door.example',
  ])
    expect((await shell().emk(line)).code).toBe(0);
});

const refused = `${bob} unsubscribed from a group, so emk sent nothing`;
const skipped = `${bob} unsubscribed from a group`;

test.each([
  ['contacts create --list 2 --country India --email', refused, bob],
  ['contacts create --list 2 --country India --email', skipped, `${bob},bob.too@door.example`],
  ['contacts update host@door.example --email', refused, bob],
  ['contacts import --list 2 --yes', 'unsubscribed from a group', 'bob.csv'],
  ['contacts sync --list 2 --yes', 'unsubscribed from a group', 'bob.csv'],
  ['segments recipients add --segment 2 --first-name Bob --last-name Door --email', refused, bob],
  ['api POST /contacts/add -f contact_type_id=2 -f country=101 -f', refused, `email=${bob}`],
  ['api POST /contacts/upload-csv -f contact_type_id=2 -F', skipped, 'file=@bob.csv'],
])('%s tells of somebody who left a group', async (line, words, last) => {
  const {stdout, stderr} = await shell().emk([...line.split(' '), last]);
  expect(stdout + stderr).toContain(words);
  expect((await shell().emk('contacts list -o csv --columns email')).stdout).not.toContain(bob);
  expect((await shell().emk('segments recipients list 2 -o csv --columns email')).stdout).not.toContain(bob);
});

test('a person who left a group keeps that at a new address', async () => {
  const line = `contacts create --list 2 --country India --email ${bob} --include-unsubscribed`;
  expect((await shell().emk(line)).code).toBe(0);
  const {stderr} = await shell().emk(`contacts update ${bob} --email bob@new.example`);
  expect(stderr).toContain(`${skipped}, so emk unsubscribed bob@new.example too.`);
  const {stdout} = await shell().emk('groups recipients list 2 -o csv --columns email_address');
  expect(stdout).toContain('bob@new.example');
});
