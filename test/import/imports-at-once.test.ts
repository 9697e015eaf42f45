/** Imports into one list that the first import has only just created. */

import {setTimeout} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {standBetween} from '../support/in-between.js';
import {sample} from '../support/sample.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

/** Lets something happen when the first rows are on their way, before the service gets them. */
async function atTheUpload(happens: (given: {readonly env: Record<string, string>}) => Promise<void>) {
  let once = true;
  const between = await standBetween(shell().sandbox, async ({path}) => {
    if (once && path.startsWith('/contacts/upload-csv')) {
      once = false;
      await happens({env: between.env});
    }
    return undefined;
  });
  return between;
}

test.each(sample(['import', 'sync'], 1))('take turns: %s sends nobody whom the other is about to send', async verb => {
  shell().write('leads.csv', 'email\nada@lovelace.example\ngrace@hopper.example\n');
  let second = await shell().emk('lists create Leads');
  const line = `contacts ${verb} leads.csv --list Leads --yes`;
  const {env} = await atTheUpload(async given => {
    second = await shell().emk(line, given);
  });
  const first = await shell().emk(line, {env});
  expect([first.code, second.code]).toEqual([0, 11]);
  const {stdout} = await shell().emk('contacts list --columns email --sort email -o csv');
  expect(stdout).toBe('email\nada@lovelace.example\ngrace@hopper.example\n');
});

test('wait for each other: an import fills the list that the other has made', async () => {
  shell().write('leads.csv', 'email,shoe\nada@lovelace.example,38\ngrace@hopper.example,39\n');
  const line = 'contacts import leads.csv --list Leads --create-list --create-fields --yes';
  let second = shell().emk('--version');
  const {env} = await atTheUpload(async given => {
    let waits = (): void => undefined;
    const waiting = new Promise<void>(resolve => {
      waits = resolve;
    });
    const sleep = async (milliseconds: number) => {
      waits();
      await setTimeout(milliseconds / 10);
    };
    second = shell().emk(line, {...given, host: {sleep}});
    await waiting;
  });
  expect(await shell().emk(line, {env})).toMatchObject({code: 0});
  expect(await second).toMatchObject({code: 0});
  const types = await shell().emk('lists list --columns name -o csv');
  const people = await shell().emk('contacts list --list Leads --columns email --sort email -o csv');
  expect([types.stdout, people.stdout]).toEqual([
    'name\nLeads\n',
    'email\nada@lovelace.example\ngrace@hopper.example\n',
  ]);
});
