/** Imports are kept for some days after they ended; what an undo can still take back is said before it goes. */
import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {forgetOldRuns} from '../../../src/contacts-import/journal/forget-old.js';
import {
  beginImport,
  continueJournal,
  type ImportHeader,
  importsFolder,
  newRun,
} from '../../../src/contacts-import/journal/runs.js';
import type {Host} from '../../../src/system/host.js';
import {fakeHost} from '../../accounts/fake-host.js';
import {quietGlobals} from '../../quiet-globals.js';
import {useFreshShell} from '../../use-shell.js';

const DAY = 86_400_000;
const START = Date.parse('2026-01-02T12:00:00Z');
let at = START;
let host: Host;
let said: string[] = [];

beforeEach(() => {
  at = START;
  host = fakeHost({now: () => new Date(at)});
});

/** A run of today, with these records in its journal. */
function runWith(...records: readonly object[]): string {
  const {id, folder} = newRun(host);
  const header = {kind: 'header', version: 3, way: 'contacts import', id, origin: 'o', key: 'k', started: today()};
  const more = {source: {name: 'leads.csv'}, type: {id: 1, name: 'Leads'}};
  beginImport(folder, {...header, ...more} as unknown as ImportHeader).close();
  const journal = continueJournal(folder);
  for (const record of records) journal.note(record as Parameters<typeof journal.note>[0]);
  journal.close();
  return folder;
}

const today = (): string => new Date(at).toISOString();
const ended = (more: object = {}) => ({kind: 'end', at: today(), result: 'done', open: false, ...more});
const made = {kind: 'made', made: [['hash', 7]]};

/** What an import says that begins so many days after the first. */
function importAfter(days: number, keepImports = 90): readonly string[] {
  at = START + days * DAY;
  said = [];
  forgetOldRuns({host, globals: {...quietGlobals, keepImports}, notice: text => void said.push(text)});
  return said;
}

const isThere = (...folders: readonly string[]): boolean[] => folders.map(folder => existsSync(folder));

test('what an undo can take back goes a week after it was said, once, with the ways to keep it', () => {
  const [added, nothing] = [runWith(made, ended()), runWith(ended())];
  const id = added.slice(-10);
  expect(importAfter(80)).toEqual([]);
  expect(importAfter(84)).toEqual([
    `After 3 April 2026 emk deletes 1 old import and cannot undo it any more: leads.csv → "Leads"`,
    `  To undo one now: emk import undo ${id}. To keep imports longer: emk config set keep-imports 365`,
  ]);
  expect(importAfter(89)).toEqual([]);
  expect(isThere(added, nothing)).toEqual([true, true]);
  expect(importAfter(91.1)).toEqual([]);
  expect(isThere(added, nothing)).toEqual([false, false]);
});

test('without an import in that week, it stays for a week after it was said', () => {
  const [added, nothing] = [runWith(made, ended()), runWith(ended())];
  expect(importAfter(200)[0]).toContain('After 28 July 2026 emk deletes 1 old import');
  expect(isThere(added, nothing)).toEqual([true, false]);
  importAfter(206);
  expect(isThere(added)).toEqual([true]);
  importAfter(207.1);
  expect(isThere(added)).toEqual([false]);
});

test('an import that was undone goes without a word', () => {
  const undone = runWith(made, ended({result: 'undone'}));
  expect([importAfter(91), isThere(undone)]).toEqual([[], [false]]);
});

test('an import that can be resumed, was killed or is in doubt stays for ever', () => {
  const [open, killed, doubtful] = [runWith(ended({result: 'partial', open: true})), runWith(made), runWith()];
  const journal = continueJournal(doubtful);
  journal.begin('unsubscribes', {items: [{kind: 'unsubscribes', key: 'hash'}]} as never);
  journal.note(ended({result: 'partial'}) as never);
  journal.close();
  for (const days of [400, 800])
    expect([importAfter(days), isThere(open, killed, doubtful)]).toEqual([[], [true, true, true]]);
});

test('the days count from the end, and the setting decides how many they are', () => {
  const resumed = runWith();
  at = START + 60 * DAY;
  const journal = continueJournal(resumed);
  journal.note(ended() as never);
  journal.close();
  importAfter(120);
  expect(isThere(resumed)).toEqual([true]);
  importAfter(120, 59);
  expect(isThere(resumed)).toEqual([false]);
});

test('what was killed before it had a plan goes with its copy of people, and other files stay', () => {
  const {folder} = newRun(host);
  writeFileSync(join(folder, 'source.csv'), 'email\nada@example.com\n');
  mkdirSync(join(importsFolder(host), 'untaken'));
  importAfter(89);
  expect(isThere(folder)).toEqual([true]);
  importAfter(91);
  expect(readdirSync(importsFolder(host))).toEqual(['untaken']);
});

const shell = useFreshShell();

test('an import forgets an old one: undo and status know it no more, and say why', {tags: ['long']}, async () => {
  const {emk, write} = shell();
  for (const [index, day] of ['2026-03-04', '2026-05-30', '2026-06-10'].entries()) {
    write('leads.csv', `email,country\nperson${index}@example.com,Germany\n`);
    const line = 'contacts import leads.csv --list Staff --yes --allow-automations --settle-wait 0s --settle-poll 0s';
    const {code, stderr} = await emk(line, {host: {now: () => new Date(`${day}T12:00:00Z`)}});
    expect([code, stderr.includes('deletes 1 old import')]).toEqual([0, index === 1]);
  }
  const {stdout} = await emk('contacts import status -o json');
  const runs = JSON.parse(stdout).map(({started}: {started: string}) => started.slice(0, 10));
  expect(runs).toEqual(['2026-05-30', '2026-06-10']);
  const gone = await emk('contacts import undo 01KJWQ --yes');
  expect(gone).toMatchObject({code: 4, stderr: expect.stringContaining('"emk config set keep-imports" says')});
});
