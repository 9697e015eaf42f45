/** An apply after one that was killed between a request and its answer: it waits, looks, and makes what is not there. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {recordItem, withApplyJournal} from '../../../src/account-files/apply/apply-journal.js';
import {targetOf} from '../../../src/accounts/target.js';
import {makeFolder} from '../../../src/system/folder.js';
import {fakeHost} from '../../accounts/fake-host.js';
import {NOON} from '../../shell.js';
import {useFreshShell} from '../../use-shell.js';

const shell = useFreshShell();

/** Leaves what a run leaves that was killed after it had asked for a list. */
async function killed(): Promise<void> {
  const {sandbox, folder} = shell();
  makeFolder(join(folder, 'a'));
  shell().write('a/lists.yaml', 'lists:\n  - name: Leads\n');
  const host = {...fakeHost({env: {EMK_STATE_DIR: join(folder, 'state')}}), lockWait: {longest: 0, says() {}}};
  const target = targetOf({...sandbox, source: 'environment'} as never);
  const run = withApplyJournal(host, join(folder, 'a'), target, async journal => {
    const since = {lastRow: 3, startedAt: Date.parse(NOON) - 1000};
    journal.begin('creates', {items: [recordItem('lists', 'Leads')]}, {print: 'p', since});
    throw new Error('Killed.');
  });
  await expect(run).rejects.toThrow('Killed.');
}

/** Applies the folder, and gives how long emk waited and what it asked for. */
async function apply() {
  const sleeps: number[] = [];
  const before = (await shell().sandbox.requests()).length;
  const ran = await shell().emk('account apply a --yes', {
    env: {EMK_SETTLE: '5s'},
    host: {sleep: async time => void sleeps.push(time)},
  });
  const changes = (await shell().sandbox.requests()).slice(before).filter(({method}) => method !== 'GET');
  return {...ran, sleeps, changes: changes.map(({path}) => path)};
}

const made = (): unknown => {
  const {accounts} = JSON.parse(readFileSync(join(shell().folder, 'a/emk.lock.json'), 'utf8'));
  return (Object.values(accounts)[0] as {made?: {records: unknown}}).made?.records;
};

test('the list that was made is found after the wait, and counts as made from here', async () => {
  await killed();
  const id = Number((await shell().emk('lists create Leads -o id')).stdout);
  const {code, stderr, sleeps, changes} = await apply();
  expect([code, sleeps, changes]).toEqual([0, [4000], []]);
  expect(stderr).toContain('An earlier run stopped half-way. Waiting 4 s until the service has finished');
  expect(made()).toEqual({lists: {Leads: expect.objectContaining({id})}});
});

test('a list that was not made is made now, and nobody waits again', async () => {
  await killed();
  expect(await apply()).toMatchObject({code: 0, sleeps: [4000], changes: ['/api/contacts-type/add']});
  expect(await apply()).toMatchObject({code: 0, sleeps: [], changes: []});
});
