/** What a journal says of the work, record by record: what is done, what is in doubt, what was made. */
import {expect, test} from 'vitest';
import type {About, Begun, End, Item, WorkRecord} from '../../src/work/record.js';
import {isInDoubt, newState, replay, type State, stepOf, takeIn} from '../../src/work/state.js';

const lines = (first: number, last: number): About => ({lines: [[first, last]]});
const ids = (first: number, last: number): About => ({ids: [[first, last]]});
const item = (key: string, more: Partial<Item> = {}): Item => ({kind: 'senders', key, ...more});
const items = (...some: readonly Item[]): About => ({items: some});
const begun = (step: number, about: About, does: Begun['does'] = 'creates'): Begun => ({
  kind: 'begun',
  step,
  does,
  about,
});
const answered = (
  step: number,
  as: 'acknowledged' | 'refused' | 'not_applied' | 'too_large' | 'unknown' | 'rejected',
  more = {},
) => ({kind: 'answered', step, as, ...more}) as const;
const end = (result: End['result'], open: boolean): End => ({
  ...{kind: 'end', at: '', result, open, files: {}},
  ...{sent: 0, verified: 0, missing: 0, duplicates: 0, unknown: 0},
});
const open = ({open: some}: State) => [...some.values()].map(({step, about}) => [step, about]);
const after = (...records: readonly WorkRecord[]): State => replay(records);

test('rows are sent, then done or refused or in doubt by their answer', () => {
  const step = begun(1, lines(2, 9));
  expect(after(step)).toMatchObject({sent: [[2, 9]], done: [], step: 1, undoing: false});
  expect(open(after(step))).toEqual([[1, lines(2, 9)]]);
  expect(isInDoubt(after(step), 9)).toBe(true);
  expect(isInDoubt(after(step), 10)).toBe(false);
  const done = after(step, answered(1, 'acknowledged'));
  expect([done.done, open(done), isInDoubt(done, 9)]).toEqual([[[2, 9]], [], false]);
  const part = after(step, answered(1, 'acknowledged', {about: lines(2, 3)}));
  expect(part.done).toEqual([[2, 3]]);
  for (const as of ['refused', 'unknown'] as const) {
    const state = after(step, answered(1, as));
    expect([state.done, open(state)]).toEqual([[], [[1, lines(2, 9)]]]);
  }
  for (const as of ['not_applied', 'too_large', 'rejected'] as const)
    expect([after(step, answered(1, as)).done, open(after(step, answered(1, as)))]).toEqual([[], []]);
  const refused = after(
    step,
    answered(1, 'rejected', {
      about: {
        lines: [
          [2, 2],
          [5, 5],
        ],
      },
      reason: 'No.',
    }),
  );
  expect([...refused.refused]).toEqual([
    [2, 'No.'],
    [5, 'No.'],
  ]);
  expect([...after(step, answered(1, 'rejected')).refused]).toEqual([[2, '']]);
  expect([...after(step, answered(1, 'refused', {reason: 'No.'})).refused]).toEqual([]);
  // A journal whose beginning is lost answers a step that nobody knows.
  expect(after(answered(7, 'acknowledged'))).toMatchObject({done: [], step: 0});
});

test('a look settles rows and records, and leaves in doubt what it did not see', () => {
  const look = (there: About, absent: About, made?: readonly (readonly [string, number])[]): WorkRecord => ({
    ...{kind: 'settled', step: 1, there, absent},
    ...(made && {made}),
  });
  const some = after(begun(1, lines(2, 9)), look(lines(2, 3), lines(4, 5)));
  expect([some.done, open(some)]).toEqual([[[2, 3]], [[1, lines(6, 9)]]]);
  expect(open(after(begun(1, lines(2, 9)), look(lines(2, 3), lines(4, 9))))).toEqual([]);
  const two = [item('a'), item('a', {within: 'x'}), item('a', {kind: 'fields'}), item('b')];
  const named = after(begun(1, items(...two)), look(items(item('a')), items(item('b')), [['a', 7]]));
  expect(open(named)).toEqual([[1, items(item('a', {within: 'x'}), item('a', {kind: 'fields'}))]]);
  expect([...named.made]).toEqual([['a', 7]]);
  expect(open(after(begun(1, items(item('a'))), look(items(item('a')), items())))).toEqual([]);
  // Of a step that is not open, only what is there is new.
  const over = after(begun(1, lines(2, 9)), answered(1, 'not_applied'), look(lines(2, 3), lines(4, 9)));
  expect([over.done, open(over)]).toEqual([[[2, 3]], []]);
});

