/**
 * The built command, killed at its requests and run again: an apply is complete, and a destroy deletes all.
 * @module-tag long
 */

import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {startBuilt} from '../support/built-emk.js';
import {useKillingProxy} from '../support/killing-proxy.js';
import {oneIn} from '../support/sample.js';
import {filesOfApply as files} from './files-of-apply.js';

const {folder, proxy} = useKillingProxy('emk-kill-');
let sandbox: RunningSandbox | undefined;
afterAll(() => sandbox?.close());

const emk = (words: string, home: string) => {
  if (!sandbox) throw new Error('Each test starts its sandbox.');
  const behind = {...sandbox, baseUrl: proxy().baseUrl};
  return startBuilt(words.split(' '), {home, sandbox: behind, env: {EMK_SETTLE: '0s'}});
};

const run = (words: string, home: string) => {
  proxy().order(Number.POSITIVE_INFINITY, 'before', () => {});
  return emk(words, home).ended;
};

/** What is in an account, without the ids and times that differ from run to run. */
async function held(): Promise<unknown> {
  const {baseUrl = '', publicKey = '', secretKey = ''} = sandbox ?? {};
  const all: [string, readonly string[]][] = [];
  for (const [path, fields] of Object.entries(shown)) {
    const answer = await fetch(`${baseUrl}/${path}`, {headers: {PublicKey: publicKey, SecretKey: secretKey}});
    // An empty list of automations is "Record Not Found", without a message.
    const {message = {}} = (await answer.json()) as {
      message?: Readonly<Record<string, ReadonlyArray<Record<string, unknown>>>>;
    };
    const [rows = []] = Object.values(message);
    all.push([path, rows.map(row => fields.map(field => JSON.stringify(row[field])).join()).sort()]);
  }
  return all;
}

const shown: Readonly<Record<string, readonly string[]>> = {
  'contacts-type': ['name', 'contacts_count', 'deleted_at'],
  'custom-fields': ['field_name'],
  'unsubscribes-groups': ['group_name', 'unsubscribe_clients_count'],
  'global-unsubscribes': ['email_address'],
  senders: ['nickname', 'deleted_at'],
  automations: ['automation_name', 'automation_schedule_count', 'deleted_at'],
  'contacts/list': ['email', 'first_name', 'custom_field', 'deleted_at'],
};

const APPLY = 'account apply a --contacts --yes';
const DESTROY = 'undo a --yes --max-delete 99';

/** A folder with the files, and an empty account. */
async function fresh(): Promise<string> {
  await sandbox?.close();
  sandbox = await startSandbox({seed: {kind: 'empty'}});
  proxy().aim(sandbox.baseUrl);
  const home = mkdtempSync(join(folder, 'run-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, 'a', path)), {recursive: true});
    writeFileSync(join(home, 'a', path), text);
  }
  return home;
}

/** Runs a command that is killed at a request, and again until it ends normally. */
async function killedAt(words: string, at: number, home: string) {
  const {ended, kill} = emk(words, home);
  proxy().order(at, at % 2 === 0 ? 'before' : 'after', kill);
  expect((await ended).code, `the kill of ${words} at request ${at}`).toBe(null);
  return run(words, home);
}

test('an apply that is killed at any request ends in the same account, and so does a destroy', async () => {
  const clean = await fresh();
  expect(await run(APPLY, clean)).toMatchObject({code: 0, stderr: ''});
  const requests = proxy().seen;
  const whole = await held();
  expect(await run(DESTROY, clean)).toMatchObject({code: 0});
  const removals = proxy().seen;
  const nothing = await held();
  expect([requests > 40, removals > 10]).toEqual([true, true]);
  // The two counts are independent, so one case tries a request of both.
  for (let at = oneIn(20); at <= Math.max(requests, removals); at += STEP) {
    const home = await fresh();
    const applied = await killedAt(APPLY, Math.min(at, requests), home);
    expect([applied.code, applied.stderr], `apply killed at ${at}: ${applied.stderr}`).toEqual([0, expect.any(String)]);
    expect(await held(), `apply killed at ${at}`).toEqual(whole);
    const destroyed = await killedAt(DESTROY, Math.min(at, removals), home);
    expect(destroyed.code, `destroy killed at ${at}: ${destroyed.stderr}`).toBe(0);
    expect(await held(), `destroy killed at ${at}`).toEqual(nothing);
  }
}, 600_000);

const people = (from: number, to: number, name: string): string =>
  Array.from({length: to - from + 1}, (_, at) => `p${from + at}@example.com,${name},Germany\n`).join('');

test('contacts that are added and changed by an apply that is killed are there once, as their file says', async () => {
  const wanted = `email,first_name,country\n${people(1, 3, 'Ada')}${people(4, 12, 'Bob')}`;
  const before = async (): Promise<string> => {
    const home = await fresh();
    expect(await run(APPLY, home)).toMatchObject({code: 0});
    writeFileSync(join(home, 'a/contacts/leads.csv'), wanted);
    writeFileSync(join(home, 'a/contacts/staff.csv'), `email,first_name,country\n${people(20, 23, 'Eve')}`);
    return home;
  };
  const line = `${APPLY} --allow-automations`;
  const applied = await run(line, await before());
  expect([applied.code, applied.stderr]).toEqual([0, expect.any(String)]);
  const requests = proxy().seen;
  expect(requests).toBeGreaterThan(20);
  const whole = await held();
  expect(JSON.stringify(whole)).toContain('p23@example.com');
  for (let at = oneIn(20); at <= requests; at += STEP) {
    const home = await before();
    const again = await killedAt(line, at, home);
    expect([again.code, again.stderr], `killed at ${at}: ${again.stderr}`).toEqual([0, expect.any(String)]);
    expect(await held(), `killed at ${at}`).toEqual(whole);
    expect(await run('account plan a --contacts --exit-code', home), `killed at ${at}`).toMatchObject({
      code: 0,
    });
  }
}, 600_000);

const STEP = oneIn(60);
