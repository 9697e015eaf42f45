/** The questions about a file for a person at a terminal, which a script never gets. */
import {existsSync, writeFileSync} from 'node:fs';
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
  const asked = answering(run, {matches: ['3 shoe_size\n4 city\n-\n']});
  run.write('leads.csv', 'E-Mail,Vorname,Größe,Wo,Rest\na@example.com,Ada,42,Bonn,x\n');
  const {data} = await run.import();
  expect(asked).toEqual(['Which field does each column fill?', 'Import 1 contact into "Leads"?']);
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
  answering(run, {matches: ['2 last_name\n-\n']});
  run.write('leads.csv', 'E-Mail,Vorname,Rest\na@example.com,Ada,x\n');
  await run.import();
  expect(told).toEqual([expect.objectContaining({map: ['E-Mail=email', 'Vorname=last_name', 'Rest=']})]);
});

test('a person says which column is the address where no header does', async () => {
  answering(run, {matches: ['-\n']});
  run.write('leads.csv', 'Wer,Kontakt\nAda,a@example.com\n');
  expect(await run.import()).toMatchObject({exit: 0, data: {sent: 1}});
});

test('the answers are options of the line, and many of them are a map that it names', async () => {
  const told: unknown[] = [];
  Object.assign(run.context, {answered: (values: unknown) => told.push(values)});
  answering(run, {picks: {'Which country is "Deutschlnd"': 'Germany'}, matches: ['3 hobby\n', '+\n']});
  run.write('leads.csv', 'email,country,Was\na@example.com,Deutschlnd,x\n');
  await run.import();
  expect(told.pop()).toMatchObject({map: ['Was=+hobby'], country: ['Deutschlnd=Germany']});
  const many = Array.from({length: 8}, (_, at) => `Spalte ${at}`);
  run.write('leads.csv', `email,${many.join(',')}\na@example.com,${many.join(',')}\n`);
  await run.import({verify: 'none'});
  expect(told.pop()).toMatchObject({map: undefined, map_file: 'leads'});
  expect(run.said.join()).toMatch(/Created the custom fields spalte_0, spalte_1, .* and spalte_7\./);
  expect(JSON.parse(run.read('state/import-maps/leads.json')).columns).toMatchObject({'Spalte 3': '+spalte_3'});
});

test('new fields can be asked for in a line too, and each kind is said in words', async () => {
  run.write('leads.csv', 'E-Mail,Hobby,Geb.\na@example.com,chess,2001-12-31\n');
  const {data} = await run.import({map: ['Hobby=+hobby', 'Geb.=+born']});
  expect(data?.read.new_fields).toEqual(['hobby', 'born']);
  expect(run.said).toContain('Created the custom fields hobby and born (date and time).');
});

test('a mapping is kept for the next file, which may lack some of its columns', async () => {
  run.write('leads.csv', 'Kontakt,Wer,Rest\na@example.com,Ada,x\n');
  await run.import({map: ['Kontakt=email', 'Wer=first_name', 'Rest='], save_map: 'crm'});
  expect(JSON.parse(run.read('state/import-maps/crm.json'))).toEqual({
    version: 1,
    columns: {Kontakt: 'email', Wer: 'first_name', Rest: ''},
  });
  run.write('leads.csv', 'Wer,Kontakt\nBo,b@example.com\n');
  expect(await run.import({map_file: 'crm'})).toMatchObject({exit: 0, data: {sent: 1}});
  // The line overrides the saved map, and a JSON file works like a name.
  writeFileSync(join(run.folder, 'mine.json'), '{"Kontakt": "email", "Wer": "first_name"}');
  run.write('leads.csv', 'Wer,Kontakt\nCy,c@example.com\n');
  const {data} = await run.import({map_file: 'mine.json', map: ['Wer=last_name']});
  expect(data?.read.columns).toEqual([
    {header: 'Wer', fields: ['last_name']},
    {header: 'Kontakt', fields: ['email']},
  ]);
});

