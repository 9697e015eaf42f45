import {appendFileSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openRuns, runsThatMade} from '../../../src/contacts-import/journal/open-runs.js';
import {beginImport, continueJournal, type ImportHeader, newRun} from '../../../src/contacts-import/journal/runs.js';
import {stateFolder} from '../../../src/own-files/folders.js';
import type {Host} from '../../../src/system/host.js';
import {fakeHost} from '../../accounts/fake-host.js';

/** Begins a run; what it notes after that decides whether it is over. */
function begun(host: Host): string {
  const run = newRun(host);
  const header = {kind: 'header', version: 3, way: 'contacts sync', id: run.id, origin: 'o', key: 'k'};
  beginImport(run.folder, header as unknown as ImportHeader).close();
  return run.folder;
}

function end(folder: string, open = false): void {
  const journal = continueJournal(folder);
  journal.note({kind: 'end', at: '2026-03-04T12:00:00Z', result: open ? 'partial' : 'done', open} as never);
  journal.close();
}

const idsOf = (runs: ReturnType<typeof openRuns>): string[] => runs.map(({header}) => header.id);
const idIn = (folder: string): string => folder.slice(-10);

test('a closed journal is read once, and again when it has grown', () => {
  const host = fakeHost();
  const [closed, open, killed] = [begun(host), begun(host), begun(host)];
  end(closed);
  end(open, true);
  expect(idsOf(openRuns(host))).toEqual([idIn(open), idIn(killed)]);
  // Nobody reads it now: damage in the middle would be refused.
  const path = join(closed, 'journal.jsonl');
  const whole = readFileSync(path, 'utf8');
  rmSync(path);
  appendFileSync(path, whole.replace('contacts sync', 'contacts SYNC'));
  expect(idsOf(openRuns(host))).toEqual([idIn(open), idIn(killed)]);
  rmSync(path);
  appendFileSync(path, whole);
  const again = continueJournal(closed);
  again.begin('undoes', {ids: [[1, 2]]});
  again.close();
  expect(idsOf(openRuns(host))).toEqual([idIn(closed), idIn(open), idIn(killed)]);
});

test('a closed run that unsubscribed people is found by those who ask for it, also from the index', () => {
  const host = fakeHost();
  const [made, other] = [begun(host), begun(host)];
  const journal = continueJournal(made);
  journal.note({kind: 'made', made: [['hash', 7]]} as never);
  journal.close();
  for (const folder of [made, other]) end(folder);
  for (const _ of [1, 2]) {
    expect(idsOf(runsThatMade(host))).toEqual([idIn(made)]);
    expect(openRuns(host)).toEqual([]);
  }
});

test('an index that nobody can read counts as none', () => {
  const host = fakeHost();
  end(begun(host));
  const left = begun(host);
  const path = join(stateFolder(host), 'closed-imports.json');
  openRuns(host);
  for (const damaged of ['', '{"version": 99, "runs": {}}', '{"runs": 3}']) {
    rmSync(path);
    appendFileSync(path, damaged);
    expect(idsOf(openRuns(host))).toEqual([idIn(left)]);
  }
});
