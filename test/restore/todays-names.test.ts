/** What deleted records refer to today: what lives by its id, what came back by its name, and what is gone by what it was called. */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {AccountState} from '../../src/account-files/account/read-account.js';
import type {KindName} from '../../src/account-files/kinds/shape.js';
import {targetOf} from '../../src/accounts/target.js';
import type {Loose} from '../../src/api/describe/schema.js';
import type {Context} from '../../src/commands/command.js';
import type {Copied} from '../../src/restore/read-copy.js';
import {goneInWords, todaysNames} from '../../src/restore/todays-names.js';
import {fakeHost, temporaryFolder} from '../accounts/fake-host.js';

const account = {source: 'flags', baseUrl: 'https://example.com/api', publicKey: 'p', secretKey: 's'} as never;

/** The names for records of these kinds, in an account with two lists, a sender's places, and other copies. */
async function names(
  kinds: readonly KindName[],
  {
    copied = {},
    copies = {},
  }: {
    readonly copied?: Partial<Record<string, readonly Loose[]>>;
    readonly copies?: Readonly<Record<string, readonly Loose[]>>;
  } = {},
) {
  const state = temporaryFolder();
  const host = fakeHost({env: {EMK_STATE_DIR: state}});
  mkdirSync(join(state, 'deleted'));
  for (const [name, records] of Object.entries(copies)) {
    const lines = [{version: 1, deleted: '', ...targetOf(account)}, ...records];
    writeFileSync(join(state, 'deleted', `${name}.jsonl`), lines.map(line => `${JSON.stringify(line)}\n`).join(''));
  }
  const read: string[] = [];
  const ids: Partial<Record<KindName, ReadonlyArray<readonly [string, string]>>> = {
    lists: [
      ['Leads', '1'],
      ['Back', '12'],
    ],
    segments: [['Near', '7']],
  };
  const today = await todaysNames(
    {host, account: async () => account} as unknown as Context,
    {
      async idsOf(kind: KindName) {
        read.push(kind);
        return new Map(ids[kind] ?? []);
      },
      async places() {
        read.push('places');
        return {
          countries: [
            {id: 49, name: 'Germany'},
            {id: 50, name: 'France'},
          ],
          states: [],
          cities: [],
        };
      },
    } as unknown as AccountState,
    new Set(kinds),
    {recordsOf: (kind: string) => copied[kind] ?? []} as unknown as Copied,
  );
  return {today, read: read.sort()};
}

test('a list that lives is called by its id, whatever a copy says, and one that came back by its name', async () => {
  const {today} = await names(['segments'], {
    copied: {
      lists: [
        {id: 2, name: 'Back'},
        {id: 3, name: 'Gone'},
        {id: 1, name: 'Old name'},
      ],
    },
  });
  expect([1, 2, 3, 4].map(id => today.nameOf('lists', id))).toEqual(['Leads', 'Back', undefined, undefined]);
  expect(today.gone()).toEqual(['the list "Gone"', 'the list 4']);
  expect(today.gone()).toEqual([]);
  expect([today.earlierName('lists', '3'), today.earlierName('lists', 9)]).toEqual(['Gone', undefined]);
  expect(today.earlierName('segments', 3)).toBeUndefined();
  expect([today.fieldOf('f'), today.nameOf('lists', 0), today.gone()]).toEqual(['f', undefined, []]);
  expect([today.nameOf('senders', 5), today.gone()]).toEqual([undefined, ['the sender 5']]);
});

test('names are read of what the kinds refer to, and of segments themselves', async () => {
  expect((await names(['lists'])).read).toEqual([]);
  expect((await names(['segments'])).read).toEqual(['lists', 'segments']);
  expect((await names(['senders'])).read).toEqual(['places']);
  expect((await names(['automations'])).read).toEqual(['groups', 'lists', 'segments', 'senders', 'templates']);
});

test('places are called by their ids', async () => {
  const {today} = await names(['senders']);
  expect([today.placeOf('countries', '50'), today.placeOf('countries', 51), today.placeOf('cities', 50)]).toEqual([
    'France',
    '',
    '',
  ]);
  expect((await names(['segments'])).today.placeOf('countries', 50)).toBe('');
});

test('other copies say what a list was called, the copy itself last', async () => {
  const {today} = await names(['segments'], {
    copies: {
      '2026-01-01-1': [
        {kind: 'lists', record: {id: 3, name: 'Once'}},
        {kind: 'lists', record: {id: 4, name: 'Other'}},
      ],
      '2026-01-01-2': [{kind: 'segments recipients', record: {id: 5, name: 'x'}}],
    },
    copied: {
      lists: [{id: 3, name: 'Here'}],
      templates: [{id: 6, template_name: 'T'}],
      groups: [{id: 6, group_name: 'G'}],
    },
  });
  expect([3, 4, 5].map(id => today.earlierName('lists', id))).toEqual(['Here', 'Other', undefined]);
  expect(['the list "Once"', 'the list "Other"', 'the list "Here"', 'the list 5'].map(today.copyWith)).toEqual([
    '2026-01-01-1',
    '2026-01-01-1',
    undefined,
    undefined,
  ]);
  expect([today.earlierName('templates', 6), today.earlierName('groups', 6)]).toEqual([undefined, undefined]);
  expect(
    (await names(['fields'], {copied: {lists: [{id: 3, name: 'Here'}]}})).today.earlierName('lists', 3),
  ).toBeUndefined();
});

test('what is gone is named, or else numbered', () => {
  expect([goneInWords('senders', 'news', 5), goneInWords('senders', undefined, 5)]).toEqual([
    'the sender "news"',
    'the sender 5',
  ]);
});
