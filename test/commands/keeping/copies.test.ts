/** What a copy is made of before a deletion, and what is said of it after. */
import {expect, test} from 'vitest';
import {keepBefore} from '../../../src/commands/keeping/keep-before.js';
import {withWayBack} from '../../../src/commands/keeping/ways-back.js';
import {detailsOf} from '../../../src/commands/keeping/whole-records.js';
import contacts from '../../../src/endpoints/contacts.js';
import lists from '../../../src/endpoints/lists.js';
import notifications, {operations as recipients} from '../../../src/endpoints/notifications.js';
import type {Done} from '../../../src/output/results/result.js';

const KEPT = {name: '2026-01-01-1', path: '/x', kinds: new Set(['contacts' as const])};

/** Keeps what goes with these ids, of lists of these records. */
async function keep(
  of: typeof notifications | typeof lists,
  ids: readonly number[],
  listed: readonly object[],
  mostPeople?: number,
) {
  const notes: unknown[] = [];
  const keeping = {
    add: (kind: string, records: ReadonlyArray<{readonly id: number}>) => notes.push([kind, records.map(({id}) => id)]),
    noteLastRow: (kind: string, row: number) => notes.push([kind, 'last', row]),
    finish: () => KEPT,
    drop: () => notes.push('dropped'),
  };
  const context = {
    globals: {dryRun: false},
    keepDeleted: async () => keeping,
    async *stream(list: unknown) {
      if (list === of.list || list === recipients.list) yield* [listed.slice(0, 2), listed.slice(2)];
      else
        yield [
          {id: 90, contact_type_id: 1},
          {id: 91, contact_type_id: 1},
        ];
    },
  };
  const kept = await keepBefore(context as never, {of, listInput: {}, ids, mostPeople} as never).catch(error => error);
  return {notes, kept};
}

test('what goes is kept with the highest row of its list, and what was deleted before is not', async () => {
  const {notes, kept} = await keep(
    notifications,
    [1, 2, 3],
    [
      {id: 1, email_address: 'a@example.com'},
      {id: 9, email_address: 'b@example.com'},
      {id: 2, email_address: 'c@example.com', deleted_at: 'then'},
    ],
  );
  expect(
    notes.filter(note => (note as unknown[])[1] !== 'last').flatMap(note => (note as [string, number[]])[1]),
  ).toEqual([1]);
  expect(notes).toContainEqual(['notifications', 'last', 9]);
  expect(kept).toMatchObject({kept: KEPT});
  expect([kept.listed.has('1'), kept.listed.has('2'), kept.listed.has('9')]).toEqual([true, false, false]);
});

test('people go with their list, but never more than somebody agreed to', async () => {
  const list = [{id: 1, name: 'Leads'}];
  expect((await keep(lists, [1], list)).notes).toContainEqual(['contacts', [90, 91]]);
  expect((await keep(lists, [1], list, 2)).kept).toMatchObject({kept: KEPT});
  const more = await keep(lists, [1], list, 1);
  expect([more.kept.message, more.notes.at(-1)]).toEqual([
    expect.stringContaining('than the 1 that you agreed to delete'),
    'dropped',
  ]);
});

test('up to 20 contacts are read one by one, and mailings always', () => {
  expect([detailsOf('contacts', 20), detailsOf('contacts', 21), detailsOf('senders', 1)].map(Boolean)).toEqual([
    true,
    false,
    false,
  ]);
  expect(detailsOf('mailings', 500)).toBeDefined();
});

test('a deletion says how its records come back, if there are any and a copy of them', () => {
  const report = (done: readonly number[]): Done => ({kind: 'done', sentence: 'Gone.', done, failed: []});
  const said = (done: readonly number[], dryRun: boolean, kept: typeof KEPT | undefined): string =>
    withWayBack({globals: {dryRun}} as never, report(done), contacts, kept).sentence;
  expect(said([1], false, KEPT)).toContain('emk undo 2026-01-01-1');
  expect(said([1], false, undefined)).toBe('Gone. emk kept no copy.');
  expect([said([], false, KEPT), said([1], true, KEPT)]).toEqual(['Gone.', 'Gone.']);
});