test('rows and ids go one request after the other, and single records beside each other', () => {
  expect(open(after(begun(1, lines(2, 9)), begun(2, lines(10, 11))))).toEqual([[2, lines(10, 11)]]);
  expect(open(after(begun(1, ids(2, 9)), begun(2, ids(10, 11))))).toEqual([[2, ids(10, 11)]]);
  expect(open(after(begun(1, items(item('a'))), begun(2, items(item('b')))))).toHaveLength(2);
  expect(open(after(begun(1, items(item('a'))), begun(2, lines(1, 2))))).toHaveLength(2);
  expect(open(after(begun(1, lines(1, 2)), begun(2, items(item('a')))))).toHaveLength(2);
  expect(after(begun(1, ids(2, 3), 'undoes'), begun(2, ids(4, 5), 'deletes')).undoing).toBe(true);
  expect(after(begun(1, ids(2, 3))).sent).toEqual([]);
});

test('a change of a record is closed when the record is finished, and a creation is not', () => {
  const finished = (one: Item): WorkRecord => ({kind: 'finished', item: one});
  const change = begun(1, items(item('a'), item('b')), 'updates');
  expect(open(after(change, finished(item('b'))))).toEqual([]);
  for (const other of [item('c'), item('a', {kind: 'fields'}), item('a', {within: 'x'})])
    expect(open(after(change, finished(other)))).toHaveLength(1);
  expect(open(after(begun(1, items(item('a'))), finished(item('a'))))).toHaveLength(1);
  // Contacts are changed by their ids, and are no records of files.
  expect(open(after(begun(1, ids(2, 3), 'updates'), finished(item('a'))))).toHaveLength(1);
});

test('what was made, added and written stays known', () => {
  const added = {kind: 'added', lines: [[2, 3]], looks: [['', [[7, 8]]]]} as const;
  const state = after(
    begun(1, lines(2, 3)),
    answered(1, 'acknowledged', {made: [['a', 1]]}),
    {kind: 'made', step: 1, made: [['b', 2]]},
    added,
    {kind: 'wrote', path: 'left.csv', sha256: 'x'},
    {kind: 'undone', item: item('a')},
  );
  expect([[...state.made], state.added, [...state.wrote]]).toEqual([
    [
      ['a', 1],
      ['b', 2],
    ],
    [added],
    [['left.csv', 'x']],
  ]);
});

test.each<readonly [End['result'], boolean, readonly number[]]>([
  ['done', false, [1]],
  ['done', true, [1]],
  ['superseded', true, [1]],
  ['undone', true, [1]],
  ['partial', true, [1, 2, 3]],
  ['unknown', true, [1, 2, 3]],
  ['interrupted', true, [1, 2, 3]],
  ['partial', false, [1, 2]],
])('after the end "%s" (open: %s) the steps %j are in doubt', (result, isOpen, left) => {
  // The last step about rows is open together with one about ids only in a journal of an older emk.
  const state = newState();
  takeIn(state, begun(1, items(item('a'))));
  state.open.set(2, begun(2, ids(4, 5), 'deletes'));
  state.open.set(3, begun(3, lines(2, 3)));
  takeIn(state, end(result, isOpen));
  expect([...state.open.keys()]).toEqual(left);
  expect(state.end?.result).toBe(result);
});

test('an end is only the end until the work goes on', () => {
  expect(after(end('partial', true)).end?.result).toBe('partial');
  expect(after(end('partial', true), begun(1, lines(1, 1))).end).toBeUndefined();
  const header = {kind: 'header', version: 4, way: 'x', origin: '', key: ''} as const;
  expect(after(end('partial', true), header).end?.result).toBe('partial');
});

test('the step of an answer is known as long as answers may come', () => {
  const state = newState();
  const [one, two] = [begun(1, items(item('a'))), begun(2, items(item('b')))];
  takeIn(state, one);
  takeIn(state, two);
  expect([stepOf(state, 1), stepOf(state, 2), stepOf(state, 3)]).toEqual([one, two, undefined]);
  takeIn(state, answered(1, 'acknowledged'));
  takeIn(state, answered(2, 'acknowledged'));
  expect([stepOf(state, 1), stepOf(state, 2)]).toEqual([undefined, two]);
});
