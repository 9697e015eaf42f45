/** People who are gone from the file are unsubscribed or deleted in the same night, whatever one answer says. */

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import {said} from '../../support/said.js';
import {sample} from '../../support/sample.js';
import {untilStruck} from '../../support/until-struck.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

const names = Array.from({length: 9}, (_, at) => `p${at}`);
const csv = (...people: readonly string[]): string =>
  ['email,first_name,country', ...people.map(name => `${name}@example.com,${name},Italy`)].join('\n');

beforeEach(async () => {
  await shell().emk('lists create Leads');
  shell().write('crm.csv', csv(...names));
  expect((await shell().emk('contacts import crm.csv --list Leads')).code).toBe(0);
  shell().write('crm.csv', csv(...names.slice(3)));
});

const sync = (gone: 'unsubscribe' | 'delete', ...faults: readonly string[]) => syncFor('30m', gone, ...faults);

async function syncFor(longest: string, gone: 'unsubscribe' | 'delete', ...faults: readonly string[]) {
  for (const fault of faults) shell().sandbox.misbehave(fault);
  const {code, stdout, stderr} = await shell().emk(
    `contacts sync crm.csv --list Leads --gone ${gone} --yes EMK_SETTLE=1ms EMK_MAX_WAIT=${longest} -o json`,
  );
  shell().sandbox.faults.clear();
  return {code, stderr, data: stdout === '' ? undefined : (JSON.parse(stdout) as Record<string, unknown>)};
}

const unsubscribed = async (): Promise<string[]> =>
  (JSON.parse((await shell().emk('unsubscribes list -o json')).stdout) as Array<{email_address: string}>)
    .map(({email_address}) => email_address)
    .sort();

const gone = names.slice(0, 3).map(name => `${name}@example.com`);

const once = ['502-html:1', '502-html:3', '502-html:1,status=503', '500:1', '500:6', 'reset-before:1', 'lost-reply:1'];
const twice = ['500:1,applied', 'empty:2', 'garbage:1', 'html200:1', '503-maintenance:6', '429:1,retry-after=20'];

describe.each(sample([...once, ...twice], 1))('%s', fault => {
  test('at an unsubscribe leaves nobody subscribed', async () => {
    const {code, data} = await sync('unsubscribe', `POST /global-unsubscribes/save=${fault}`);
    expect([code, data]).toMatchObject([0, {done: {unsubscribed: 3}}]);
    expect([...new Set(await unsubscribed())]).toEqual(gone);
  });

  test('at a deletion leaves nobody in the list', async () => {
    const faults = ['POST /contacts/bulk-delete', 'DELETE /contacts/delete'].map(place => `${place}=${fault}`);
    const {code, data} = await sync('delete', ...faults);
    expect([code, data]).toMatchObject([0, {done: {deleted: 3}}]);
    expect((await shell().emk('contacts list --count')).stdout.trim()).toBe('6');
  });

  test('at a read of either list is read over', async () => {
    const faults = ['GET /contacts/list', 'GET /global-unsubscribes', 'GET /contacts-type'];
    const {code} = await sync('unsubscribe', ...faults.map(place => `${place}=${fault}`));
    expect(code).toBe(fault.startsWith('html200') ? 1 : 0);
    if (code === 0) expect(await unsubscribed()).toEqual(gone);
  });
});

test('an unsubscribe that was saved late is seen at the end, and a group of lists that changes is read again', {
  tags: ['long'],
}, async () => {
  const {code, data} = await sync('unsubscribe', 'POST /global-unsubscribes/save=late-commit:2,s=0');
  expect([code, data]).toMatchObject([0, {done: {unsubscribed: 3}}]);
});

test('a read that fails five times in a row is tried a sixth time', {tags: ['long']}, async () => {
  const reads = ['custom-fields', 'reserve-fields', 'get/country-state-city', 'contacts-type', 'contacts/list'];
  const faults = [...reads, 'global-unsubscribes'].map(path => `GET /${path}=500:5`);
  expect((await sync('unsubscribe', ...faults)).code).toBe(0);
  expect(await unsubscribed()).toEqual(gone);
});

test('a plan begins again where the list has changed while it was read', {tags: ['long']}, async () => {
  shell().sandbox.misbehave('GET /contacts/list=truncate:1');
  let hasWaited = false;
  const sleep = async () => {
    if (!hasWaited) await shell().emk('contacts update p3@example.com --first-name Longer');
    hasWaited = true;
  };
  const line = 'contacts sync crm.csv --list Leads --gone unsubscribe --yes -o json';
  expect((await shell().emk(line, {host: {sleep}})).code).toBe(0);
  expect([hasWaited, await unsubscribed()]).toEqual([true, gone]);
});

describe('changes', () => {
  const moveTo = async (domain: string, ...faults: readonly string[]) => {
    await shell().emk('contacts export crm.csv --list Leads --edit --overwrite');
    const text = readFileSync(join(shell().folder, 'crm.csv'), 'utf8');
    shell().write('crm.csv', text.replace('p3@example.com', `p3@${domain}`));
    for (const fault of faults) shell().sandbox.misbehave(fault);
    const ran = await shell().emk('contacts sync crm.csv --list Leads --update --yes EMK_SETTLE=1ms -o json');
    shell().sandbox.faults.clear();
    return ran;
  };
  const listed = async (address: string) =>
    (await shell().emk(`contacts list --where email=${address} --count`)).stdout.trim();

  test.each(sample(['500:8', '502-html:8', 'empty:8'], 1))(
    'whose answers are lost by %s are made in the end',
    async fault => {
      expect((await moveTo('new.example', `POST /contacts/update=${fault}`)).code).toBe(0);
      expect(await listed('p3@new.example')).toBe('1');
    },
  );

  test('that the service refuses leave nobody unsubscribed in silence', async () => {
    await shell().emk('unsubscribes add --email p3@example.com');
    const {code, stderr} = await moveTo('new.example', 'POST /contacts/update=413:1');
    expect([code, await unsubscribed()]).toEqual([8, ['p3@example.com', 'p3@new.example']]);
    expect(stderr).toContain('p3@example.com unsubscribed from everything, so emk unsubscribed p3@new.example too.');
    expect(stderr).toContain('p3@new.example');
  });

  test('of an address that come late are told once, in the end', {tags: ['long']}, async () => {
    await shell().emk('unsubscribes add --email p3@example.com');
    const {code} = await moveTo('new.example', 'POST /contacts/update=500:8');
    expect([code, await unsubscribed()]).toEqual([0, ['p3@example.com', 'p3@new.example']]);
  });
});

