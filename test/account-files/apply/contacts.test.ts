/**
 * Contacts from one account to another: the same people, nobody twice, no request if nothing differs, and back again.
 */
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {
  type AppliedContacts,
  applyContacts,
  type ContactsToApply,
  undoContacts,
} from '../../../src/account-files/apply/contacts.js';
import {withoutQuestions} from '../../../src/account-files/apply/work.js';
import {contactsFileOf} from '../../../src/account-files/folder/body-files.js';
import type {Permit} from '../../../src/api/describe/permit.js';
import {samples} from '../../random-runs.js';
import {type Shell, startShell} from '../../shell.js';
import {anyContacts, fillContacts, plainContacts} from '../random-contacts.js';
import {sessionOf} from '../session-of.js';

const types = ['Leads', 'Q & A', 'contacts', 'Ünïcödé'];

let from: Shell;
let to: Shell;
beforeEach(async () => {
  from = await startShell();
  to = await startShell({seed: {kind: 'empty'}});
});
afterEach(async () => {
  await from.close();
  await to.close();
});

const folder = (): string => join(from.folder, 'a');
const planned = async (shell: Shell, more = '') => {
  const {code, stdout, stderr} = await shell.emk(
    `account plan ${folder()} --only lists --only fields --contacts -o json ${more}`,
  );
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};
const pull = async (shell: Shell) => {
  rmSync(folder(), {recursive: true, force: true});
  expect(await shell.emk(`account pull ${folder()} --contacts`)).toMatchObject({code: 0});
};
const apply = async (shell: Shell, id: number, more: Partial<ContactsToApply> = {}): Promise<AppliedContacts> => {
  const session = sessionOf(shell);
  try {
    const list = {id, name: types[id - 1] ?? ''};
    const wanted = {
      folder: folder(),
      list,
      path: contactsFileOf(list.name),
      permit: {} as Permit,
      prune: false,
      allowAutomations: false,
      ...more,
    };
    return await applyContacts(session.context, wanted);
  } finally {
    await session.close();
  }
};
const changing = async (shell: Shell): Promise<number> =>
  (await shell.sandbox.requests()).filter(({method}) => method !== 'GET').length;

test('whatever an account holds, a plan of its own contacts has nothing to say', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyContacts, async contacts => {
      await from.sandbox.account.store.transaction(db => fillContacts(db, types, contacts));
      await pull(from);
      expect(await planned(from, '--prune')).toMatchObject({changes: [], contacts: []});
    }),
    {...samples(2), endOnFailure: true},
  );
});

test('copied into an empty account they are the same, and a second apply changes nothing', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(plainContacts, async contacts => {
      await from.sandbox.account.store.transaction(db => fillContacts(db, types, contacts));
      await pull(from);
      await to.sandbox.account.store.transaction(db => fillContacts(db, types, []));
      for (const id of [1, 2, 3, 4]) expect((await apply(to, id)).error).toBeUndefined();
      const left = (await planned(to)).contacts;
      for (const change of left) {
        expect(change).toMatchObject({create: {count: 0}});
        expect(change.impossible.every(({action}: {action: string}) => action === 'create')).toBe(true);
      }
      // The log keeps the last two thousand requests, fewer than many tries make.
      await to.sandbox.account.store.transaction(db => db.run('DELETE FROM sandbox_log'));
      for (const id of [1, 2, 3, 4]) {
        expect(await apply(to, id)).toMatchObject({created: 0});
      }
      expect(await changing(to)).toBe(0);
    }),
    {...samples(1), endOnFailure: true},
  );
});

describe('one type', () => {
  const rows = (...lines: readonly string[]): void => {
    mkdirSync(join(folder(), 'contacts'), {recursive: true});
    writeFileSync(join(folder(), 'contacts/leads.csv'), `${lines.join('\n')}\n`);
  };
  const addresses = async (): Promise<string[]> =>
    JSON.parse((await to.emk('contacts list -o json')).stdout).map(({email}: {email: string}) => email);
  const there = [
    'email,status,city,country',
    'a@x.example,unsubscribed,Bonn,Germany',
    'b@x.example,bounced,Ulm,Germany',
  ];
  beforeEach(() => to.sandbox.account.store.transaction(db => fillContacts(db, types, [])));

  test('adds the people whom the list lacks, and changes and deletes nobody', async () => {
    rows(...there);
    expect(await apply(to, 1)).toMatchObject({created: 2, impossible: []});
    rows('email,city,country', 'a@x.example,Köln,Germany', 'c@x.example,,');
    expect(await apply(to, 1)).toMatchObject({created: 1, impossible: []});
    expect((await addresses()).sort()).toEqual(['a@x.example', 'b@x.example', 'c@x.example']);
    expect((await to.emk('contacts list --where email=a@x.example --columns city -o csv')).stdout).toContain('Bonn');
    rows('email');
    const applied = await apply(to, 1);
    expect(applied).toEqual({created: 0, impossible: []});
  });

  test('is taken back without what was there before, and without what somebody has changed since', async () => {
    rows('email,country', 'old@x.example,Germany');
    await apply(to, 1);
    rows('email,country', ...['old', 'a', 'b', 'c'].map(name => `${name}@x.example,Germany`));
    const {run = ''} = await apply(to, 1);
    await to.emk('contacts update b@x.example --first-name Bea');
    await to.sandbox.account.store.transaction(db =>
      db.run("UPDATE contacts SET updated_at = updated_at + 1000 WHERE email = 'b@x.example'"),
    );
    const session = sessionOf(to);
    expect(await undoContacts(withoutQuestions(session.context, {} as Permit), run)).toEqual({deleted: 2, left: 1});
    expect(await undoContacts(withoutQuestions(session.context, {} as Permit), run)).toEqual({deleted: 0, left: 1});
    await session.close();
    expect((await addresses()).sort()).toEqual(['b@x.example', 'old@x.example']);
  });

  test('starts no live automation without leave', async () => {
    rows(...there);
    await to.sandbox.account.store.transaction(db =>
      db.run(
        `INSERT INTO automations (automation_for, automation_for_table, automation_name, exit_criteria, unsubscribe_group_id,
          automation_type, utr, status, live_at, live_after, created_at, updated_at)
         VALUES (1, 'contacts_', 'Welcome', 0, '', 1, 'utr-1', 1, 0, 0, 0, 0)`,
      ),
    );
    await expect(apply(to, 1)).rejects.toThrow('would start the live automation "Welcome"');
    expect(await addresses()).toEqual([]);
    expect(await apply(to, 1, {allowAutomations: true})).toMatchObject({created: 2});
  });

  test('counts rows of one address beyond the contacts that have it', async () => {
    for (const _ of ['one', 'two'])
      await to.emk('contacts create --list Leads --email a@x.example --country Germany --allow-duplicate --yes');
    rows('email,country', ...Array.from({length: 4}, () => 'a@x.example,Germany'));
    expect(await apply(to, 1)).toMatchObject({
      created: 0,
      impossible: [{action: 'create', count: 2, why: 'an earlier row has the same address'}],
    });
  });
});
