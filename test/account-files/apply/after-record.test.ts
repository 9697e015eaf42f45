/** What was made from a folder, after each record of its journal: what it names is added or removed, and nothing else. */
import {expect, test} from 'vitest';
import {afterRecord, importItem, memberItem, recordItem} from '../../../src/account-files/apply/after-record.js';
import {type Made, nothingMade} from '../../../src/account-files/folder/made-records.js';
import type {KindName} from '../../../src/account-files/kinds/shape.js';
import type {Begun, Item, WorkRecord} from '../../../src/work/record.js';

/** Two of everything, so that a change that touches a neighbour shows. */
const before: Made = {
  records: new Map([
    [
      'lists',
      new Map([
        ['Leads', {id: 1, createdFingerprint: 'a'}],
        ['Others', {id: 2, finishedFingerprint: 'b'}],
      ]),
    ],
    ['senders', new Map([['Leads', {id: 3, finishedFingerprint: 'c'}]])],
  ]),
  members: new Map([
    [
      'groups',
      new Map([
        [
          'News',
          new Map([
            ['a@example.com', 4],
            ['b@example.com', 5],
          ]),
        ],
        ['Daily', new Map([['a@example.com', 6]])],
      ]),
    ],
    ['segments', new Map([['News', new Map([['a@example.com', 7]])]])],
  ]),
  imports: new Map([
    ['Leads', ['one', 'two']],
    ['Others', ['one']],
  ]),
};

const begun = (does: Begun['does'], items: readonly Item[], print?: string): Begun => ({
  ...{kind: 'begun', step: 1, does, about: {items}},
  ...(print !== undefined && {print}),
});

const after = (record: WorkRecord, step?: Begun): Made =>
  afterRecord(before, record, number => (number === 1 ? step : undefined));
const answered = (step: Begun | undefined, ...made: ReadonlyArray<readonly [string, string | number]>): Made =>
  after({kind: 'answered', step: 1, as: 'acknowledged', made}, step);
const undone = (item: Item): Made => after({kind: 'undone', item});

/** What differs from before, with everything else as it was. */
const withRecord = (kind: KindName, name: string, record: object | undefined): unknown => ({
  ...before,
  records: new Map(before.records).set(
    kind,
    new Map([...(before.records.get(kind) ?? []), [name, record as never] as const].filter(([, one]) => one)),
  ),
});

test('a creation that was answered or found is there with its fingerprint, and without an id nothing is', () => {
  const step = begun('creates', [recordItem('lists', 'New')], 'p');
  const made = withRecord('lists', 'New', {id: 9, createdFingerprint: 'p'});
  expect(answered(step, ['New', 9])).toStrictEqual(made);
  const found = {kind: 'settled', step: 1, there: {items: []}, absent: {items: []}} as const;
  expect(after({...found, made: [['New', 9]]}, step)).toStrictEqual(made);
  for (const nothing of [answered(step), answered(undefined, ['New', 9]), after(found, step)])
    expect(nothing).toStrictEqual(before);
  expect(answered(begun('deletes', []), ['New', 9])).toStrictEqual(before);
  expect(answered(begun('creates', [recordItem('lists', 'New')]), ['New', 9])).toStrictEqual(
    withRecord('lists', 'New', {id: 9, createdFingerprint: ''}),
  );
  expect(
    afterRecord(nothingMade, {kind: 'answered', step: 1, as: 'acknowledged', made: [['New', 9]]}, () => step),
  ).toStrictEqual({
    ...nothingMade,
    records: new Map([['lists', new Map([['New', {id: 9, createdFingerprint: 'p'}]])]]),
  });
});

test('people who were added are members of their record, beside those that it has', () => {
  const step = begun('creates', [memberItem('groups', 'News', 'c@example.com')]);
  expect(answered(step, ['c@example.com', 8])).toStrictEqual({
    ...before,
    members: new Map(before.members).set(
      'groups',
      new Map([
        [
          'News',
          new Map([
            ['a@example.com', 4],
            ['b@example.com', 5],
            ['c@example.com', 8],
          ]),
        ],
        ['Daily', new Map([['a@example.com', 6]])],
      ]),
    ),
  });
  expect(answered(step)).toStrictEqual(before);
});

