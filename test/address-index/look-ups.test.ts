/** Commands that find a person by address: how many requests they send, and when they read the whole list. */

import {readdirSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {lookUp} from '../../src/address-index/read-index.js';
import {sample} from '../sample.js';
import {ask, multipart} from '../sandbox/http/raw.js';
import {NOON} from '../shell.js';
import {useShell} from '../use-shell.js';

const shell = useShell({seed: {kind: 'empty', contacts: 1010}});

const emk = async (line: string) => shell().emk(line);

/** The requests of a line, by path. */
const requestsOf = async (line: string): Promise<readonly string[]> => {
  const before = (await shell().sandbox.requests()).length;
  const {code, stderr} = await emk(line);
  expect([line, code, stderr]).toEqual([line, 0, stderr]);
  return (await shell().sandbox.requests()).slice(before).map(({path}) => path.replace(/^\/api|\?.*/g, ''));
};

/** What another client changes, which the index does not learn. */
async function elsewhere(path: string, form: Readonly<Record<string, unknown>>): Promise<void> {
  const {json} = await ask(
    shell().sandbox,
    path,
    multipart(Object.entries(form).map(([name, value]) => [name, String(value)])),
  );
  expect(json).toMatchObject({status: 'success'});
}

const indexFile = (): string | undefined =>
  readdirSync(join(shell().folder, '.cache/emk/names'), {recursive: true, encoding: 'utf8'})
    .filter(name => name.endsWith('addresses.index'))
    .map(name => join(shell().folder, '.cache/emk/names', name))[0];

let people: ReadonlyArray<{readonly id: number; readonly email: string; readonly contact_type_id: number}> = [];

beforeAll(async () => {
  const {stdout} = await emk('contacts list --limit 40 -o json');
  people = JSON.parse(stdout);
});
const index = () => emk('contacts index');
/** The index is written at noon. */
const anHourLater = {host: {now: () => new Date(Date.parse(NOON) + 60 * 60_000)}};

const LIST = '/contacts/list';
const addressOf = (index: number): string => people[index]?.email ?? '';

test('contacts show asks for the contact and the lists, and with --list for the contact alone', {
  tags: ['long'],
}, async () => {
  const [ada] = people;
  expect((await index()).stdout).toMatch(/^Indexed [\d,]+ addresses of [\d,]+ contacts\.\n$/);
  const line = `contacts show ${ada?.email} -o json`;
  expect([...(await requestsOf(line))].sort()).toEqual(['/contacts-type', '/contacts/details']);
  expect(await requestsOf(`${line} --list ${ada?.contact_type_id}`)).toEqual(['/contacts/details']);
  const {stdout} = await emk(line);
  expect(JSON.parse(stdout)).toMatchObject({id: ada?.id, email: ada?.email});
});

test('what changes or deletes a person by address reads the list, because no index proves that the address has one contact', async () => {
  expect(await requestsOf(`contacts update ${addressOf(1)} --city Pune`)).toContain(LIST);
  expect(await requestsOf(`contacts delete ${addressOf(2)} --yes`)).toContain(LIST);
});

test('a rename elsewhere gives an address two contacts, and neither is deleted by it', async () => {
  await index();
  const [kept, renamed] = [people[9], people[10]];
  const {fullname, country} = JSON.parse((await emk(`contacts show ${renamed?.id} -o json`)).stdout);
  const {id, contact_type_id: type} = renamed ?? {};
  await elsewhere('/contacts/update', {contact_id: id, contact_type_id: type, fullname, country, email: kept?.email});
  for (const line of [`contacts delete ${kept?.email} --yes`, `contacts update ${kept?.email} --city Pune`]) {
    expect(await emk(line)).toMatchObject({code: 2, stderr: expect.stringContaining('may mean several contacts')});
  }
  const left = JSON.parse((await emk(`contacts list --where email=${kept?.email} --columns id -o json`)).stdout);
  expect(left).toEqual([{id: kept?.id}, {id: renamed?.id}]);
});

test('create --if-missing asks for the one contact, and whether its list is the only one with that number', {
  tags: ['long'],
}, async () => {
  const line = `contacts create --list ${people[3]?.contact_type_id} --country 101 --email ${addressOf(3)} --if-missing`;
  expect([...(await requestsOf(`${line} -o id`))].sort()).toEqual(['/contacts-type', '/contacts/details']);
  expect((await emk(`${line} -o id`)).stdout).toBe(`${people[3]?.id}\n`);
  // The list has the country by name, which the contact itself does not.
  expect(await requestsOf(`${line} -o json`)).toContain(LIST);
});

test('a second contact that another client adds is seen', {tags: ['long']}, async () => {
  await emk('lists create Elsewhere');
  await emk('contacts index');
  const {stdout} = await emk('lists list -o jsonl');
  const types = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as {readonly id: number; readonly name: string});
  const type = types.find(({name}) => name === 'Elsewhere')?.id;
  await elsewhere('/contacts/add', {contact_type_id: type, email: addressOf(4), country: 101});
  const shown = await emk(`contacts delete ${addressOf(4)} --yes`);
  expect(shown).toMatchObject({code: 2, stderr: expect.stringContaining('may mean several contacts')});
});