test('a map that is not there, is none, or cannot be called so is named', async () => {
  run.write('leads.csv', 'email\na@example.com\n');
  run.write('bad.json', '{"email": 1}');
  expect((await run.import({map_file: 'crm'})).error?.message).toContain('There is no column map or file “crm”');
  expect((await run.import({map_file: 'bad.json'})).error?.message).toBe('bad.json is not a column map.');
  expect((await run.import({save_map: '../x'})).error?.message).toContain('A map cannot be called');
  Object.assign(run.context.globals, {dryRun: true});
  await run.import({save_map: 'crm'});
  expect(existsSync(join(run.folder, 'state', 'import-maps'))).toBe(false);
});

test('the encoding in doubt is asked for with words of the file, and a resume knows it', async () => {
  const bytes = Buffer.from('email,first_name\na@example.com,Andr\x8e\nb@example.com,M\x9fller\n', 'latin1');
  writeFileSync(join(run.folder, 'leads.csv'), bytes);
  expect((await run.import()).error?.message).toContain('emk cannot be sure of its encoding');
  const asked = answering(run, {picks: {'Which of these': 'Mac Roman'}});
  run.service.fate = () => ({applied: 0, error: gone()});
  expect((await run.import()).exit).toBe(6);
  run.service.fate = () => undefined;
  expect(await run.resume()).toMatchObject({exit: 0, data: {sent: 2}});
  expect(asked.slice(0, 1)).toEqual(['Which of these are right?']);
  expect(run.service.uploads.flat()).toContain('a@example.com');
});

test('a country that nobody knows is asked about once, and a resume knows the answer', {tags: ['long']}, async () => {
  run.write('leads.csv', 'email,country\na@example.com,Preussen\nb@example.com,Allemagne\nc@example.com,Mars\n');
  const asked = answering(run, {
    picks: {'Which country is "Preussen"': 'Germany', 'Which country is "Mars"': 'Keep it as written'},
  });
  run.service.fate = () => ({applied: 0, error: gone()});
  expect((await run.import({verify: 'none'})).exit).toBe(6);
  run.service.fate = () => undefined;
  const {data} = await run.resume();
  expect(asked.slice(0, 2)).toEqual(['Which country is "Preussen" (line 2)?', 'Which country is "Mars" (line 4)?']);
  expect(asked.slice(2)).not.toContain('Which country is "Mars" (line 4)?');
  expect(data?.read.countries).toEqual([
    {written: 'Preussen', read_as: 'Germany'},
    {written: 'Allemagne', read_as: 'Germany'},
    {written: 'Mars', read_as: null},
  ]);
  // The fake takes ids, and has no country for a text that is not a name.
  expect(run.service.listed.map(({country}) => country)).toEqual(['Germany', 'Germany', '']);
});

test('the letters on cars are asked about at once, and said once', async () => {
  const told: unknown[] = [];
  Object.assign(run.context, {answered: (values: unknown) => told.push(values)});
  run.service.countries.push({id: 4, name: 'Austria'});
  run.write(
    'leads.csv',
    'email,country\na@example.com,A\nb@example.com,Deutschland\nc@example.com,D\nd@example.com,Mars\n',
  );
  const asked = answering(run, {picks: {'Is this right?': 'Yes', 'Which country is "Mars"': 'Keep it as written'}});
  expect(await run.import()).toMatchObject({exit: 0, data: {sent: 4}});
  expect(asked.slice(0, 2)).toEqual([
    'Is this right? "A" is Austria, "D" is Germany',
    'Which country is "Mars" (line 5)?',
  ]);
  expect(told.pop()).toMatchObject({country: ['A=Austria', 'D=Germany', 'Mars=']});
  expect(run.said.filter(sentence => sentence.startsWith('emk reads'))).toEqual([
    'emk reads “A” as Austria, “Deutschland” as Germany, “D” as Germany.',
  ]);
  const each = answering(run, {
    picks: {'Is this right?': 'Ask me about each', 'Which country is': ['France', 'Germany', 'Keep it as written']},
  });
  await run.import({verify: 'none'});
  expect(each.slice(1, 3)).toEqual(['Which country is "A" (line 2)?', 'Which country is "D" (line 4)?']);
});
