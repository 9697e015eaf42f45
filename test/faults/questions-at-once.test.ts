/** Two runs that change one account at the same moment: whatever the pair, nothing is there twice that both wanted once. */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

/** Waits like a process, but not as long. */
const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, Math.min(milliseconds, 20));
  });

const atOnce = (...lines: readonly string[]) => Promise.all(lines.map(line => shell().emk(line, {host: {sleep}})));

const countOf = async (list: string, field: string, name: string): Promise<number> =>
  JSON.parse((await shell().emk(`${list} -o json`)).stdout).filter(
    (one: Record<string, unknown>) => one[field] === name,
  ).length;

const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

test('two applies of two folders with the same names make each record once', {tags: ['long']}, async () => {
  for (const folder of ['a', 'b']) {
    mkdirSync(join(shell().folder, folder));
    shell().write(join(folder, 'lists.yaml'), `lists:\n${names.map(name => `  - name: ${name}\n`).join('')}`);
    shell().write(
      join(folder, 'groups.yaml'),
      'groups:\n  - name: Weekly news\n    description: News\n    display: true\n',
    );
  }
  shell().sandbox.misbehave('POST *=latency,ms=20');
  const runs = await atOnce('account apply a --yes', 'account apply b --yes');
  expect(runs.filter(({code}) => code === 0).length).toBeGreaterThan(0);
  expect(runs.filter(({code}) => code !== 0 && code !== 8)).toEqual([]);
  for (const name of names) expect([name, await countOf('lists list', 'name', name)]).toEqual([name, 1]);
  expect(await countOf('groups list', 'group_name', 'Weekly news')).toBe(1);
  for (const folder of ['a', 'b']) expect(await shell().emk(`account apply ${folder} --yes`)).toMatchObject({code: 0});
});

test('an apply and a creation of one name make one', async () => {
  mkdirSync(join(shell().folder, 'a'));
  shell().write('a/lists.yaml', 'lists:\n  - name: Leads\n');
  shell().sandbox.misbehave('POST *=latency,ms=20');
  await atOnce('account apply a --yes', 'lists create Leads --if-missing', 'lists create Leads --if-missing');
  const lists = JSON.parse((await shell().emk('lists list -o json')).stdout) as ReadonlyArray<{name: string}>;
  expect(lists.filter(({name}) => name.toLowerCase() === 'leads')).toHaveLength(1);
});

test('two scripts that send one mailing send it once', async () => {
  const line =
    'mailings create --name May --subject Hello --preheader News --from 1 --group 1 --template 2 --to list:Staff --now --yes';
  shell().sandbox.misbehave('POST *=latency,ms=20');
  const runs = await atOnce(line, line);
  expect(runs.map(({code}) => code).sort()).toEqual([0, 2]);
  expect(await countOf('mailings list', 'single_send_name', 'May')).toBe(1);
});

test('two changes of one contact at once lose neither', {tags: ['long']}, async () => {
  await shell().emk('contacts create --list Staff --email ada@example.com --country Germany --yes');
  const [{id} = {id: 0}] = JSON.parse(
    (await shell().emk('contacts list --where email=ada@example.com -o json')).stdout,
  );
  shell().write('staff.csv', 'email,last_name\nada@example.com,Lovelace\n');
  shell().sandbox.misbehave('GET /contacts/details=latency,ms=20', 'POST *=latency,ms=20');
  const runs = await atOnce(
    `contacts update ${id} --first-name Ada`,
    `contacts update ${id} --city London`,
    'contacts sync staff.csv --list Staff --update last_name --yes --allow-automations',
  );
  expect(runs.map(({code, stderr}) => [code, code === 0 ? '' : stderr])).toEqual(runs.map(() => [0, '']));
  const now = JSON.parse((await shell().emk(`contacts show ${id} -o json`)).stdout);
  expect(now).toMatchObject({first_name: 'Ada', city: 'London', last_name: 'Lovelace'});
});

test('what somebody else changed while a person was asked is not written over', {tags: ['long']}, async () => {
  await shell().emk('contacts create --list Staff --email ada@example.com --country Germany --yes');
  const elsewhere = async (): Promise<string> => {
    expect((await shell().emk('contacts update ada@example.com --city London')).code).toBe(0);
    return 'y\r';
  };
  await shell().emk('contacts create --list Staff --email eve@example.com --country Germany --yes');
  const line = 'contacts update ada@example.com --email eve@example.com';
  expect(await atTerminal(shell(), line, ['have the address there twice?', elsewhere])).toMatchObject({code: 2});
  expect(JSON.parse((await shell().emk('contacts show ada@example.com -o json')).stdout)).toMatchObject({
    contacts: [{city: 'London'}],
  });
});

test('many changes at a time bring no warning of Node.js', {tags: ['long']}, async () => {
  const file = (city: string): string =>
    `email,country,city\n${Array.from({length: 40}, (_, at) => `a${at}@ex.example,India,${city}\n`).join('')}`;
  shell().write('before.csv', file('Bonn'));
  shell().write('after.csv', file('Bern'));
  await shell().emk('contacts import before.csv --list Customers --yes');
  const warned: string[] = [];
  const note = ({message}: Error): void => void warned.push(message);
  process.on('warning', note);
  shell().sandbox.misbehave('POST *=latency,ms=20');
  const {code} = await shell().emk('contacts sync after.csv --list Customers --update --yes');
  // Node.js says it in the next turn.
  await sleep(1);
  process.off('warning', note);
  expect([code, warned]).toEqual([0, []]);
});
