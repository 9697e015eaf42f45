/** The names that lists save for completion: which, whose, where, and that nothing depends on them. */
import {chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {cachedLists, keepNames, listWord, MOST_NAMES, readNames} from '../../../src/accounts/names.js';
import {loadCollections} from '../../../src/endpoints/all.js';
import {fakeHost} from '../../support/fake-host.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
const account = {source: 'environment', baseUrl: 'https://mail.example.com/api', publicKey: 'pk-1'} as const;

const kept = (folder: string): string[] => {
  try {
    return readdirSync(join(folder, '.cache/emk/names'), {recursive: true, encoding: 'utf8'})
      .filter(name => name.endsWith('.json'))
      .map(name => name.replace(/^\w+\//, ''))
      .sort();
  } catch {
    return [];
  }
};

const whole = async (name: string) => {
  const home = join(shell().folder, name);
  mkdirSync(home);
  const env = {EMK_CONFIG_DIR: join(home, 'config')};
  return {home, run: (line: string) => shell().emk(line, {host: {home}, env})};
};

test.each(['table', 'csv'])('a list printed as %s leaves its names behind', async format => {
  const {home, run} = await whole(`as-${format}`);
  await run(`lists list -o ${format}`);
  const host = fakeHost({home});
  const {baseUrl, publicKey} = shell().sandbox;
  expect(readNames(host, {source: 'environment', baseUrl, publicKey}, 'lists')).toContainEqual(['1', 'Newsletter']);
});

test('so does a look-up by name', async () => {
  const {home, run} = await whole('look-ups');
  await run('contacts list --list newsletter --count');
  expect(kept(home)).toEqual(['lists.json']);
});

test('a list that was not read to its end leaves nothing, nor do lists of people', async () => {
  const {home, run} = await whole('people');
  await run('lists list --limit 1');
  for (const line of ['contacts list', 'unsubscribes list -o json', 'notifications list', 'segments recipients list 1'])
    await run(line);
  expect(kept(home)).toEqual([]);
});

test('only the user may read it, and no key is in it, nor in its name', async () => {
  const {home, run} = await whole('private');
  await run('lists list');
  const names = join(home, '.cache/emk/names');
  for (const name of ['', ...readdirSync(names, {recursive: true, encoding: 'utf8'})]) {
    const path = join(names, name);
    const stats = statSync(path);
    expect(stats.mode & 0o077, name).toBe(0);
    const text = path + (stats.isFile() ? readFileSync(path, 'utf8') : '');
    expect(text).not.toContain(shell().sandbox.publicKey);
    expect(text).not.toContain(shell().sandbox.secretKey);
  }
});

test('a list works where nothing can be kept', async () => {
  const {home, run} = await whole('blocked');
  writeFileSync(join(home, '.cache'), '');
  expect(await run('lists list --count')).toMatchObject({code: 0, stderr: ''});
});

test('names that have not changed are not written again', () => {
  const host = fakeHost();
  const identity = () => {
    const names = join(host.home, '.cache/emk/names');
    return statSync(join(names, readdirSync(names)[0] ?? '', 'segments.json')).ino;
  };
  keepNames(host, account, 'segments', [['1', 'VIP']]);
  const before = identity();
  keepNames(host, account, 'segments', [['1', 'VIP']]);
  expect(identity()).toBe(before);
  keepNames(host, account, 'segments', [['1', 'All']]);
  expect(readNames(host, account, 'segments')).toEqual([['1', 'All']]);
});

test('accounts do not see each other', () => {
  const host = fakeHost();
  keepNames(host, account, 'segments', [['1', 'VIP']]);
  expect(readNames(host, account, 'segments')).toEqual([['1', 'VIP']]);
  expect(
    readNames(host, {...account, source: 'profile', baseUrl: 'https://mail.example.com/v2/api'}, 'segments'),
  ).toEqual([['1', 'VIP']]);
  expect(readNames(host, {...account, publicKey: 'pk-2'}, 'segments')).toEqual([]);
  expect(readNames(host, {...account, baseUrl: 'https://mail.example.org/api'}, 'segments')).toEqual([]);
});

test('names that would steer a terminal or break a line are left out, and there is an end to them', () => {
  const host = fakeHost();
  keepNames(host, account, 'segments', [
    ['1', 'two\nlines'],
    ['2', '\u001b[31mred'],
    ['3', 'x'.repeat(500)],
    ['4', 'turned \u202e round'],
    ['5', '👩‍💻'],
    ...Array.from({length: 3000}, (_, index): [string, string] => [`${index}`, `Segment ${index}`]),
  ]);
  const names = readNames(host, account, 'segments');
  expect(names[0]).toEqual(['5', '👩‍💻']);
  expect(names).toHaveLength(MOST_NAMES);
});

test.each(['', '{', '{}', '[1]', '[["1"]]', '[["1", 2]]', '[["1", "a\\nb"]]'])(
  'a file that holds %j holds no names',
  text => {
    const host = fakeHost();
    keepNames(host, account, 'segments', [['1', 'VIP']]);
    const names = join(host.home, '.cache/emk/names');
    writeFileSync(join(names, readdirSync(names)[0] ?? '', 'segments.json'), text);
    expect(readNames(host, account, 'segments')).toEqual([]);
  },
);

test('every list of a collection leaves names behind, unless it holds people or belongs to another record', async () => {
  const routes = (await loadCollections())
    .filter(({list}) => cachedLists[list.route] === undefined && cachedLists[`${list.route} countries`] === undefined)
    .map(({path}) => path);
  expect(routes).toEqual([
    'contacts',
    'segments recipients',
    'unsubscribes',
    'groups recipients',
    'automations emails',
    'notifications',
  ]);
  for (const [list, from] of Object.entries(cachedLists)) {
    const {default: source} = await from();
    expect(list).toBe([source.list.route, source.under].filter(Boolean).join(' '));
    expect(listWord(source.noun)).toMatch(/^[a-z-]+$/);
  }
});

test('a folder that may not be written is no trouble', () => {
  const host = fakeHost();
  chmodSync(host.home, 0o500);
  expect(() => keepNames(host, account, 'segments', [['1', 'VIP']])).not.toThrow();
  chmodSync(host.home, 0o700);
});
