/** What `--where` keeps and `--sort` puts first, held against a model of a few lines. */
import {beforeAll, expect, test} from 'vitest';
import {useShell} from '../support/use-shell.js';

const shell = useShell({seed: {kind: 'empty'}});

type Person = {
  readonly id: number;
  readonly email: string;
  readonly first_name: string | null;
  readonly city: string | null;
};

const cities = ['Bonn', 'bern', 'Ulm', '', 'Zürich'];
const names = ['Ada', 'ada', 'Bob', '', 'Änne', 'Cy'];
let all: readonly Person[] = [];

const listed = async (options: readonly string[]): Promise<readonly Person[]> => {
  const {code, stdout, stderr} = await shell().emk(['contacts', 'list', ...options, '-o', 'json']);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(stdout);
};

beforeAll(async () => {
  const rows = Array.from({length: 30}, (_, at) => `p${at}@example.com,${names[at % 6]},${cities[at % 5]},India\n`);
  shell().write('leads.csv', `email,first_name,city,country\n${rows.join('')}`);
  expect((await shell().emk('contacts import leads.csv --list Leads --create-type --yes')).code).toBe(0);
  all = await listed([]);
  expect(all).toHaveLength(30);
});

const fold = (text: string | null): string => (text ?? '').toLowerCase();

test.each<readonly [string, (person: Person) => boolean]>([
  ['city=Bonn', ({city}) => fold(city) === 'bonn'],
  ['city=BERN', ({city}) => fold(city) === 'bern'],
  ['city!=Bonn', ({city}) => fold(city) !== 'bonn'],
  ['first_name~d', ({first_name}) => fold(first_name).includes('d')],
  ['city=', ({city}) => fold(city) === ''],
  ['city!=', ({city}) => fold(city) !== ''],
  ['email=P7@example.com', ({email}) => email === 'p7@example.com'],
])('--where %s', async (condition, holds) => {
  const wanted = all.filter(holds).map(({id}) => id);
  expect(wanted.length).toBeGreaterThan(0);
  expect((await listed(['--where', condition])).map(({id}) => id)).toEqual(wanted);
});

test('two conditions hold both', async () => {
  const wanted = all.filter(({city, first_name}) => fold(city) === 'bonn' && fold(first_name).includes('a'));
  expect(await listed(['--where', 'city=Bonn', '--where', 'first_name~a'])).toEqual(wanted);
});

test('a number is compared as one', async () => {
  const [least = 0, next = 0] = all
    .map(({id}) => id)
    .sort((one, other) => one - other)
    .slice(8);
  expect((await listed(['--where', `id<${next}`])).every(({id}) => id <= least)).toBe(true);
  expect(await listed(['--where', `id<${next}`])).toHaveLength(9);
  expect(await listed(['--where', `id>=${next}`])).toHaveLength(21);
});

test.each(['shoe=1', 'city', '=Bonn', 'id<x'])('the condition %s is refused', async condition => {
  expect((await shell().emk(['contacts', 'list', '--where', condition, '-o', 'json'])).code).toBe(2);
});

test('an order by number and by its reverse is total, keeps everybody, and --limit cuts behind it', async () => {
  const ids = all.map(({id}) => id).sort((one, other) => one - other);
  expect((await listed(['--sort', 'id'])).map(({id}) => id)).toEqual(ids);
  expect((await listed(['--sort', '-id'])).map(({id}) => id)).toEqual([...ids].reverse());
  expect((await listed(['--sort', '-id', '--limit', '4'])).map(({id}) => id)).toEqual([...ids].reverse().slice(0, 4));
});

test('an order by text keeps the order of the service among equals', async () => {
  const sorted = await listed(['--sort', 'city']);
  expect([...sorted.map(({id}) => id)].sort()).toEqual([...all.map(({id}) => id)].sort());
  for (const city of cities.filter(Boolean)) {
    const of = (rows: readonly Person[]) => rows.filter(row => row.city === city).map(({id}) => id);
    expect(of(sorted)).toEqual(of(all));
  }
});
