/** Records are created one by one, each in the journal before its request, and each is found by its name and a higher row. */
import {expect, test} from 'vitest';
import {createRecords, highestRow} from '../../../src/account-files/apply/changers.js';
import type {Task} from '../../../src/account-files/apply/work.js';
import {createdFingerprint} from '../../../src/account-files/compare/compare-entries.js';
import {kinds} from '../../../src/account-files/kinds/kinds.js';
import type {KindName} from '../../../src/account-files/kinds/shape.js';
import type {Loose, Operation} from '../../../src/api/describe/schema.js';
import {operations as automations} from '../../../src/endpoints/automations.js';
import {operations as contactLists} from '../../../src/endpoints/lists.js';
import {operations as mailings} from '../../../src/endpoints/mailings.js';
import {operations as senders} from '../../../src/endpoints/senders.js';
import {PartialError} from '../../../src/errors.js';
import {type Lists, workOn} from './work-on.js';

const task = (kind: KindName, name: string, called = name): Task => ({
  change: {action: 'create', kind, name, fields: []},
  entry: {[kinds[kind].identity]: called},
});

const listsOf = (list: Operation, ...rows: readonly Loose[]): Lists => new Map([[list, [...rows]]]);

/** A service that lists each new list at the front. */
const listing = (_: Operation, {name}: Loose, lists: Lists): void => {
  const rows = lists.get(contactLists.list) ?? [];
  rows.unshift({id: 20 + rows.length, name, deleted_at: null});
};

const create = ({work}: ReturnType<typeof workOn>, ...names: readonly string[]): Promise<void> =>
  createRecords(
    work,
    'lists',
    contactLists.create,
    names.map(name => task('lists', name)),
  );

const begun = (name: string, kind: KindName = 'lists', lastRow = 9): readonly unknown[] => [
  ...['begun', 'creates', [name]],
  {since: {lastRow, startedAt: 5000}, print: createdFingerprint(kind, {[kinds[kind].identity]: name})},
];

test('each is announced, sent and found again, and all names are waited for at once', async () => {
  const lists = listsOf(contactLists.list, {id: 9, name: 'Old'}, {id: 4, name: 'B', deleted_at: 'then'});
  const played = workOn(lists, {sent: listing});
  await create(played, 'A', 'B');
  expect(played.notes).toEqual([
    [
      'turns',
      [
        ['lists', 'a'],
        ['lists', 'b'],
      ],
    ],
    ...[begun('A'), ['begins', 'A'], ['sent', {name: 'A'}]],
    ...[begun('B'), ['begins', 'B'], ['sent', {name: 'B'}]],
    ...[
      ['acknowledged', 1, [['A', 22]]],
      ['learnt', 'A', 22],
    ],
    ...[
      ['acknowledged', 2, [['B', 23]]],
      ['learnt', 'B', 23],
    ],
  ]);
});

test('nothing to create reads and sends nothing', async () => {
  const played = workOn(new Map());
  await create(played);
  expect(played.notes).toEqual([]);
});

test('a dry run sends each without a journal, and finds nothing', async () => {
  const played = workOn(listsOf(contactLists.list), {dryRun: true});
  await create(played, 'A');
  expect(played.notes.slice(1)).toEqual([
    ['begins', 'A'],
    ['sent', {name: 'A'}],
    ['learnt', 'A', ''],
  ]);
});

test('a code in the answer is the id', async () => {
  const played = workOn(listsOf(automations.list), {sent: () => ({utr: 'a1'})});
  await createRecords(played.work, 'automations', automations.create, [task('automations', 'Hello')]);
  expect(played.notes.slice(1)).toEqual([
    ...[begun('Hello', 'automations', 0), ['begins', 'Hello'], ['sent', {name: 'Hello'}]],
    ...[
      ['acknowledged', 1, [['Hello', 'a1']]],
      ['learnt', 'Hello', 'a1'],
    ],
  ]);
});

test('several with one name get the new rows in the order of their creation, under their own names', async () => {
  const played = workOn(listsOf(senders.list, {id: 3, nickname: 'news'}), {
    known: [3],
    sent(_, {nickname}, lists) {
      const rows = lists.get(senders.list) ?? [];
      rows.unshift({id: 10 + rows.length, nickname}, {id: 1, nickname});
    },
  });
  const tasks = ['news #1', 'news #2'].map(name => task('senders', name, 'news'));
  await createRecords(played.work, 'senders', senders.create, tasks);
  expect(played.notes.filter(note => (note as string[])[0] === 'learnt')).toEqual([
    ['learnt', 'news #1', 11],
    ['learnt', 'news #2', 13],
  ]);
  expect(played.notes[0]).toEqual(['turns', [['senders', 'news']]]);
});

test.each<readonly [string, readonly Loose[], string]>([
  [
    'more new ones than were wanted',
    [
      {id: 20, name: 'A'},
      {id: 21, name: 'A'},
    ],
    'several new lists called "A"',
  ],
  ['none', [], 'The list "A" was created, but the service does not list it yet.'],
  ['only one that is deleted', [{id: 20, name: 'A', deleted_at: 'then'}], 'does not list it yet'],
  ['only one that was there before', [{id: 9, name: 'A'}], 'does not list it yet'],
  ['only one with another name', [{id: 20, name: 'B'}], 'does not list it yet'],
])('a creation after which the list has %s stays open', async (_, rows, says) => {
  const lists = listsOf(contactLists.list, {id: 9, name: 'Old'});
  const played = workOn(lists, {sent: () => void lists.get(contactLists.list)?.push(...rows)});
  await expect(create(played, 'A')).rejects.toMatchObject({message: expect.stringContaining(says), exit: 8});
  expect(played.notes.some(note => ['learnt', 'acknowledged'].includes((note as string[])[0] ?? ''))).toBe(false);
});

test.each<readonly [string, KindName, Operation, Loose, boolean]>([
  ['one of that name', 'lists', contactLists.list, {id: 9, name: 'A'}, true],
  ['another one', 'lists', contactLists.list, {id: 9, name: 'B'}, false],
  ['a deleted one', 'lists', contactLists.list, {id: 9, name: 'A', deleted_at: 'then'}, false],
  ['one that was compared', 'lists', contactLists.list, {id: 5, name: 'A'}, false],
  [
    'a mailing, which may have been sent under that name',
    'mailings',
    mailings.list,
    {id: 9, single_send_name: 'A'},
    false,
  ],
])('what appeared since the comparison: %s', async (_, kind, list, row, refuses) => {
  const {work} = workOn(listsOf(list, {id: 2}, row, {id: 3}), {known: [5]});
  const looked = highestRow(work, kind, [task(kind, 'A')]);
  if (refuses) await expect(looked).rejects.toThrow(PartialError);
  else expect(await looked).toBe(row['id']);
});
