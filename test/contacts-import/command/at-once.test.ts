/** Imports into one list that the first import has only just created. */

import {setTimeout} from 'node:timers/promises';
import {expect, test} from 'vitest';
import * as sending from '../../../src/contacts-import/send/send.js';
import {replaceOnce} from '../../replace-export.js';
import {sample} from '../../sample.js';
import {useFreshShell} from '../../use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

test.each(sample(['import', 'sync'], 1))('take turns: %s sends nobody whom the other is about to send', async verb => {
  shell().write('leads.csv', 'email\nada@lovelace.example\ngrace@hopper.example\n');
  let second = await shell().emk('lists create Leads');
  replaceOnce(sending, 'sendAll', real => async (...given) => {
    second = await shell().emk(`contacts ${verb} leads.csv --list Leads --yes`);
    return real(...given);
  });
  const first = await shell().emk(`contacts ${verb} leads.csv --list Leads --yes`);
  expect([first.code, second.stderr]).toEqual([
    0,
    expect.stringMatching(/^error: Another emk \(process \d+\) is working on an import into this list/m),
  ]);
  const {stdout} = await shell().emk('contacts list --columns email --sort email -o csv');
  expect(stdout).toBe('email\nada@lovelace.example\ngrace@hopper.example\n');
});

test('wait for each other: an import fills the list that the other has made', async () => {
  shell().write('leads.csv', 'email,shoe\nada@lovelace.example,38\ngrace@hopper.example,39\n');
  const line = 'contacts import leads.csv --list Leads --create-list --create-fields --yes';
  let second = shell().emk('--version');
  replaceOnce(sending, 'sendAll', real => async (...given) => {
    let waits = (): void => undefined;
    const waiting = new Promise<void>(resolve => {
      waits = resolve;
    });
    const sleep = async (milliseconds: number) => {
      waits();
      await setTimeout(milliseconds / 10);
    };
    second = shell().emk(line, {host: {sleep}});
    await waiting;
    return real(...given);
  });
  expect(await shell().emk(line)).toMatchObject({code: 0});
  expect(await second).toMatchObject({code: 0});
  const types = await shell().emk('lists list --columns name -o csv');
  const people = await shell().emk('contacts list --list Leads --columns email --sort email -o csv');
  expect([types.stdout, people.stdout]).toEqual([
    'name\nLeads\n',
    'email\nada@lovelace.example\ngrace@hopper.example\n',
  ]);
});
