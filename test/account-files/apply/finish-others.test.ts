/** A record that an earlier run left unfinished is finished once it is as its file says; nobody else's change is taken for it. */
import {expect, test} from 'vitest';
import type {ApplyJournal} from '../../../src/account-files/apply/apply-journal.js';
import {finishOthers} from '../../../src/account-files/apply/carry-out.js';
import {fingerprintOf} from '../../../src/account-files/compare/fingerprint.js';
import {type MadeRecord, nothingMade} from '../../../src/account-files/folder/made-records.js';

const entry = {name: 'Leads'};
const print = fingerprintOf('lists', entry);

test.each<readonly [string, Omit<MadeRecord, 'id'>, boolean]>([
  ['that was never finished', {createdFingerprint: 'new'}, true],
  ['whose change was interrupted and is there', {finishedFingerprint: 'old', intendedFingerprint: print}, true],
  ['whose change was interrupted and is not there', {finishedFingerprint: 'old', intendedFingerprint: 'more'}, false],
  ['that was finished, and is somebody else’s by now', {finishedFingerprint: 'old'}, false],
])('of a record %s', (_, made, isFinished) => {
  const notes: unknown[] = [];
  const records = new Map([['lists', new Map([['Leads', {id: 1, ...made}]])]] as const);
  const journal = {made: {...nothingMade, records}, note: (record: unknown) => notes.push(record)};
  finishOthers(journal as unknown as ApplyJournal, new Map([['lists', [entry, {name: 'Other'}]]]));
  expect(notes).toMatchObject(isFinished ? [{kind: 'finished', print}] : []);
});
