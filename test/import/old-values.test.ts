/** `emk undo` of a sync that changed people: they get their old values back, unless somebody touched them since. */
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {NOON} from '../support/shell.js';
import {untilStruck} from '../support/until-struck.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

/** Each line is typed a minute after the last, since runs are told apart by their time. */
let minutes = 0;
const emk = (line: string, host = {}) => {
  const at = new Date(Date.parse(NOON) + ++minutes * 60_000);
  return shell().emk(line, {env: {EMK_SETTLE: '1ms'}, host: {now: () => at, ...host}});
};

async function done(line: string): Promise<void> {
  const {code, stderr} = await emk(`${line} --yes`);
  expect([line, code, stderr]).toEqual([line, 0, stderr]);
}

const address = (at: number): string => `p${at}@example.com`;
const rows = (city: (at: number) => string, count = 120): string =>
  ['email,first_name,city,country']
    .concat(Array.from({length: count}, (_, at) => `${address(at)},P${at},${city(at)},Italy`))
    .join('\n');

const right = (at: number): string => (at % 7 === 0 ? '' : `"Old, ${at}"`);
const wrong = (at: number): string => `Wrong ${at}`;

const people = async (): Promise<readonly Record<string, unknown>[]> =>
  JSON.parse((await emk('contacts list --list Leads --sort id -o json')).stdout).map(
    ({updated_at: _, ...person}: Record<string, unknown>) => person,
  );

const newest = async (): Promise<string> => JSON.parse((await emk('undo -o json')).stdout)[0].id;

const changesSent = async (): Promise<number> =>
  (await shell().sandbox.requests()).filter(({method}) => method !== 'GET').length;

async function fill(text: string): Promise<void> {
  await done('lists create Leads');
  shell().write('right.csv', text);
  await done('contacts import right.csv --list Leads');
}

/** Puts a wrong file over a list, and returns what the people were before, and the run. */
async function spoil(text: string, count = 120) {
  await fill(rows(right, count));
  const before = await people();
  shell().write('wrong.csv', text);
  await done('contacts sync wrong.csv --list Leads --update');
  return {before, spoilt: await people(), run: await newest()};
}

/** The files of old values, which are in the folders of runs. */
const kept = (): readonly string[] => {
  const imports = join(shell().folder, 'state', 'imports');
  return readdirSync(imports, {recursive: true, encoding: 'utf8'})
    .filter(name => name.includes('old-values'))
    .map(name => join(imports, name));
};

test('a wrong column over 120 people is taken back, and a dry run changes nothing', {timeout: 120_000}, async () => {
  const {before, spoilt, run} = await spoil(rows(wrong));
  expect(spoilt).not.toEqual(before);
  expect(kept().map(path => statSync(path).mode & 0o777)).toEqual([0o600]);
  const sent = await changesSent();
  expect((await emk(`undo ${run}`)).code).toBe(2);
  const dry = await emk(`undo ${run} --dry-run -o json`);
  expect([dry.code, JSON.parse(dry.stdout)]).toMatchObject([0, {result: 'planned', to_do: {change: 120}}]);
  expect([await changesSent(), await people()]).toEqual([sent, spoilt]);

  await done(`undo ${run}`);
  expect(await people()).toEqual(before);
});

test('an undo of old values is a run, which is taken back as well, as often as people like', async () => {
  const {before, spoilt, run} = await spoil(rows(wrong, 4), 4);
  await done(`undo ${run}`);
  expect(await people()).toEqual(before);
  expect((await emk(`undo ${run} --yes`)).stderr).toContain('was taken back already');
  expect(JSON.parse((await emk('undo -o json')).stdout)).toMatchObject([
    {what: 'undo', of: run, undone: false},
    {id: run, what: 'sync', undone: true},
    {what: 'import'},
  ]);
  await done(`undo ${await newest()}`);
  expect(await people()).toEqual(spoilt);
  await done(`undo ${await newest()}`);
  expect(await people()).toEqual(before);
});

test('a person sees some of them before and after, and is asked once', async () => {
  const {before, run} = await spoil(rows(wrong, 3), 3);
  const {code, stderr} = await atTerminal(shell(), `undo ${run}`, ['? Change 3 people on "Leads"?', 'y\r']);
  expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([0, expect.stringContaining('City "Wrong 1" → "Old, 1"')]);
  expect(await people()).toEqual(before);
});

