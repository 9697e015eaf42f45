/** Rows that cannot be imported are fixed at the terminal and imported; the file is not changed. */
import {existsSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {gone, Killed} from '../fake-service.js';
import {answering} from '../person.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

const file = [
  'E-Mail;Vorname;Nachname;Ort',
  'ada@example.com;Ada;Lovelace;London',
  'Grace Hopper <grace@gmial.com>;;;New York',
  'alan@example,com;Alan;Turing;London',
  'nobody;No;Body;Nowhere',
  'edsger@example.com;Edsger;Dijkstra',
  'joan@hotmial.de;Joan;Clarke;Bletchley',
  '',
].join('\r\n');

const listed = (): string[] => run.service.listed.map(({email, city}) => `${email} ${city}`).sort();

const picks = {
  '3 rows cannot be imported, and 2 addresses look mistyped (gmial.com, hotmial.de). What now?': 'Fix them now',
  '“gmial.com” in 1 address (line 3)': 'Change it to gmail.com',
  '“hotmial.de” in 1 address (line 7)': 'Change it to hotmail.de',
  'Line 4: the address': 'alan@example.com',
  'Line 5: the address “nobody”': 'Skip this row',
  'Line 6: there are 3 cells': 'Change the row…',
};
const texts = ['edsger@example.com;Edsger;Dijkstra;Rotterdam'];

const fixed = [
  'ada@example.com London',
  'alan@example.com London',
  'edsger@example.com Rotterdam',
  'grace@gmail.com New York',
  'joan@hotmail.de Bletchley',
];

test('row by row, with what is likely offered first', async () => {
  run.write('leads.csv', file);
  const asked = answering(run, {picks, texts});
  expect(await run.import()).toMatchObject({exit: 8, data: {rows: 6, sent: 5, verified: 5, rejected: 1}});
  expect(asked.at(-1)).toBe('Import 5 contacts into "Leads" and skip 1 row?');
  expect(listed()).toEqual(fixed);
  expect(run.service.listed.find(({email}) => email === 'grace@gmail.com')).toMatchObject({
    first_name: 'Grace',
    last_name: 'Hopper',
  });
  expect(run.read('leads.csv')).toBe(file);
  expect(run.read('leads.rejected.csv')).toContain('nobody;No;Body;Nowhere;');
  expect(run.read('leads.rejected.csv').trim().split('\n')).toHaveLength(2);
  // All of it is deleted once all rows are in the list.
  expect(fixesKept()).toEqual([]);
});

const fixesKept = (): string[] => {
  const imports = join(run.folder, 'state', 'imports');
  return readdirSync(imports).filter(id => existsSync(join(imports, id, 'fixes.json')));
};

test('an import that stopped after that sends the rows as they were fixed, and no row twice', async () => {
  run.write('leads.csv', file);
  answering(run, {picks, texts});
  let uploads = 0;
  run.service.fate = () => (++uploads === 1 ? {applied: 3, error: gone()} : {applied: 0, error: gone()});
  expect((await run.import({chunk_rows: 5})).exit).not.toBe(0);
  expect(fixesKept()).toHaveLength(1);
  expect(
    readFileSync(join(run.folder, 'state', 'imports', fixesKept()[0] ?? '', 'journal.jsonl'), 'utf8'),
  ).not.toContain('grace@');
  run.service.fate = () => undefined;
  answering(run, {});
  expect(await run.resume()).toMatchObject({exit: 8, data: {rejected: 1, duplicates: 0, missing: 0}});
  expect(listed()).toHaveLength(5);
  expect(listed()).toContain('edsger@example.com Rotterdam');
  expect(fixesKept()).toEqual([]);
});

test('killed at any call after that, all fixed rows are there once in the end', {tags: ['long']}, async () => {
  let died = true;
  for (let call = 1; died; call += 3) {
    died = false;
    run.close();
    run = startFakeRun();
    run.write('leads.csv', file);
    answering(run, {picks, texts});
    run.service.dieIn = call;
    await run.import().catch(error => {
      if (!(error instanceof Killed)) throw error;
      died = true;
    });
    run.service.dieIn = Number.POSITIVE_INFINITY;
    if (!died) break;
    answering(run, {picks, texts});
    expect((await (run.resumable() ? run.resume() : run.import())).exit, `call ${call}`).toBe(8);
    expect(listed(), `call ${call}`).toEqual(fixed);
  }
});

test('without the fixed rows a resume stops, instead of sending others', async () => {
  run.write('leads.csv', file);
  answering(run, {picks, texts});
  run.service.fate = () => ({applied: 0, error: gone()});
  await run.import();
  const [id = ''] = fixesKept();
  rmSync(join(run.folder, 'state', 'imports', id, 'fixes.json'));
  expect((await run.resume()).error?.message).toContain('The 4 rows you fixed for this import are gone from');
});

test('a date that can be read in two ways is offered in both, and a fixed row that doubles another is asked about again', {
  tags: ['long'],
}, async () => {
  run.service.custom.push({field_name: 'since', field_type: 'datetime-local'});
  run.write('leads.csv', 'email,since\na@example.com,03/04/2026\na@exampel,2026-01-01\nb@example.com,2026-01-01');
  const asked = answering(run, {
    picks: {
      '2 rows cannot be imported. What now?': ['Fix them now', 'Skip them'],
      'Line 2:': '3 April 2026',
      'Line 3:': 'Type another value…',
    },
    texts: ['a@example.com'],
  });
  expect(await run.import({on_duplicate: 'reject'})).toMatchObject({data: {sent: 1}});
  expect(asked.filter(question => question.startsWith('2 rows'))).toHaveLength(2);
  expect(run.service.listed.map(({email}) => email)).toEqual(['b@example.com']);
});

test('Esc while a value is typed goes back to its row, which is not skipped', async () => {
  run.write('leads.csv', 'email\nnobody');
  const types = 'Type another value…';
  const picks = {'1 row cannot be imported. What now?': 'Fix it now', 'Line 2:': [types, types]};
  answering(run, {picks, texts: ['<', 'nobody@example.com']});
  expect(await run.import()).toMatchObject({exit: 0, data: {sent: 1, rejected: 0}});
});

test('typos of well-known domains are a warning with their lines, also for a script', async () => {
  run.write('leads.csv', 'email\na@gmial.com\nb@gmail.com\nc@GMIAL.com\nd@ymail.com\ne@web.ed');
  expect(await run.import()).toMatchObject({exit: 0, data: {sent: 5}});
  expect(run.said.filter(sentence => sentence.includes('typo'))).toEqual([
    '! “gmial.com” looks like a typo of gmail.com (lines 2, 4).',
    '! “web.ed” looks like a typo of web.de (line 6).',
  ]);
});

test('a person may keep them, and is not asked again', async () => {
  run.write('leads.csv', 'email\na@gmial.com');
  const asked = answering(run, {picks: {'1 address looks mistyped (gmial.com). What now?': 'Keep it unchanged'}});
  expect(await run.import()).toMatchObject({exit: 0, data: {sent: 1}});
  expect(asked).toHaveLength(2);
});

test('the end gives the line that imports the rest, and a second round leaves one file of rejected rows', {
  tags: ['long'],
}, async () => {
  run.write('leads.csv', 'email;Wo\na@example.com;Ulm\nnobody;Bonn\nno one;Köln');
  const first = await run.import({max_errors: '2', map: ['Wo=city']});
  expect(first.error?.hint).toBe(
    'Fix the rows in leads.rejected.csv, then run: emk import leads.rejected.csv --list Leads --map Wo=city',
  );
  const rejected = run.read('leads.rejected.csv').replace('nobody;', 'nobody@example.com;');
  run.write('leads.rejected.csv', rejected);
  // As long as nothing was sent, its file is not changed.
  expect((await run.import({file: 'leads.rejected.csv', map: ['Wo=city']})).exit).toBe(2);
  expect(run.read('leads.rejected.csv')).toBe(rejected);
  await run.import({file: 'leads.rejected.csv', map: ['Wo=city'], max_errors: '1'});
  expect(run.service.listed.map(({city}) => city)).toEqual(['Ulm', 'Bonn']);
  expect(run.said.at(-1)).toMatch(/1 to send · 1 rejected → \S*leads\.rejected\.csv$/);
  expect(run.read('leads.rejected.csv').split('\n').slice(1)).toEqual([expect.stringMatching(/^no one;Köln;/), '']);
  expect(readdirSync(run.folder).filter(name => name.includes('rejected'))).toEqual([
    'leads.rejected.csv',
    'leads.rejected.jsonl',
  ]);
});
