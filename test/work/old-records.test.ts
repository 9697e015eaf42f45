/** Journals of version 0.1 in the format of today, record by record. */
import {expect, test} from 'vitest';
import {inTodaysFormat} from '../../src/work/old-records.js';

const header = {kind: 'header', origin: 'o', key: 'k', rows: 3};
const imported = (...records: readonly object[]) => inTodaysFormat([{...header, version: 1}, ...records]).slice(1);
const begin = {step: 'begin', version: 2, target: {origin: 'o', key: 'k'}};
const applied = (...records: readonly object[]) => inTodaysFormat([begin, ...records]).slice(1);

test('a journal of today stays as it is, and an empty one too', () => {
  const records = [
    {...header, version: 3, way: 'contacts import'},
    {kind: 'begun', step: 1},
  ];
  expect(inTodaysFormat(records)).toBe(records);
  expect(inTodaysFormat([])).toEqual([]);
  const torn = [{kind: 'begun', step: 1}];
  expect(inTodaysFormat(torn)).toBe(torn);
});

test('a header without a version is of version 1, and says which work it was', () => {
  expect(inTodaysFormat([header])).toEqual([{...header, version: 1, way: 'contacts import'}]);
  expect(inTodaysFormat([{...header, version: 1, sync: {}}])).toEqual([
    {...header, version: 1, sync: {}, way: 'contacts sync'},
  ]);
});

test('requests of an import become numbered steps, with their outcomes', () => {
  expect(
    imported(
      {kind: 'intent', lines: [[2, 3]]},
      {kind: 'outcome', outcome: 'rejected', lines: [[2, 2]], reason: 'No.'},
      {kind: 'outcome', outcome: 'acknowledged', lines: [[3, 3]]},
      {kind: 'compare', present: [[2, 2]], absent: [[3, 3]]},
      {kind: 'doing', work: 'change', ids: [[5, 6]]},
      {kind: 'did'},
      {kind: 'doing', work: 'unsubscribe', ids: [[7, 7]]},
      {kind: 'unsubscribed', people: [[7, 'h']]},
    ),
  ).toEqual([
    {kind: 'begun', step: 1, does: 'creates', about: {lines: [[2, 3]]}},
    {kind: 'answered', step: 1, as: 'rejected', about: {lines: [[2, 2]]}, reason: 'No.'},
    {kind: 'answered', step: 1, as: 'acknowledged', about: {lines: [[3, 3]]}},
    {kind: 'settled', step: 1, there: {lines: [[2, 2]]}, absent: {lines: [[3, 3]]}},
    {kind: 'begun', step: 2, does: 'updates', about: {ids: [[5, 6]]}},
    {kind: 'answered', step: 2, as: 'acknowledged'},
    {kind: 'begun', step: 3, does: 'unsubscribes', about: {ids: [[7, 7]]}},
    {kind: 'made', step: 3, made: [['h', 7]]},
  ]);
  const [outcome] = imported({kind: 'outcome', outcome: 'unknown', lines: []});
  expect(outcome).not.toHaveProperty('reason');
});

test('an end counts its work by the names of today, and what it does not know stays', () => {
  const end = {kind: 'end', result: 'done'};
  expect(imported(end, {...end, work: {delete: 2, undo: 1, other: 3}}, {kind: 'added', ids: []})).toEqual([
    {...end, work: {}},
    {...end, work: {deletes: 2, undoes: 1, other: 3}},
    {kind: 'added', ids: []},
  ]);
});

test('an apply tells its account, and each of its steps becomes a record', () => {
  const said = {kind: 'header', version: 2, way: 'account apply', origin: 'o', key: 'k'};
  expect(inTodaysFormat([begin])).toEqual([said]);
  expect(inTodaysFormat([{step: 'begin'}])).toEqual([{...said, version: 1, origin: '', key: ''}]);
  const item = {kind: 'senders', key: 'news'};
  const since = {lastRow: 4, startedAt: 5};
  const creation = {kind: 'begun', does: 'creates', about: {items: [item]}, print: 'p'};
  const one = {kind: 'senders', name: 'news'};
  expect(
    applied(
      {...one, step: 'create', fingerprint: 'p', lastRow: 4, startedAt: 5},
      {...one, step: 'made', id: 9},
      {...one, step: 'create', born: 'p', above: 4, at: 5},
      {...one, step: 'not-made'},
      {...one, step: 'change', next: 'n'},
      {...one, step: 'finished', was: 'w'},
      {...one, step: 'gone'},
      {step: 'change', of: 'senders', name: 'news'},
    ),
  ).toEqual([
    {...creation, step: 1, since},
    {kind: 'answered', step: 1, as: 'acknowledged', made: [['news', 9]]},
    {...creation, step: 2, since},
    {kind: 'answered', step: 2, as: 'not_applied'},
    {...creation, step: 3, does: 'updates', print: 'n'},
    {kind: 'finished', item, print: 'w'},
    {kind: 'undone', item},
    {...creation, step: 4, does: 'updates', print: ''},
  ]);
});

test('people and imports of an apply are parts of their record', () => {
  const group = {kind: 'groups', name: 'News'};
  const part = (key: string) => ({kind: 'groups', within: 'News', key});
  const contacts = {kind: 'contacts', within: 'Leads', key: 'r'};
  expect(
    applied(
      {...group, step: 'add', values: ['a', 'b'], lastRow: 4},
      {...group, step: 'added', ids: [['a', 7]]},
      {...group, step: 'left', value: 'a'},
      {step: 'import', type: 'Leads', run: 'r'},
      {step: 'import-gone', type: 'Leads', run: 'r'},
      {step: 'add', kind: 'segments', name: 'Near'},
    ),
  ).toEqual([
    {
      kind: 'begun',
      step: 1,
      does: 'creates',
      about: {items: [part('a'), part('b')]},
      since: {lastRow: 4, startedAt: 0},
    },
    {kind: 'answered', step: 1, as: 'acknowledged', made: [['a', 7]]},
    {kind: 'undone', item: part('a')},
    {kind: 'begun', step: 2, does: 'creates', about: {items: [contacts]}},
    {kind: 'undone', item: contacts},
    {kind: 'begun', step: 3, does: 'creates', about: {items: []}, since: {lastRow: 0, startedAt: 0}},
  ]);
});

test('an outcome whose step is not in the journal brings its beginning with it', () => {
  expect(
    applied({step: 'made', kind: 'senders', name: 'a', id: 3}, {step: 'added', kind: 'segments', name: 'Near'}),
  ).toEqual([
    {kind: 'begun', step: 1, does: 'creates', about: {items: [{kind: 'senders', key: 'a'}]}, print: ''},
    {kind: 'answered', step: 1, as: 'acknowledged', made: [['a', 3]]},
    {kind: 'begun', step: 2, does: 'creates', about: {items: [{kind: 'segments', within: 'Near', key: ''}]}},
    {kind: 'answered', step: 2, as: 'acknowledged', made: []},
  ]);
  expect(applied({step: 'made', kind: 'senders', name: 'a'}).at(-1)).toMatchObject({made: [['a', '']]});
});
