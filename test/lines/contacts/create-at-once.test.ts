import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {sample} from '../../support/sample.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell();

/** Every creation that takes --if-missing. */
const creations: ReadonlyArray<readonly [line: string, list: string]> = [
  ['lists create Leads', 'lists list --where name=Leads'],
  [
    'contacts create --list 3 --email ada@lovelace.example --country 101 --allow-automations',
    'contacts list --where email=ada@lovelace.example',
  ],
  ['fields create shoe_size --kind number', 'fields list --where field_name=shoe_size'],
  ['groups create --name Daily --description News --display', 'groups list --where group_name=Daily'],
  [
    'notifications create --email night@acme.example --owner Night',
    'notifications list --where email_address=night@acme.example',
  ],
  [
    'automations create --kind custom --name Later --for contacts_3 --group 1',
    'automations list --where automation_name=Later',
  ],
];

const ids = async (list: string): Promise<string[]> =>
  (await shell().emk(`${list} -o id`)).stdout.trim().split('\n').filter(Boolean);

/** Waits like a process, but not as long. */
const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, Math.min(milliseconds, 50));
  });

test.each(sample(creations, 2))('%s --if-missing, four times at once on one machine, makes one', async (line, list) => {
  const runs = await Promise.all(
    [1, 2, 3, 4].map(() => shell().emk(`${line} --if-missing --yes -o id`, {host: {sleep}})),
  );
  expect(runs.map(({code}) => code)).toEqual([0, 0, 0, 0]);
  expect(new Set(runs.map(({stdout}) => stdout)).size).toBe(1);
  expect(await ids(list)).toHaveLength(1);
});

test.each(sample(creations.slice(0, 2), 1))(
  '%s --if-missing on two machines at once: the twin is named, and the same one is kept',
  async (line, list) => {
    const other = join(shell().folder, 'other');
    mkdirSync(other);
    shell().sandbox.misbehave('POST *=latency,ms=300');
    const runs = await Promise.all([
      shell().emk(`${line} --if-missing -o id`),
      shell().emk(`${line} --if-missing -o id`, {host: {cwd: other, home: other}}),
    ]);
    const made = (await ids(list)).sort((one, another) => Number(one) - Number(another));
    expect(made).toHaveLength(2);
    const told = runs.filter(({code}) => code === 8);
    expect(told.length).toBeGreaterThan(0);
    for (const {stdout, stderr} of told) {
      expect(stdout.trim()).toBe(made[0]);
      expect(stderr).toContain(', and emk made only one');
      expect(stderr).toContain(`${made[0]} and ${made[1]}.`);
    }
  },
);
