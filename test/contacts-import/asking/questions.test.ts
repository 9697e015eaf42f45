/** The questions about a file that a person at a terminal is asked, and that a script never is. */
import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type FakeRun, startFakeRun} from '../fake-run.js';
import {gone} from '../fake-service.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

type Choice = {readonly name: string; readonly note?: string; readonly value: unknown};

/** Sits somebody at the terminal who chooses by name, and gives back what was asked. */
function answering(answers: Readonly<Record<string, string>>, texts: readonly string[] = []): string[] {
  const asked: string[] = [];
  const typed = [...texts];
  Object.assign(run.context.ask, {
    possible: true,
    async pick(question: string, choices: readonly Choice[]) {
      asked.push(question);
      const wanted = Object.entries(answers).find(([start]) => question.startsWith(start))?.[1];
      const chosen = choices.find(({name, note}) => name === wanted || note === wanted);
      if (!chosen)
        throw new Error(`${question}: ${choices.map(({name, note}) => `${name} ${note ?? ''}`).join(' | ')}`);
      return chosen.value;
    },
    async text(question: string, standard?: string) {
      asked.push(`${question} ${standard}`);
      return typed.shift() ?? standard;
    },
  });
  return asked;
}

test('matched columns are shown with an example, and another becomes a field of its own', async () => {
  const asked = answering({'Which field is "Größe"': 'A new field'}, ['not a name!', 'shoe_size']);
  run.write('leads.csv', 'E-Mail,Vorname,Größe\na@example.com,Ada,42\n');
  await run.import();
  expect(run.said.slice(0, 2)).toEqual(['  E-Mail   → email       a@example.com', '  Vorname  → first_name  Ada']);
  expect(asked).toEqual([
    'Which field is "Größe" (42)?',
    'Name of the new field (letters A-Z, digits and underscores): grosse',
    'Name of the new field (letters A-Z, digits and underscores): grosse',
  ]);
  expect(run.said).toContain('Made the custom field shoe_size (number).');
});

test('a new field can be asked for in a line too', async () => {
  run.write('leads.csv', 'E-Mail,Hobby\na@example.com,chess\n');
  expect((await run.import({map: ['Hobby=+hobby']})).data?.read.new_fields).toEqual(['hobby']);
  expect(run.said).toContain('Made the custom field hobby (text).');
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
  // What the line says beats what was kept, and a file of JSON does as well as a name.
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
  expect((await run.import({map_file: 'crm'})).error?.message).toContain('There is no map called “crm”');
  expect((await run.import({map_file: 'bad.json'})).error?.message).toBe('bad.json is no map of columns.');
  expect((await run.import({save_map: '../x'})).error?.message).toContain('cannot be the name of a map');
  Object.assign(run.context.globals, {dryRun: true});
  await run.import({save_map: 'crm'});
  expect(existsSync(join(run.folder, 'state', 'import-maps'))).toBe(false);
});

test('the encoding in doubt is asked for with words of the file, and a resume knows it', async () => {
  const bytes = Buffer.from('email,first_name\na@example.com,Andr\x8e\nb@example.com,M\x9fller\n', 'latin1');
  writeFileSync(join(run.folder, 'leads.csv'), bytes);
  Object.assign(run.context.globals, {yes: true});
  expect((await run.import()).error?.message).toContain('its encoding is not certain');
  const asked = answering({'Which of these words': 'Mac Roman'});
  run.service.fate = () => ({applied: 0, error: gone()});
  expect((await run.import()).exit).toBe(6);
  run.service.fate = () => undefined;
  expect(await run.resume()).toMatchObject({exit: 0, data: {sent: 2}});
  expect(asked).toEqual(['Which of these words are written right?']);
  expect(run.service.uploads.flat()).toContain('a@example.com');
});

test('a country that nobody knows is asked about once, and a resume knows the answer', async () => {
  run.write('leads.csv', 'email,country\na@example.com,Preussen\nb@example.com,Allemagne\nc@example.com,Mars\n');
  const asked = answering({
    'Which country is "Preussen"': 'Germany',
    'Which country is "Mars"': 'Send it as it is written',
  });
  run.service.fate = () => ({applied: 0, error: gone()});
  expect((await run.import({verify: 'none'})).exit).toBe(6);
  run.service.fate = () => undefined;
  const {data} = await run.resume();
  expect(asked).toEqual(['Which country is "Preussen" (line 2)?', 'Which country is "Mars" (line 4)?']);
  expect(data?.read.countries).toEqual([
    {written: 'Preussen', read_as: 'Germany'},
    {written: 'Allemagne', read_as: 'Germany'},
    {written: 'Mars', read_as: null},
  ]);
  // The fake takes ids, and knows no country by a name that is none.
  expect(run.service.listed.map(({country}) => country)).toEqual(['Germany', 'Germany', '']);
});