test.each([
  ['unsubscribes add', 'global-unsubscribes', 'global-unsubscribes/save'],
  ['groups recipients add --group Offers', 'unsubscribes-groups/recipients-list', 'unsubscribes-groups/manually-add'],
])('emk %s goes on until the people are there', async (line, list, add) => {
  await shell().emk('groups create Offers --description Offers --display');
  for (const fault of [`GET /${list}=500:5`, `POST /${add}=500:5`]) shell().sandbox.misbehave(fault);
  expect((await shell().emk(`${line} --email ada@example.com --email bo@example.com`)).code).toBe(0);
  shell().sandbox.faults.clear();
  expect(await unsubscribed()).toEqual(['ada@example.com', 'bo@example.com']);
});

test('where the service stays down, the sync says who is still owed', async () => {
  const {code, data, stderr} = await syncFor('20s', 'unsubscribe', 'POST /global-unsubscribes/save=502-html');
  expect([code, data]).toMatchObject([8, {done: {unsubscribed: 0}}]);
  expect(stderr).toContain(gone.join(', '));
  expect(await unsubscribed()).toEqual([]);
  const deletion = ['POST /contacts/bulk-delete=500', 'DELETE /contacts/delete=500'];
  const {code: second, data: left} = await syncFor('20s', 'delete', ...deletion);
  expect([second, left]).toMatchObject([8, {done: {deleted: 0}}]);
});

describe('one bad export', () => {
  const lastRun = async (): Promise<string> => {
    const runs = JSON.parse((await shell().emk('contacts import status -o json')).stdout) as Array<{id: string}>;
    return runs.at(-1)?.id ?? '';
  };

  test('is taken back by an undo of that sync, and only with a yes of its own', {tags: ['long']}, async () => {
    await shell().emk('unsubscribes add --email p5@example.com');
    await sync('unsubscribe');
    const run = await lastRun();
    const kept = await shell().emk(`undo ${run} --yes`);
    expect([kept.code, kept.stderr]).toEqual([0, expect.stringContaining('3 people')]);
    expect(await unsubscribed()).toEqual([...gone, 'p5@example.com']);
    const taken = await shell().emk(`undo ${run} --yes --mail-again -o json`);
    expect([taken.code, JSON.parse(taken.stdout)]).toMatchObject([0, {sum: {wanted: 3, done: 3}}]);
    expect(await unsubscribed()).toEqual(['p5@example.com']);
  });

  test('of which only the unsubscribes could be taken back is not said to be untouched', async () => {
    shell().write('crm.csv', csv(...names.slice(3)).replaceAll('Italy', 'India'));
    expect((await shell().emk('contacts sync crm.csv --list Leads --update --gone unsubscribe --yes')).code).toBe(0);
    const line = `undo ${await lastRun()} --yes --mail-again`;
    shell().sandbox.misbehave('GET /contacts/list=500,after=1');
    expect((await shell().emk(`${line} EMK_MAX_WAIT=0`)).code).toBe(8);
    shell().sandbox.faults.clear();
    expect(await unsubscribed()).toEqual([]);
    expect((await shell().emk(line)).code).toBe(0);
  });

  test('leaves alone who unsubscribed again by their own wish', async () => {
    await sync('unsubscribe');
    const run = await lastRun();
    await shell().emk('unsubscribes delete p0@example.com --yes');
    await shell().emk('unsubscribes add --email p0@example.com');
    expect((await shell().emk(`undo ${run} --yes --mail-again`)).code).toBe(0);
    expect(await unsubscribed()).toEqual(['p0@example.com']);
  });

  test('that was stopped as it unsubscribed people is not said to be taken back: they are named, and stay', async () => {
    const signal = new AbortController();
    shell().sandbox.misbehave('POST /global-unsubscribes/save=hang:1,applied');
    const cut = shell().emk('contacts sync crm.csv --list Leads --gone unsubscribe --yes', {
      host: {interrupted: signal.signal},
    });
    await untilStruck(shell().sandbox);
    signal.abort('SIGINT');
    expect((await cut).code).toBe(130);
    expect((await sync('unsubscribe')).code).toBe(0);
    const run = await lastRun();
    expect(await shell().emk(`undo ${run} --yes`)).toMatchObject(said(0, gone.join(', ')));
    expect(await shell().emk(`undo ${run} --yes --mail-again`)).toMatchObject(said(8, gone.join(', ')));
    expect(await unsubscribed()).toEqual(gone);
    for (const address of gone) await shell().emk(`unsubscribes delete ${address} --yes`);
    expect((await shell().emk(`undo ${run} --yes --mail-again`)).code).toBe(0);
  });

  test('keeps no address in the journal', async () => {
    await sync('unsubscribe');
    const run = await lastRun();
    expect(readFileSync(join(shell().folder, 'state/imports', run, 'journal.jsonl'), 'utf8')).not.toContain('@');
  });
});
