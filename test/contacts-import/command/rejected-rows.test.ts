/** What happens to rows that cannot be imported: shown, written to a file, asked about. */
import {chmodSync, existsSync, mkdirSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type FakeRun, leads, startFakeRun} from '../fake-run.js';
import {answering} from '../person.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

const files = (): string[] => readdirSync(run.folder).filter(name => name !== 'state');

test('a dry run shows the reasons and writes nothing, unless a file was asked for', async () => {
  Object.assign(run.context.globals, {dryRun: true});
  run.write('leads.csv', `${leads(2)}\nnobody,X`);
  expect(await run.import()).toMatchObject({exit: 2, data: {result: 'refused', files: {}}});
  expect(run.said).toContain('! Line 4: the address “nobody” in “email” has no @.');
  expect(files()).toEqual(['leads.csv']);
  await run.import({rejects: 'bad.csv'});
  expect(files()).toEqual(['bad.csv', 'bad.jsonl', 'leads.csv']);
});

// Root may write into any folder but one that takes no files.
test('a folder that cannot be written costs the file of rejects, and not the reasons', async () => {
  if (process.getuid?.() === 0) {
    run.write('leads.csv', `${leads(2)}\nnobody,X`);
    expect(await run.import({rejects: '/sys/bad.csv'})).toMatchObject({exit: 2});
    expect(run.said.join('\n')).toContain('Line 4: the address “nobody”');
    return;
  }
  mkdirSync(join(run.folder, 'closed'));
  run.write('closed/leads.csv', `${leads(2)}\nnobody,X`);
  chmodSync(join(run.folder, 'closed'), 0o555);
  expect(await run.import({file: 'closed/leads.csv'})).toMatchObject({exit: 2, data: {result: 'refused'}});
  expect(run.said.join('\n')).toContain('Line 4: the address “nobody”');
  const stopped = await run.import({file: 'closed/leads.csv', max_errors: '1'});
  expect(stopped.error?.hint).toContain('--rejects FILE');
  chmodSync(join(run.folder, 'closed'), 0o755);
});

test('where the file of rejects has no folder, the reasons are shown anyway', async () => {
  run.write('leads.csv', `${leads(2)}\nnobody,X`);
  const stopped = await run.import({rejects: 'none/bad.csv'});
  expect([stopped.exit, stopped.error?.hint]).toEqual([2, expect.stringContaining('--rejects FILE')]);
  expect(run.said.join('\n')).toContain('Line 4: the address “nobody” in “email” has no @.');
  expect(stopped.error?.message).toContain('there is no folder');
  expect(existsSync(join(run.folder, 'none'))).toBe(false);
});

test('all rows rejected is not called an import of the others', async () => {
  run.write('leads.csv', 'email\nnobody\nno-one');
  expect((await run.import({max_errors: '100%'})).error?.message).toBe(
    '2 rows were rejected, so nothing was imported.',
  );
});

test('rows that were rejected beside others that are listed already say so', async () => {
  run.write('leads.csv', leads(2));
  await run.import();
  run.write('leads.csv', `${leads(2)}\nnobody,X`);
  expect((await run.import({max_errors: '1'})).error?.message).toBe(
    '1 row was rejected, and there was nothing else to add.',
  );
});

test('a person is asked once, and sees the rejected rows before', {tags: ['long']}, async () => {
  run.write('leads.csv', `${leads(1200)}\nnobody,X\nno-one,Y`);
  const picks = {'2 rows cannot be imported. What now?': 'Skip these 2 rows'};
  const declined = answering(run, {picks, isSure: false});
  expect(await run.import()).toMatchObject({exit: 130});
  expect(declined.slice(1)).toEqual(['Import 1,200 contacts into "Leads" and skip 2 rows?']);
  expect(run.said).toContain('    Line 1,202: the address “nobody” in “email” has no @.');
  expect(files()).toEqual(['leads.csv']);
  answering(run, {picks: {'2 rows cannot be imported. What now?': 'Stop'}});
  expect(await run.import()).toMatchObject({exit: 2, data: {result: 'refused', added: 0}});
  answering(run, {picks});
  expect(await run.import()).toMatchObject({exit: 0, data: {added: 1200, rejected: 2}});
  expect(files()).toEqual(['leads.csv', 'leads.rejected.csv', 'leads.rejected.jsonl']);
  Object.assign(run.context.globals, {yes: true});
  expect(await run.import({file: 'leads.csv'})).toMatchObject({exit: 2});
});

test('a script learns how the file was read', async () => {
  run.write('leads.csv', 'E-Mail;Vorname;Hobby\na@example.com;Ada;chess');
  expect((await run.import()).data?.read).toEqual({
    encoding: 'utf-8',
    delimiter: ';',
    columns: [
      {header: 'E-Mail', fields: ['email']},
      {header: 'Vorname', fields: ['first_name']},
      {header: 'Hobby', fields: []},
    ],
    left_out: ['Hobby'],
    new_fields: [],
    status_columns: [],
    countries: [],
  });
});

test('the advice about a missing address column names the one that holds addresses', async () => {
  run.write('leads.csv', 'Id,Who,Kontakt\n1,Ada,ada@example.com');
  expect((await run.import()).error?.hint).toBe('Name the right column, as in: --map Kontakt=email');
});
