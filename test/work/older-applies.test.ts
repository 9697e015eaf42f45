/** Applies and a destroy that version 0.1 left half-way: today's emk continues them, and deletes exactly what they made. */

import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {filesOfApply as files} from '../account-files/apply/files-of-apply.js';
import {sample} from '../sample.js';
import {useFreshShell} from '../use-shell.js';
import {leaveApply} from './left-by-0.1.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const put = (folder: string, some: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(some)) {
    const place = join(shell().folder, folder, path);
    mkdirSync(dirname(place), {recursive: true});
    writeFileSync(place, text);
  }
};

/** Fills the account as the killed run had, from another folder and with a state of its own. */
async function fill(some: Readonly<Record<string, string>>): Promise<void> {
  put('b', some);
  const env = {EMK_STATE_DIR: join(shell().folder, 'other-state')};
  const line = 'account apply b --contacts --yes --settle-wait 0s';
  expect(await shell().emk(line, {env})).toMatchObject({code: 0});
}

const leave = (name: string): void => {
  put('a', files);
  const {publicKey, baseUrl} = shell().sandbox;
  const key = createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
  leaveApply(name, shell().folder, {origin: new URL(baseUrl).origin, key});
};

const first = (count: number): Record<string, string> => Object.fromEntries(Object.entries(files).slice(0, count));

/** How many records of each kind an account holds. */
const held = async (): Promise<readonly number[]> => {
  const counts: number[] = [];
  for (const kind of ['lists list', 'contacts list', 'unsubscribes list', 'senders list', 'automations list'])
    counts.push(Number((await shell().emk(`${kind} --count`)).stdout));
  return counts;
};

const nothing = [0, 0, 0, 0, 0];

const killed = [
  {name: 'apply-killed-in-a-creation', there: {'lists.yaml': 'lists:\n  - name: Leads\n'}},
  {name: 'apply-killed-among-people', there: first(3)},
  {name: 'apply-killed-in-an-import', there: first(6)},
  // Its import ended, and the contacts of this account were added at another moment: they count as somebody else's.
  {name: 'apply-killed-in-an-email', there: files, stays: [1, 5, 0, 0, 0]},
];

test.each(sample(killed, 1))('$name', async ({name, there, stays = nothing}) => {
  await fill(there);
  leave(name);
  const apply = await shell().emk('account apply a --contacts --yes --settle-wait 0s');
  expect([apply.code, apply.stderr]).toEqual([0, expect.any(String)]);
  expect((await shell().emk('account plan a --contacts --exit-code')).code).toBe(0);
  expect(await held()).toEqual([2, 5, 3, 1, 1]);
  expect(existsSync(join(shell().folder, 'a/.emk-apply.jsonl'))).toBe(false);
  const destroy = await shell().emk('account destroy a --yes --max-delete 99 --settle-wait 0s');
  expect([destroy.code, destroy.stderr]).toEqual([stays === nothing ? 0 : 8, expect.any(String)]);
  expect(await held(), 'all that the killed run had made was its own').toEqual(stays);
});

test('destroy-killed', async () => {
  const {'contacts/leads.csv': _, 'automations.yaml': __, ...there} = files;
  await fill(there);
  leave('destroy-killed');
  expect(await shell().emk('account destroy a --yes --max-delete 99 --settle-wait 0s')).toMatchObject({code: 0});
  expect(await held()).toEqual(nothing);
  expect(existsSync(join(shell().folder, 'a/.emk-apply.jsonl'))).toBe(false);
});
