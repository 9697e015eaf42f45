/** Somebody who leaves a list after it was pulled does not come back with the next apply, and is named. */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {useFreshShell} from '../use-shell.js';

const shell = useFreshShell({seed: {kind: 'demo'}});

const emk = async (line: string, expected = 0) => {
  const ran = await shell().emk(line);
  expect({line, code: ran.code, stderr: ran.stderr}).toMatchObject({code: expected});
  return ran;
};

const file = (name: string): string => join(shell().folder, 'a', name);
const addresses = async (): Promise<string> =>
  (await emk('contacts list --type Staff --columns email -o csv --sort email')).stdout;

test('an apply names who has left, adds who is new in the file, and ends with 8', async () => {
  await emk('account pull a --contacts');
  await emk('contacts delete olga@acme.example --yes');
  const path = file('contacts/staff.csv');
  const text = readFileSync(path, 'utf8');
  const [, someone = ''] = text.split('\n');
  writeFileSync(path, `${text}${someone.replace(/\w+@acme/, 'nina@acme')}\n`);
  const plan = await emk('account plan a --contacts');
  expect(plan.stdout).toContain('they have left the list since it was pulled (olga@acme.example)');
  await emk('account apply a --contacts --yes', 8);
  expect(await addresses()).toContain('nina@acme.example');
  expect(await addresses()).not.toContain('olga@acme.example');
});

test('a list that is gone is made again with all its people', async () => {
  await emk('account pull a --contacts');
  await emk('contact-types delete Staff --yes');
  await emk('account apply a --contacts --yes');
  expect(await addresses()).toContain('olga@acme.example');
});

test('what is kept of the people shows no address', async () => {
  await emk('account pull a --contacts');
  const lock = readFileSync(file('emk.lock.json'), 'utf8');
  const [account] = Object.values(JSON.parse(lock).accounts) as {readonly people: object}[];
  expect(JSON.stringify(account?.people)).toMatch(/^\{"Customers":\{"type":\d,"print":"\w{8}","hashes":\["\w{16}"/);
});

test('unsubscribes are sent until they are done', async () => {
  await emk('unsubscribers add --email gone@owed.example');
  await emk('account pull a');
  await emk('unsubscribers delete gone@owed.example --yes');
  for (const fault of ['POST /global-unsubscribes/save=502-html:5', 'GET /global-unsubscribes=500:3,after=2'])
    shell().sandbox.misbehave(fault);
  await emk('account apply a --yes');
  shell().sandbox.faults.clear();
  const {stdout} = await emk('unsubscribers list --where email_address=gone@owed.example --count');
  expect(stdout.trim()).toBe('1');
});