test('a change that begins notes what a record of this folder will be, and of no other', () => {
  expect(after(begun('updates', [recordItem('lists', 'Others')], 'n'))).toStrictEqual(
    withRecord('lists', 'Others', {id: 2, finishedFingerprint: 'b', intendedFingerprint: 'n'}),
  );
  expect(after(begun('updates', [recordItem('lists', 'Others')]))).toStrictEqual(
    withRecord('lists', 'Others', {id: 2, finishedFingerprint: 'b', intendedFingerprint: ''}),
  );
  for (const record of [
    begun('updates', [recordItem('lists', 'Foreign')], 'n'),
    begun('updates', [recordItem('fields', 'Leads')], 'n'),
    begun('creates', [recordItem('lists', 'Others')], 'n'),
    begun('creates', []),
  ])
    expect(after(record)).toStrictEqual(before);
});

test('a record that is finished keeps only its id and that fingerprint', () => {
  const finished = (name: string, print?: string): Made =>
    after({kind: 'finished', item: recordItem('lists', name), ...(print !== undefined && {print})});
  expect(finished('Leads', 'f')).toStrictEqual(withRecord('lists', 'Leads', {id: 1, finishedFingerprint: 'f'}));
  expect(finished('Leads')).toStrictEqual(withRecord('lists', 'Leads', {id: 1, finishedFingerprint: ''}));
  expect(finished('Foreign', 'f')).toStrictEqual(before);
});

test('an import is noted once, when it begins, and is forgotten when it was taken back', () => {
  const importing = (type: string, run: string): Made => after(begun('creates', [importItem(type, run)]));
  const imports = (type: string, runs: readonly string[]): unknown => ({
    ...before,
    imports: new Map(before.imports).set(type, runs),
  });
  expect(importing('Leads', 'three')).toStrictEqual(imports('Leads', ['one', 'two', 'three']));
  expect(importing('Leads', 'one')).toStrictEqual(imports('Leads', ['two', 'one']));
  expect(importing('New', 'one')).toStrictEqual(imports('New', ['one']));
  expect(undone(importItem('Leads', 'one'))).toStrictEqual(imports('Leads', ['two']));
  expect(undone(importItem('Others', 'one'))).toStrictEqual(imports('Others', []));
});

test('what was taken back is forgotten: a member alone, a record with its members', () => {
  const members = (groups: ReadonlyArray<readonly [string, ReadonlyMap<string, number>]>): unknown => ({
    ...before,
    members: new Map(before.members).set('groups', new Map(groups)),
  });
  const daily = ['Daily', new Map([['a@example.com', 6]])] as const;
  const group = (name: string, address: string): Made => undone(memberItem('groups', name, address));
  expect(group('News', 'a@example.com')).toStrictEqual(members([['News', new Map([['b@example.com', 5]])], daily]));
  const news = [
    'News',
    new Map([
      ['a@example.com', 4],
      ['b@example.com', 5],
    ]),
  ] as const;
  expect(group('Daily', 'a@example.com')).toStrictEqual(members([news]));
  expect(group('Foreign', 'a@example.com')).toStrictEqual(before);
  const withGroup = {
    ...before,
    records: new Map(before.records).set('groups', new Map([['News', {id: 8}]])),
  };
  expect(afterRecord(withGroup, {kind: 'undone', item: recordItem('groups', 'News')}, () => undefined)).toStrictEqual({
    ...withGroup,
    records: new Map(before.records).set('groups', new Map()),
    members: new Map(before.members).set('groups', new Map([daily])),
  });
});

test('a record without members is forgotten as well', () => {
  const {records, members} = undone(recordItem('lists', 'Leads'));
  expect([...(records.get('lists')?.keys() ?? [])]).toEqual(['Others']);
  expect(members.get('groups')).toBe(before.members.get('groups'));
});

test('records that say nothing of what was made change nothing', () => {
  expect(after({kind: 'made', step: 1, made: [['New', 9]]})).toBe(before);
});
