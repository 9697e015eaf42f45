/** People who are gone from the file are unsubscribed or deleted in the same night, whatever one answer says. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect} from 'vitest';
import {eitherTest, portion, test} from '../../in-two-parts.js';
import {useFreshShell} from '../../use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const names = Array.from({length: 9}, (_, at) => `p${at}`);
const csv = (...people: readonly string[]): string =>
  ['email,first_name,country', ...people.map(name => `${name}@example.com,${name},Italy`)].join('\n');

beforeEach(async () => {
  await shell().emk('contact-types create Leads');
  shell().write('crm.csv', csv(...names));
  expect((await shell().emk('contacts import crm.csv --type Leads')).code).toBe(0);
  shell().write('crm.csv', csv(...names.slice(3)));
});

async function sync(gone: 'unsubscribe' | 'delete', ...faults: readonly string[]) {
  for (const fault of faults) shell().sandbox.misbehave(fault);
  const {code, stdout, stderr} = await shell().emk(
    `contacts sync crm.csv --type Leads --gone ${gone} --yes --settle-wait 0s --settle-poll 0s -o json`,
  );
  shell().sandbox.faults.clear();
  return {code, stderr, data: stdout === '' ? undefined : (JSON.parse(stdout) as Record<string, unknown>)};
}

const unsubscribed = async (): Promise<string[]> =>
  (JSON.parse((await shell().emk('unsubscribers list -o json')).stdout) as Array<{email_address: string}>)
    .map(({email_address}) => email_address)
    .sort();

const gone = names.slice(0, 3).map(name => `${name}@example.com`);

const once = ['502-html:1', '502-html:3', '502-html:1,status=503', '500:1', '500:6', 'reset-before:1', 'lost-reply:1'];
const twice = ['500:1,applied', 'empty:2', 'garbage:1', 'html200:1', '503-maintenance:6', '429:1,retry-after=20'];

describe.each(portion([...once, ...twice], 5))('%s', fault => {
  eitherTest('at an unsubscribe leaves nobody subscribed', async () => {
    const {code, data} = await sync('unsubscribe', `POST /global-unsubscribes/save=${fault}`);
    expect([code, data]).toMatchObject([0, {left: {unsubscribe: 0}, owed: []}]);
    expect([...new Set(await unsubscribed())]).toEqual(gone);
  });

  eitherTest('at a deletion leaves nobody in the list', async () => {
    const faults = ['POST /contacts/bulk-delete', 'DELETE /contacts/delete'].map(place => `${place}=${fault}`);
    const {code, data} = await sync('delete', ...faults);
    expect([code, data]).toMatchObject([0, {left: {delete: 0}, owed: []}]);
    expect((await shell().emk('contacts list --count')).stdout.trim()).toBe('6');
  });

  eitherTest('at a read of either list is read over', async () => {
    const faults = ['GET /contacts/list', 'GET /global-unsubscribes', 'GET /contacts-type'];
    const {code} = await sync('unsubscribe', ...faults.map(place => `${place}=${fault}`));
    expect(code).toBe(fault.startsWith('html200') ? 1 : 0);
    if (code === 0) expect(await unsubscribed()).toEqual(gone);
  });
});

test('an unsubscribe that was saved late is seen at the end, and a group of lists that changes is read again', async () => {
  const {code, data} = await sync('unsubscribe', 'POST /global-unsubscribes/save=late-commit:2,s=0');
  expect([code, data]).toMatchObject([0, {left: {unsubscribe: 0}}]);
});

test('where the service stays down, the sync says who is still owed', async () => {
  const {code, data, stderr} = await sync('unsubscribe', 'POST /global-unsubscribes/save=502-html');
  expect([code, data]).toMatchObject([8, {done: {unsubscribed: 0}, left: {unsubscribe: 3}, owed: gone}]);
  expect(stderr).toContain(`Not done: 3 people to unsubscribe (${gone.join(', ')}).`);
  expect(await unsubscribed()).toEqual([]);
  const deletion = ['POST /contacts/bulk-delete=500', 'DELETE /contacts/delete=500'];
  const {code: second, data: left} = await sync('delete', ...deletion);
  expect([second, left]).toMatchObject([8, {left: {delete: 3}, owed: gone}]);
});

describe('one bad export', () => {
  const sayAgain = async () => {
    shell().write('crm.csv', csv(...names));
    return sync('unsubscribe');
  };
  const runOf = async (): Promise<string> => {
    const {data} = await sayAgain();
    const [bySync] = (data?.['unsubscribed_by_sync'] ?? []) as Array<{sync: string}>;
    return bySync?.sync ?? '';
  };

  test('is no silence in the next night', async () => {
    await sync('unsubscribe');
    const {code, data} = await sayAgain();
    expect([code, data]).toMatchObject([0, {result: 'same', unsubscribed_by_sync: [{people: 3}]}]);
    const {stdout} = await shell().emk('contacts sync crm.csv --type Leads --gone unsubscribe --yes');
    expect(stdout).toMatch(
      /no changes\n {2}3 people in the file are unsubscribed, by the sync of 4 March 2026\. To take that back: emk contacts import undo \w+/,
    );
  });

  test('is taken back by an undo of that sync, and only with a yes of its own', async () => {
    await shell().emk('unsubscribers add --email p5@example.com');
    await sync('unsubscribe');
    const run = await runOf();
    const kept = await shell().emk(`contacts import undo ${run} --yes`);
    expect([kept.code, kept.stderr]).toEqual([
      0,
      expect.stringContaining('With --mail-again, 3 people will get mail again'),
    ]);
    expect(await unsubscribed()).toEqual([...gone, 'p5@example.com']);
    expect((await sayAgain()).data).toMatchObject({unsubscribed_by_sync: [{sync: run, people: 3}]});
    const taken = await shell().emk(`contacts import undo ${run} --yes --mail-again -o json`);
    expect([taken.code, JSON.parse(taken.stdout)]).toMatchObject([0, {result: 'undone', mail_again: 3, deleted: 0}]);
    expect(await unsubscribed()).toEqual(['p5@example.com']);
    const {data} = await sayAgain();
    expect(data).toMatchObject({result: 'same', unsubscribed_by_sync: []});
  });

  test('leaves alone who unsubscribed again by their own wish', async () => {
    await sync('unsubscribe');
    const run = await runOf();
    await shell().emk('unsubscribers delete p0@example.com --yes');
    await shell().emk('unsubscribers add --email p0@example.com');
    expect((await shell().emk(`contacts import undo ${run} --yes --mail-again`)).code).toBe(0);
    expect(await unsubscribed()).toEqual(['p0@example.com']);
    expect((await sayAgain()).data).toMatchObject({unsubscribed_by_sync: []});
  });

  test('keeps no address in the journal', async () => {
    await sync('unsubscribe');
    const run = await runOf();
    expect(readFileSync(join(shell().folder, 'state/imports', run, 'journal.jsonl'), 'utf8')).not.toContain('@');
  });
});