test('who was touched since or is gone stays as they are and is named', async () => {
  const {before, run} = await spoil(rows(wrong, 4), 4);
  await done(`contacts update ${address(1)} --city Kiel`);
  await done(`contacts delete ${address(2)}`);
  await done(`unsubscribe ${address(3)}`);
  const {code, stderr, stdout} = await emk(`undo ${run} --yes -o json`);
  expect([code, stderr]).toEqual([8, expect.stringContaining(address(1))]);
  expect(JSON.parse(stdout)).toMatchObject({refused: [{email: address(1)}, {email: address(2)}]});
  expect(await people()).toEqual([before[0], {...before[1], city: 'Kiel'}, before[3]]);
  expect((await emk('unsubscribes list --columns email_address -o csv')).stdout).toContain(address(3));
});

/** An address that a sync of an edited file changes, in the list of these people. */
async function move(from: string, to: string): Promise<string> {
  await done('contacts export people.csv --list Leads --edit --overwrite');
  const text = readFileSync(join(shell().folder, 'people.csv'), 'utf8');
  shell().write('people.csv', text.replace(`${from},`, `${to},`));
  await done('contacts sync people.csv --list Leads --update');
  return newest();
}

test('an address comes back, unless somebody has it or left with it', async () => {
  await fill(rows(right, 3));
  const before = await people();
  const run = await move(address(0), 'New.Name@example.com');
  await done(`undo ${run}`);
  expect(await people()).toEqual(before);

  const [first, second] = [await move(address(0), 'a@example.com'), await move(address(1), 'b@example.com')];
  shell().write('more.csv', `email,country\n${address(0)},Italy\n`);
  await done('contacts import more.csv --list Leads');
  await done(`unsubscribe ${address(1)}`);
  const moved = await people();
  for (const [id, name] of [
    [first, address(0)],
    [second, address(1)],
  ]) {
    const {code, stdout, stderr} = await emk(`undo ${id} --yes`);
    expect([code, stdout + stderr]).toEqual([8, expect.stringContaining(name ?? '')]);
  }
  expect(await people()).toEqual(moved);
  await done(`undo ${second} --include-unsubscribed`);
  expect((await people())[1]).toEqual(before[1]);
});

test('a sync that was killed, and an undo that was, leave what the next undo takes back', async () => {
  await fill(rows(right, 12));
  const before = await people();
  shell().write('wrong.csv', rows(wrong, 12));
  const cut = async (line: string, after: number): Promise<void> => {
    const [signal, sent] = [new AbortController(), (await shell().sandbox.requests()).length];
    shell().sandbox.misbehave(`POST /contacts/update=hang:1,after=${after},applied`);
    const running = emk(line, {interrupted: signal.signal});
    await untilStruck(shell().sandbox, sent);
    signal.abort('SIGINT');
    expect((await running).code).toBe(130);
    shell().sandbox.faults.clear();
  };
  await cut('contacts sync wrong.csv --list Leads --update --yes', 8);
  const run = await newest();
  expect((await people()).filter((person, at) => person['city'] !== before[at]?.['city'])).toHaveLength(9);
  await cut(`undo ${run} --yes`, 4);
  const runs = JSON.parse((await emk('undo -o json')).stdout);
  expect(runs.find(({id}: {id: string}) => id === run)).toMatchObject({undone: false});
  await done(`undo ${run}`);
  expect(await people()).toEqual(before);
});

test('a sync that added people as well loses them again, and the others get their values back', async () => {
  const {before, run} = await spoil(rows(wrong, 5), 3);
  const {code, stdout} = await emk(`undo ${run} --yes -o json`);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, {done: {changed: 3}, sum: {done: 5}}]);
  expect(await people()).toEqual(before);
  await done(`undo ${await newest()}`);
  expect((await people()).map(({city}) => city)).toEqual([0, 1, 2, 3, 4].map(wrong));
});

test('who had no country keeps the new one, and is told so', async () => {
  await fill('email,country\nann@example.com,\n');
  shell().write('wrong.csv', 'email,country,city\nann@example.com,Italy,Rome\n');
  await done('contacts sync wrong.csv --list Leads --update');
  const {code, stderr} = await emk(`undo ${await newest()} --yes`);
  expect([code, stderr]).toEqual([0, expect.stringContaining('had no country')]);
  expect(await people()).toMatchObject([{country: 'Italy', city: ''}]);
});

test('an erased person is struck from the old values by either address, and does not come back', async () => {
  const {run} = await spoil(rows(wrong, 3), 3);
  const [file = ''] = kept();
  const moved = await move(address(0), 'new@example.com');
  await done('contacts erase new@example.com');
  expect(kept()).toEqual([file]);
  expect((await emk(`undo ${moved} --yes`)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain(address(1));
  await done(`contacts erase ${address(1)}`);
  expect(readFileSync(file, 'utf8')).not.toContain(address(1));
  expect((await emk(`undo ${run} --yes`)).code).toBe(8);
  expect((await people()).map(({email}) => email)).toEqual([address(2)]);
});
