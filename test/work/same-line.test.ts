/** What a line knows of its earlier run: all that it may have deleted, and nothing that was certainly left. */
import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {About} from '../../src/work/record.js';
import {sameLine} from '../../src/work/same-line.js';
import {temporaryFolder} from '../accounts/fake-host.js';

const header = {way: 'contacts delete', origin: 'o', key: 'k'};

function start() {
  const path = join(temporaryFolder(), 'lines', 'one.jsonl');
  return {path, line: () => sameLine(path, header), isThere: () => existsSync(path)};
}

const ids = (first: number, last: number): About => ({ids: [[first, last]]});

test('a later run knows what was sent, unless it was certainly not applied', () => {
  const {line, isThere} = start();
  const first = line();
  expect([first.ids, first.hasTried(3)]).toEqual([[], false]);
  const journal = first.begin([3, null, 'b']);
  journal?.answer(journal.begin('deletes', ids(3, 5)), 'acknowledged');
  journal?.answer(journal.begin('deletes', ids(7, 8)), 'not_applied');
  journal?.answer(journal.begin('deletes', ids(9, 9)), 'unknown');
  journal?.begin('deletes', {items: [{kind: 'senders', key: 'b'}]});
  journal?.note({kind: 'undone', item: {kind: 'senders', key: 'c'}});
  first.end(false);
  expect(isThere()).toBe(true);
  const second = line();
  expect(second.ids).toEqual([3, null, 'b']);
  expect([2, 3, 4, 5, 6, 7, 8, 9, 'b', 'c'].filter(id => second.hasTried(id))).toEqual([3, 4, 5, 9, 'b']);
  expect(second.begin([9])?.begin('deletes', ids(10, 10))).toBe(5);
  second.end(false);
  const third = line();
  expect([third.ids, third.hasTried(10), third.hasTried(3)]).toEqual([[3, null, 'b'], true, true]);
  third.begin([]);
  third.end(true);
  expect(isThere()).toBe(false);
});

test('a journal without anything sent is not kept, and one that no run opened stays as it is', () => {
  const {line, isThere} = start();
  const nothing = line();
  nothing.begin([1]);
  expect(isThere()).toBe(true);
  nothing.end(false);
  expect(isThere()).toBe(false);
  const some = line();
  some.begin([1])?.begin('deletes', ids(1, 1));
  some.end(false);
  line().end(false);
  expect(isThere()).toBe(true);
  line().end(true);
  expect(isThere()).toBe(false);
});

test('a file that a kill has left without its first line is begun anew', () => {
  const {path, line} = start();
  line().begin([1]);
  writeFileSync(path, '{"kind":"hea');
  const next = line();
  expect(next.ids).toEqual([]);
  next.begin([2])?.begin('deletes', ids(2, 2));
  next.end(false);
  expect(line().ids).toEqual([2]);
});

test('without a place to write, a line deletes without a journal', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lines'), '');
  const line = sameLine(join(folder, 'lines', 'one.jsonl'), header);
  expect(line.begin([1])).toBeUndefined();
  line.end(false);
});
