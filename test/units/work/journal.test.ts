/** A journal is written before what it tells, continues its numbers, and is refused if it is not whole. */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createJournal, readJournal, reopenJournal, VERSION, type WorkRecord} from '../../../src/change/work/journal.js';
import {temporaryFolder} from '../../support/fake-host.js';
import {journalLine} from '../../support/journal-line.js';
import {replaceInFs} from '../../support/replace-in-fs.js';

const header = {kind: 'header', version: VERSION, way: 'account apply', origin: 'o', key: 'k'} as const;
const placeIn = (folder: string) => ({
  ...{path: join(folder, 'journal.jsonl'), again: 'run it again.'},
  ...{or: 'Or delete it.', ifDamaged: 'Delete it.'},
});
const about = {lines: [[2, 3]]} as const;

test('steps are numbered on, and each record is seen once it is written', () => {
  const place = placeIn(temporaryFolder());
  const seen: WorkRecord[] = [];
  const isWritten = (record: WorkRecord): void => {
    seen.push(record);
    expect(readJournal(place).records.at(-1)).toEqual(record);
  };
  const journal = createJournal(place, header, {seen: isWritten});
  expect(journal.begin('creates', about, {print: 'p'})).toBe(1);
  journal.answer(1, 'acknowledged', {reason: 'x'});
  expect(journal.begin('creates', about)).toBe(2);
  journal.close();
  const again = reopenJournal(place, {seen: isWritten});
  expect(again.begin('deletes', about)).toBe(3);
  again.note({kind: 'undone', item: {kind: 'senders', key: 'a'}});
  again.close();
  expect(seen).toEqual(readJournal(place).records.slice(1));
  expect(seen.map(({kind}) => kind)).toEqual(['begun', 'answered', 'begun', 'begun', 'undone']);
  expect(readJournal(place).header).toEqual(header);
});

test('a file that is there is not written over', () => {
  const place = placeIn(temporaryFolder());
  writeFileSync(place.path, 'x');
  expect(() => createJournal(place, header)).toThrow('Nothing was sent: emk cannot write the journal');
  expect(readFileSync(place.path, 'utf8')).toBe('x');
});

test('a full disk stops the work before the request', () => {
  const place = placeIn(temporaryFolder());
  const seen: WorkRecord[] = [];
  const journal = createJournal(place, header, {seen: record => seen.push(record)});
  replaceInFs('writeSync', () => {
    throw Object.assign(new Error('full'), {code: 'ENOSPC'});
  });
  expect(() => journal.begin('creates', about)).toThrow('Nothing more was sent: emk cannot write the journal');
  expect(seen).toEqual([]);
});

test('a journal of another format is refused', () => {
  const place = placeIn(temporaryFolder());
  writeFileSync(place.path, journalLine({kind: 'header', version: 1, origin: 'o', key: 'k'}));
  expect(() => readJournal(place)).toThrow('its format is 1');
});

test('what is no journal is refused, and what was killed before its first record is none', () => {
  const place = placeIn(temporaryFolder());
  const read = (...records: readonly object[]) => {
    writeFileSync(place.path, records.map(journalLine).join(''));
    return readJournal(place);
  };
  expect(readJournal(place)).toEqual({header: undefined, records: []});
  expect(existsSync(place.path)).toBe(false);
  expect(read()).toEqual({header: undefined, records: []});
  expect(() => read({kind: 'begun', step: 1})).toThrow('its format is 1');
  expect(() => read({...header, version: 99})).toThrow(place.path);
  writeFileSync(place.path, `${journalLine(header)}nonsense\n${journalLine({kind: 'begun'})}`);
  expect(() => readJournal(place)).toThrow(`Line 2 of the journal ${place.path} is damaged.`);
});
