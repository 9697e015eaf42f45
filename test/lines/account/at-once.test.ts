/** Pulls and applies of one folder at the same time: each keeps what the others have noted. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {beforeEach, expect, test} from 'vitest';
import * as pull from '../../../src/files/account/pull.js';
import {replaceOnce} from '../../support/replace-export.js';
import {useFreshShell} from '../../support/use-shell.js';
import {lockFileOf} from './lock-file.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(async () => {
  await shell().emk('lists create Leads');
  await shell().emk('fields create size --kind text');
});

/** Lets the other process continue while this one waits for it, unlike the shell of other tests. */
const sleep = (milliseconds: number): Promise<void> => setTimeout(milliseconds / 10);
const patient = {host: {sleep, lockWait: {longest: 600_000, says() {}}}};
const another = {pid: process.ppid, alive: () => true};

const noted = (): string => readFileSync(join(shell().folder, 'a', lockFileOf(shell().sandbox)), 'utf8');

test('two pulls, also by processes of the same number in two containers', async () => {
  const ran = await Promise.all(['lists', 'fields'].map(kind => shell().emk(`account pull a --only ${kind}`, patient)));
  expect(ran.map(({code, stdout}) => [code, stdout])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  // Neither warns about the other, but one may wait for it: each reports only what it has read and changed.
  for (const {stderr} of ran) expect(stderr).toMatch(/^(?:Another emk .*\n)*Changed 1 file: .*\.\n$/);
  expect(readdirSync(join(shell().folder, 'a')).sort()).toEqual(['fields.yaml', 'lists.yaml']);
});

test('an apply that ends while a pull puts its files in place', {tags: ['long']}, async () => {
  await shell().emk('account pull a');
  await shell().emk('account apply a --yes');
  await shell().emk('fields create weight --kind text');
  shell().write('a/lists.yaml', 'lists:\n  - name: Leads\n  - name: News\n');
  let apply = shell().emk('--version');
  replaceOnce(pull, 'putInPlace', real => async (...given) => {
    await new Promise<void>(resolve => {
      const waiting = (milliseconds: number) => {
        resolve();
        return sleep(milliseconds);
      };
      const host = {...patient.host, ...another, sleep: waiting};
      apply = shell().emk('account apply a --only lists --yes', {host});
      apply.finally(resolve);
    });
    await real(...given);
  });
  expect(await shell().emk('account pull a --only fields', {host: {alive: () => true}})).toMatchObject({code: 0});
  expect(await apply).toMatchObject({code: 0});
  expect(noted()).toContain('["News",');
  expect(readFileSync(join(shell().folder, 'a/fields.yaml'), 'utf8')).toContain('weight');
});