test('emk forgets the index before it gives a contact the address of another', {tags: ['long']}, async () => {
  await index();
  await requestsOf(`contacts update ${people[5]?.id} --city Pune`);
  expect(indexFile()).toBeDefined();
  await requestsOf(`contacts update ${people[5]?.id} --email ${addressOf(6)} --allow-duplicate`);
  expect(indexFile()).toBeUndefined();
  expect(await emk(`contacts show ${addressOf(6)}`)).toMatchObject({code: 2});
});

test('a list that is not read to its end leaves the index as it is', {tags: ['long']}, async () => {
  await index();
  const before = statSync(indexFile() ?? '').ino;
  await shell().emk('contacts list --limit 3', anHourLater);
  expect(statSync(indexFile() ?? '').ino).toBe(before);
});

test.each(sample(['-o jsonl', '-o csv', '--count'], 1))(
  'a whole list writes the index once an hour: %s',
  async options => {
    await index();
    const before = statSync(indexFile() ?? '').ino;
    await emk(`contacts list ${options}`);
    expect(statSync(indexFile() ?? '').ino).toBe(before);
    await shell().emk(`contacts list ${options}`, anHourLater);
    expect(statSync(indexFile() ?? '').ino).not.toBe(before);
  },
);

test('an address that the index does not know makes the list that is read for it write another', {
  tags: ['long'],
}, async () => {
  await index();
  const before = statSync(indexFile() ?? '').ino;
  await emk('contacts show nobody@nowhere.example');
  expect(statSync(indexFile() ?? '').ino).not.toBe(before);
});

test('an erased person is in no index', async () => {
  await index();
  expect(await emk(`contacts erase ${addressOf(7)} --yes`)).toMatchObject({code: 0});
  const folder = dirname(indexFile() ?? '');
  expect(lookUp(folder, addressOf(8))?.entries).toHaveLength(1);
  expect(lookUp(folder, addressOf(7))?.entries).toEqual([]);
});

test('doctor says how large and how old the index is, and the setting turns it off', {tags: ['long']}, async () => {
  await index();
  expect((await emk('doctor')).stdout).toMatch(/✓ address index {2}[\d,]+ addresses in 0\.1 MB, read \d+s ago\./);
  expect(await emk('config set address-index off')).toMatchObject({code: 0});
  expect(indexFile()).toBeUndefined();
  expect(await requestsOf(`contacts show ${addressOf(8)}`)).toContain(LIST);
  expect(indexFile()).toBeUndefined();
  expect(await emk('contacts index')).toMatchObject({code: 2});
});
