/** What became of the creations of an interrupted run: emk waits for the last of them, and finds each by name and higher row. */
import {expect, test} from 'vitest';
import type {AccountRecord, AccountState} from '../../../src/account-files/account/read-account.js';
import {memberItem, recordItem} from '../../../src/account-files/apply/after-record.js';
import type {ApplyJournal, Doubt} from '../../../src/account-files/apply/apply-journal.js';
import {settleDoubts, waitForDoubts} from '../../../src/account-files/apply/settle-doubts.js';
import {type Made, nothingMade} from '../../../src/account-files/folder/made-records.js';
import type {KindName} from '../../../src/account-files/kinds/shape.js';
import type {Loose} from '../../../src/api/describe/schema.js';
import type {Context} from '../../../src/commands/command.js';
import type {Item} from '../../../src/work/record.js';

const doubt = (items: readonly Item[], since: Partial<Doubt['since']> = {}): Doubt => ({
  ...{kind: 'begun', step: 7, does: 'creates', about: {items}},
  since: {lastRow: 10, startedAt: 0, ...since},
});

test.each<readonly [string, readonly number[], number | undefined]>([
  ['no doubt', [], undefined],
  ['a doubt of a moment ago', [100_000], 60_000],
  ['the last of several doubts', [70_000, 90_000, 80_000], 50_000],
  ['a doubt as old as the wait', [40_000], undefined],
  ['a doubt almost as old as the wait', [40_001], 1],
  ['a clock that was set back', [500_000], 60_000],
])('%s', async (_, startedAt, waited) => {
  const sleeps: number[] = [];
  const said: string[] = [];
  const {signal: interrupted} = new AbortController();
  const host = {
    ...{now: () => new Date(100_000), interrupted},
    async sleep(time: number, until: unknown) {
      expect(until).toBe(interrupted);
      sleeps.push(time);
    },
  };
  const context = {host, notice: (sentence: string) => said.push(sentence)} as unknown as Context;
  await waitForDoubts(
    context,
    startedAt.map(at => doubt([], {startedAt: at})),
    60_000,
  );
  expect(sleeps).toEqual(waited === undefined ? [] : [waited]);
  expect(said.map(one => /Waiting (\d+) s/.exec(one)?.[1])).toEqual(
    waited === undefined ? [] : [String(Math.ceil(waited / 1000))],
  );
});

const record = (name: string, row: number, below: readonly Loose[] = [], called = name): AccountRecord => ({
  ...{name, called, row, below},
  ...{id: `id${row}`, entry: {}},
});

/** What is noted of doubts about an account that holds these records. */
function settled(
  items: readonly Item[],
  held: ReadonlyArray<readonly [KindName, readonly AccountRecord[]]>,
  {made = nothingMade, nameOf}: {readonly made?: Made; readonly nameOf?: (name: string) => string} = {},
) {
  const notes: object[] = [];
  const journal = {doubts: [doubt(items)], made, note: (one: object) => notes.push(one)} as unknown as ApplyJournal;
  const account = {kinds: new Map(held)} as unknown as AccountState;
  settleDoubts(journal, account, ...(nameOf ? [nameOf] : []));
  return notes;
}

const note = (there: readonly Item[], absent: readonly Item[], made: readonly unknown[]): object => ({
  ...{kind: 'settled', step: 7},
  ...{there: {items: there}, absent: {items: absent}, made},
});

test('a record of that name with a higher row was made; one that was there before, or that emk made already, was not', () => {
  const items = ['Leads', 'Others', 'Away'].map(name => recordItem('lists', name));
  const [leads, others, away] = items as [Item, Item, Item];
  const held = [record('Leads', 9), record('Leads', 11), record('Others', 10), record('More', 12)];
  expect(settled(items, [['lists', held]])).toEqual([note([leads], [others, away], [['Leads', 'id11']])]);
  const made: Made = {...nothingMade, records: new Map([['lists', new Map([['Leads', {id: 'id11'}]])]])};
  expect(settled([leads], [['lists', held]], {made})).toEqual([note([], [leads], [])]);
  expect(settled([leads], [['lists', [...held, record('Leads', 13)]]], {made})).toEqual([
    note([leads], [], [['Leads', 'id13']]),
  ]);
});

test('a record is found by what the service calls it', () => {
  const leads = recordItem('lists', 'Leads');
  const held = [record('Leads (2)', 11, [], 'Leads'), record('Mine', 12)];
  expect(settled([leads], [['lists', held]])).toEqual([note([leads], [], [['Leads', 'id11']])]);
  expect(settled([leads], [['lists', held]], {nameOf: () => 'Mine'})).toEqual([note([leads], [], [['Leads', 'id12']])]);
});

test('a kind that was not read stays in doubt', () => {
  expect(settled([recordItem('senders', 'news')], [['lists', []]])).toEqual([]);
  expect(settled([], [['lists', []]])).toEqual([]);
});

test('people are found by their address in the list of their record, and emails by their subject', () => {
  const people = ['a', 'b', 'c', 'd'].map(name => memberItem('groups', 'News', `${name}@example.com`));
  const [a, b, c, d] = people as [Item, Item, Item, Item];
  const below = [
    {id: 10, email_address: 'a@example.com'},
    {id: 11, email_address: 'B@Example.com'},
    {id: 12, email: 'c@example.com'},
  ];
  const others = record('Others', 3, [{id: 13, email_address: 'd@example.com'}]);
  expect(settled(people, [['groups', [others, record('News', 2, below)]]])).toEqual([
    note(
      [b, c],
      [a, d],
      [
        ['b@example.com', 11],
        ['c@example.com', 12],
      ],
    ),
  ]);
  expect(settled([a], [['groups', [others]]])).toEqual([note([], [a], [])]);
  const email = memberItem('automations', 'Hello', 'One');
  const emails = [
    {id: 10, utr: 'old', subject: 'One'},
    {id: 11, utr: 'new', subject: 'One'},
    {id: 12, utr: 'other', subject: 'Two', email: 'One'},
  ];
  expect(settled([email], [['automations', [record('Hello', 2, emails)]]])).toEqual([
    note([email], [], [['new', 'new']]),
  ]);
});
