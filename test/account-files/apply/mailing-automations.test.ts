/** Which live automations an apply makes mail people: by whom it adds, by whom it changes, by an email that it adds. */
import {expect, test} from 'vitest';
import type {AccountRecord} from '../../../src/account-files/account/read-account.js';
import {endedAutomations, mailingAutomations} from '../../../src/account-files/apply/apply.js';
import type {Change, ContactChange} from '../../../src/account-files/kinds/results.schema.js';
import type {Operation} from '../../../src/api/describe/schema.js';
import {operations as automations} from '../../../src/endpoints/automations.js';
import {operations as segments} from '../../../src/endpoints/segments.js';

/** List 1 holds segment 7, and another list segment 8; an automation waits in each of them. */
const listed = [
  {utr: 'a1', automation_name: 'Of list', type: 'welcome', automation_for: 1, status: 1},
  {
    utr: 'a7',
    automation_name: 'Of segment',
    type: 'custom',
    automation_for: 7,
    automation_for_table: 'segments',
    status: 1,
  },
  {
    utr: 'a8',
    automation_name: 'Of other',
    type: 'custom',
    automation_for: 8,
    automation_for_table: 'segments',
    status: 1,
  },
];

const ids: Readonly<Record<string, string>> = {Leads: '1', Near: '7', Far: '8', Empty: '2'};

const records: Readonly<Record<string, {readonly id: string; readonly live?: true}>> = {
  'Of list': {id: 'a1', live: true},
  Paused: {id: 'a9'},
};

/** A segment may be called like an automation. */
const accountRecord = (_: string, name: string): AccountRecord | undefined => {
  const found = records[name];
  return found ? ({id: found.id, entry: found.live ? {live: true} : {}} as unknown as AccountRecord) : undefined;
};

async function mailing(changes: readonly Change[], contacts: readonly ContactChange[] = []) {
  const read: unknown[] = [];
  const context = {
    zones: () => ({}),
    async *stream(operation: Operation) {
      read.push(operation);
      if (operation === automations.list) yield listed;
      else if (operation === segments.list)
        yield [
          {id: 7, contact_type_id: 1},
          {id: 8, contact_type_id: 2},
        ];
    },
  };
  const names = {idOf: async (_: string, name: string) => ids[name]};
  const starts = await mailingAutomations({context, names, accountRecord} as never, changes, contacts);
  return {starts, read: read.length};
}

const change = (
  kind: Change['kind'],
  name: string,
  fields: Change['fields'],
  action: Change['action'] = 'update',
): Change => ({
  ...{action, kind, name, fields},
});
const lists = (key: string, added: readonly string[], removed: readonly string[] = []) => ({key, added, removed});
const people = (list: string, create: number): ContactChange =>
  ({list, create: {count: create, first: []}}) as unknown as ContactChange;

test('people who join start what waits in their list and its segments', async () => {
  expect((await mailing([], [people('Leads', 1)])).starts).toEqual([
    {names: ['Of list', 'Of segment'], cause: 'people'},
  ]);
  expect((await mailing([], [people('Leads', 0)])).starts).toEqual([]);
});

test('nobody who joins a list that is new or stays as it is starts anything', async () => {
  expect(await mailing([], [people('Leads', 0), people('New', 3)])).toEqual({starts: [], read: 0});
});

test('people who join a segment start what waits there', async () => {
  const near = lists('recipients', ['a@example.com']);
  expect((await mailing([change('segments', 'Near', [near])])).starts).toEqual([
    {names: ['Of segment'], cause: 'people'},
  ]);
  const nobody = [
    change('segments', 'Near', [lists('recipients', [], ['a@example.com'])]),
    change('segments', 'Near', [lists('values', ['x'])]),
    change('groups', 'Near', [near]),
  ];
  expect(await mailing(nobody)).toEqual({starts: [], read: 0});
  expect((await mailing([change('segments', 'Near', [near])], [people('Leads', 0)])).starts).toEqual([
    {names: ['Of segment'], cause: 'people'},
  ]);
});

test('an email that is added to a live automation goes to all who join it', async () => {
  const email = lists('emails', ['One']);
  const {starts} = await mailing([change('automations', 'Of list', [email])]);
  expect(starts).toEqual([{names: ['Of list'], cause: {emailAlsoFor: ''}}]);
  const nothing = [
    change('automations', 'Of list', [lists('emails', [], ['One'])]),
    change('automations', 'Paused', [email]),
    change('automations', 'New', [email], 'create'),
    change('segments', 'Of list', [email]),
  ];
  expect(await mailing(nothing)).toEqual({starts: [], read: 0});
});

test('an automation ends when it is deleted or paused, and not when it goes live or gets an email', () => {
  const live = (to: boolean) => ({key: 'live', from: !to, to});
  const ends = (...some: Parameters<typeof change>) => [...endedAutomations({accountRecord}, [change(...some)])];
  expect(ends('automations', 'Of list', [], 'delete')).toEqual(['a1']);
  expect(ends('automations', 'Of list', [live(false)])).toEqual(['a1']);
  expect(ends('automations', 'Of list', [live(false), lists('emails', ['One'])])).toEqual(['a1']);
  expect(ends('automations', 'Of list', [live(true)])).toEqual([]);
  expect(ends('automations', 'Of list', [live(true), lists('emails', ['One'])])).toEqual([]);
  expect(ends('automations', 'Of list', [lists('emails', ['One'])])).toEqual([]);
  expect(ends('automations', 'New', [], 'delete')).toEqual([]);
  expect(ends('segments', 'Of list', [], 'delete')).toEqual([]);
});
