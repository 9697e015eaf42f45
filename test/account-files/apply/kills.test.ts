/** Contacts are applied by processes that are killed at each call: in the end each exists once. */

import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type AppliedContacts, applyContacts, undoContacts} from '../../../src/account-files/apply/contacts.js';
import type {Permit} from '../../../src/api/describe/permit.js';
import {UnknownOutcomeError} from '../../../src/errors.js';
import {type FakeRun, startFakeRun} from '../../contacts-import/fake-run.js';
import {Killed} from '../../contacts-import/fake-service.js';
import {markOf, tear} from '../../contacts-import/journal-file.js';
import {tries} from '../../sample.js';

const numbers = (from: number, to: number): number[] => Array.from({length: to - from}, (_, at) => from + at);

const FILE = [
  'email,city,country,status',
  ...numbers(0, 3).map(at => `p${at}@example.com,Bonn,Germany,`),
  ...numbers(3, 6).map(at => `p${at}@example.com,Pune,Germany,`),
  ...numbers(20, 28).map(at => `p${at}@example.com,Ulm,Germany,${at % 2 ? 'unsubscribed' : 'bounced'}`),
];

/** Eight people, of whom the file has six, half of them in another city. */
function fill({service}: FakeRun): void {
  service.custom.push({id: 1, field_name: 'status', field_type: 'text'});
  const contact = {contact_type_id: 1, deleted_at: null, custom_field: null, city: 'Bonn', country: 'Germany'};
  for (const at of numbers(0, 8)) service.listed.push({...contact, id: at - 100, email: `p${at}@example.com`});
}

const BEFORE = numbers(0, 8).map(at => `p${at}@example.com,Bonn,Germany,`);
/** The same people, and those whom the file adds. */
const AFTER = [...BEFORE, ...FILE.slice(7)].sort();

const write = (run: FakeRun, rows: readonly string[]): void => {
  mkdirSync(join(run.folder, 'contacts'), {recursive: true});
  writeFileSync(join(run.folder, 'contacts/leads.csv'), `${rows.join('\n')}\n`);
};

const statusOf = (custom: unknown): unknown =>
  (custom as {status?: {field_value: unknown}} | null)?.status?.field_value ?? '';

const held = ({service}: FakeRun): string[] =>
  service.listed.map(({email, city, country, custom_field}) => `${email},${city},${country},${statusOf(custom_field)}`);

const apply = (run: FakeRun, runs: string[] = []): Promise<AppliedContacts> =>
  applyContacts(run.context, {
    folder: run.folder,
    list: {id: 1, name: 'Leads'},
    path: 'contacts/leads.csv',
    permit: {} as Permit,
    allowAutomations: false,
    began: id => runs.push(id),
  });

test('killed at any call, with none, half or all of its last record', async () => {
  let died = true;
  for (let call = tries(2, 1); died; call += tries(4, 1)) {
    died = false;
    const torn = (['none', 'half', 'whole'] as const)[call % 3] ?? 'none';
    const run = startFakeRun();
    try {
      fill(run);
      write(run, FILE);
      const runs: string[] = [];
      run.service.dieIn = call;
      const mark = markOf(run);
      await apply(run, runs).catch(error => {
        if (!(error instanceof Killed)) throw error;
        died = true;
        tear(run, mark, torn);
      });
      run.service.dieIn = Number.POSITIVE_INFINITY;
      expect(await apply(run, runs), `call ${call}`).toMatchObject({impossible: []});
      expect(held(run).sort(), `call ${call}`).toEqual(AFTER);
      const sent = run.service.changes.length + run.service.uploads.length;
      expect(await apply(run), `call ${call}`).toEqual({
        ...{created: 0, impossible: []},
      });
      expect(run.service.changes.length + run.service.uploads.length).toBe(sent);
      expect(run.resumable()).toBe(false);
      // A later run does not need the original file.
      write(run, FILE.slice(0, 3));
      for (const id of runs) expect(await undoContacts(run.context, id)).toMatchObject({left: 0});
      expect(held(run).sort(), `undone after call ${call}`).toEqual(BEFORE);
    } finally {
      run.close();
    }
  }
});

test('an upload whose answer is lost is looked for, and sent again only where it is not there', async () => {
  const run = startFakeRun();
  try {
    fill(run);
    write(run, FILE);
    const lost = new UnknownOutcomeError('The answer was lost.');
    run.service.fate = upload => (upload === 1 ? {error: lost} : upload === 2 ? {applied: 0, error: lost} : undefined);
    expect(await apply(run)).toMatchObject({created: 8});
    expect(held(run).sort()).toEqual(AFTER);
  } finally {
    run.close();
  }
});

test('if the rows of a killed apply cannot be read any more, emk says so and goes on', async () => {
  const run = startFakeRun();
  try {
    fill(run);
    write(run, FILE);
    run.service.fate = () => ({killed: true});
    await expect(apply(run)).rejects.toBeInstanceOf(Killed);
    run.service.fate = () => undefined;
    run.service.custom.length = 0;
    const rows = [...FILE, 'new@example.com,Ulm,Germany,'].map(row => row.slice(0, row.lastIndexOf(',')));
    write(run, rows);
    expect(await apply(run)).toMatchObject({created: 1, impossible: []});
    expect(run.said).toContainEqual(
      expect.stringMatching(/^! emk cannot tell which contacts \S+ added before it stopped\. /),
    );
    const emails = run.service.listed.map(({email}) => email).sort();
    expect(emails).toEqual([...AFTER.map(row => row.split(',')[0]), 'new@example.com'].sort());
  } finally {
    run.close();
  }
});
