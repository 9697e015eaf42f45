/** A sync takes no more people away than it may, account files name their mistakes, and an undo leaves what others touched. */
import {mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {moveClock} from '../support/move-clock.js';
import {errorOf} from '../support/said.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const leads = (count: number): string =>
  `email,country\n${Array.from({length: count}, (_, at) => `p${at}@example.com,India\n`).join('')}`;

async function emk(line: string) {
  const {code, stdout, stderr} = await shell().emk(`${line} -o json`);
  return {code, stdout, stderr, error: errorOf({stderr})};
}

type Person = {readonly id: number; readonly email: string; readonly first_name: string | null};
const people = async (): Promise<readonly Person[]> => JSON.parse((await emk('contacts list')).stdout || '[]');

async function filled(count: number): Promise<void> {
  shell().write('leads.csv', leads(count));
  expect((await emk('contacts import leads.csv --list Leads --create-type --yes')).code).toBe(0);
}

describe('--max-gone', () => {
  const sync = 'contacts sync leads.csv --list Leads --gone delete --yes';

  test.each([
    ['5 of 30', 30, 5, '', true],
    ['6 of 30', 30, 6, '', false],
    ['25 of 30, where it allows them', 30, 25, '--max-gone 25', true],
    ['30 of 300, a tenth', 300, 30, '', true],
    ['31 of 300', 300, 31, '', false],
    ['31 of 300, where it allows them', 300, 31, '--max-gone 31', true],
    ['2 of 30, where it allows one', 30, 2, '--max-gone 1', false],
  ])('%s may go by itself: %s', async (_, all, gone, option, mayGo) => {
    await filled(all);
    shell().write('leads.csv', leads(all - gone));
    const {code} = await emk(`${sync} ${option}`);
    expect([code, (await people()).length]).toEqual(mayGo ? [0, all - gone] : [2, all]);
  });
});

describe('an undo of an import', () => {
  const runs = (): string =>
    readdirSync(join(shell().folder, 'state/imports'))
      .filter(name => /^\d/.test(name))
      .sort()
      .at(-1) ?? '';

  test('takes back whom it added, and leaves who was there before and whom somebody changed', async () => {
    await filled(3);
    shell().write('more.csv', leads(6));
    expect((await emk('contacts import more.csv --list Leads --yes')).code).toBe(0);
    await moveClock(shell().sandbox, '1m');
    const touched = (await people()).find(({email}) => email === 'p4@example.com')?.id;
    expect((await emk(`contacts update ${touched} --first-name Ada`)).code).toBe(0);
    const {code} = await emk(`undo ${runs()} --yes`);
    expect([0, 8]).toContain(code);
    const left = (await people()).map(({email}) => email).sort();
    expect(left).toEqual(['p0@example.com', 'p1@example.com', 'p2@example.com', 'p4@example.com']);
  });

  test('that was cut half-way goes on, and one that is done takes nobody else', async () => {
    await filled(40);
    const id = runs();
    shell().sandbox.misbehave('DELETE *=500,after=3', 'POST *=500,after=1');
    await emk(`undo ${id} --yes --max-delete 99`);
    shell().sandbox.faults.clear();
    expect((await emk(`undo ${id} --yes --max-delete 99`)).code).toBe(0);
    expect(await people()).toEqual([]);
    await emk('contacts create --list Leads --country India --email p1@example.com --yes');
    await emk(`undo ${id} --yes --max-delete 99`);
    expect((await people()).map(({email}) => email)).toEqual(['p1@example.com']);
  });
});

describe('a mistake in account files', () => {
  test.each([
    ['a word that is no key', 'lists:\n  - name: Leads\n    colour: red\n', 'line 3, column 5'],
    ['a name that is missing', 'lists:\n  - name: Leads\n  - {}\n', 'line 3, column 5'],
    ['a list that is none', 'lists:\n  name: Leads\n', 'line 2, column 3'],
    ['what is no YAML', 'lists:\n  - name: "Leads\n', 'line 3, column 1'],
    ['a tab', 'lists:\n\t- name: Leads\n', 'line 2, column 1'],
  ])('%s is named with its place, and nothing is asked', async (_, text, place) => {
    mkdirSync(join(shell().folder, 'account'));
    shell().write('account/lists.yaml', text);
    const before = (await shell().sandbox.requests()).length;
    const {code, stderr, stdout} = await emk('account plan account');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`lists.yaml, ${place}`);
    expect((await shell().sandbox.requests()).slice(before).filter(({method}) => method !== 'GET')).toEqual([]);
  });

  test('aliases that grow and nests without end are refused at once', async () => {
    mkdirSync(join(shell().folder, 'account'));
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'.split('').map((name, at) => {
        const of = 'abcdefgh'[at];
        return `${name}: &${name} [${Array.from({length: 9}, () => `*${of}`).join(', ')}]`;
      }),
    ].join('\n');
    for (const text of [bomb, `lists: ${'['.repeat(20_000)}`]) {
      shell().write('account/lists.yaml', text);
      expect((await emk('account plan account')).code).toBe(2);
    }
  });
});

test('nothing is deleted before its copy is kept', async () => {
  await filled(2);
  const [one] = await people();
  shell().write('state/deleted', 'no folder');
  expect((await emk(`contacts delete ${one?.id} --yes`)).code).not.toBe(0);
  expect(await people()).toHaveLength(2);
});

test('who left everything comes in by no import', async () => {
  await filled(1);
  expect((await emk('unsubscribes add --email P3@Example.com --yes')).code).toBe(0);
  shell().write('more.csv', leads(6));
  expect([0, 8]).toContain((await emk('contacts import more.csv --list Leads --yes')).code);
  expect((await people()).map(({email}) => email).sort()).toEqual([0, 1, 2, 4, 5].map(at => `p${at}@example.com`));
});
