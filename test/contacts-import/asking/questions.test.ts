/** The questions about a file for a person at a terminal, which a script never gets. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {gone} from '../fake-service.js';
import {answering} from '../person.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

test('matched columns are shown with an example where nothing is open', async () => {
  answering(run, {});
  run.write('leads.csv', 'E-Mail,Vorname\na@example.com,Ada\n');
  await run.import();
  expect(run.said.slice(0, 2)).toEqual(['  E-Mail   → Email       a@example.com', '  Vorname  → First name  Ada']);
});

test('all columns are matched at once: one becomes a field of its own, one takes a field, the rest is skipped', async () => {
  const asked = answering(run, {
    picks: {
      'Which field': ['Größe', 'Wo', 'Skip the 1 column'],
      'What is in "Größe"?': 'shoe_size',
      'What is in "Wo"?': 'City',
    },
  });
  run.write('leads.csv', 'E-Mail,Vorname,Größe,Wo,Rest\na@example.com,Ada,42,Bonn,x\n');
  const {data} = await run.import();
  expect(asked.at(-1)).toBe('Import 1 contact into "Leads"?');
  expect(run.said).toContain('Created the custom field shoe_size (number).');
  expect(data?.read.columns.map(({fields}) => fields[0])).toEqual([
    'email',
    'first_name',
    'shoe_size',
    'city',
    undefined,
  ]);
});

test('a field that is taken from its column is said of all columns, so that none fills it unseen', async () => {
  const told: unknown[] = [];
  Object.assign(run.context, {answered: (values: unknown) => told.push(values)});
  answering(run, {picks: {'Which field': ['Vorname', 'Skip'], 'What is in "Vorname"?': 'Last name'}});
  run.write('leads.csv', 'E-Mail,Vorname,Rest\na@example.com,Ada,x\n');
  await run.import();
  expect(told).toEqual([expect.objectContaining({map: ['E-Mail=email', 'Vorname=last_name', 'Rest=']})]);
});

test('a person says which column is the address where no header does', async () => {
  answering(run, {picks: {'Which field': 'Skip'}});
  run.write('leads.csv', 'Wer,Kontakt\nAda,a@example.com\n');
  expect(await run.import()).toMatchObject({exit: 0, data: {added: 1}});
});

test('the answers are options of the line', async () => {
  const told: unknown[] = [];
  Object.assign(run.context, {answered: (values: unknown) => told.push(values)});
  answering(run, {
    picks: {
      'The service does not know “Deutschlnd”': 'Leave the country of this row empty',
      'Which field': ['Was', 'Continue'],
      'What is in "Was"?': 'hobby',
    },
  });
  run.write('leads.csv', 'email,country,Was\na@example.com,Deutschlnd,x\n');
  await run.import();
  expect(told.pop()).toMatchObject({map: ['Was=+hobby'], leave_empty: ['country']});
});

test('an encoding that is neither UTF-8 nor plainly Windows-1252 is asked for by name', async () => {
  const bytes = Buffer.from('email,first_name\na@example.com,Andr\x8e\nb@example.com,M\x9fller\n', 'latin1');
  writeFileSync(join(run.folder, 'leads.csv'), bytes);
  const {exit, error} = await run.import();
  expect([exit, error?.message, error?.hint]).toEqual([
    2,
    'leads.csv is not UTF-8 (line 2), and emk cannot be sure of its encoding.',
    expect.stringContaining('--encoding'),
  ]);
  expect(await run.import({encoding: 'macintosh'})).toMatchObject({exit: 0, data: {added: 2}});
});

test('countries that nobody knows are asked about once, and a resume knows the answer', {tags: ['long']}, async () => {
  run.write('leads.csv', 'email,country\na@example.com,Preussen\nb@example.com,Allemagne\nc@example.com,Mars\n');
  const asked = answering(run, {picks: {'The service does not know': 'Keep them as written'}});
  run.service.fate = () => ({applied: 0, error: gone()});
  expect((await run.import()).exit).toBe(6);
  run.service.fate = () => undefined;
  const {data} = await run.resume();
  expect(asked.filter(question => question.includes('does not know'))).toEqual([
    'The service does not know “Preussen”, “Mars” in "country" (2 rows). What now?',
  ]);
  expect(data?.read.countries).toEqual([
    {written: 'Allemagne', read_as: 'Germany'},
    {written: 'Preussen', read_as: null},
    {written: 'Mars', read_as: null},
  ]);
});

test('a mistyped country is read as the one that it means, and the rest is asked about after it', async () => {
  run.write('leads.csv', 'email,country\na@example.com,Germny\nb@example.com,Neverland\nc@example.com,Frnace\n');
  const fixed = {
    'The service does not know “Germny”': 'Change Germny to Germany, Frnace to France',
    'The service does not know “Neverland”': 'Keep them as written',
  };
  const asked = answering(run, {picks: fixed});
  const {data, exit} = await run.import();
  expect(asked.filter(question => question.includes('does not know'))).toEqual([
    'The service does not know “Germny”, “Neverland”, “Frnace” in "country" (3 rows). What now?',
    'The service does not know “Neverland” in "country" (1 row). What now?',
  ]);
  expect([exit, data?.read.countries]).toEqual([
    0,
    expect.arrayContaining([
      {written: 'Germny', read_as: 'Germany'},
      {written: 'Frnace', read_as: 'France'},
      {written: 'Neverland', read_as: null},
    ]),
  ]);
});

test('new fields can be asked for in a line too, and each kind is said in words', async () => {
  run.write('leads.csv', 'E-Mail,Hobby,Geb.\na@example.com,chess,2001-12-31\n');
  const {data} = await run.import({map: ['Hobby=+hobby', 'Geb.=+born']});
  expect(data?.read.new_fields).toEqual(['hobby', 'born']);
  expect(run.said).toContain('Created the custom fields hobby and born (date and time).');
});
