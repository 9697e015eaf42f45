import {existsSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {type Shell, startShell} from '../../support/shell.js';

let here: Shell;
let there: Shell;

/** Texts that often break on their way through a CSV file and a spreadsheet. */
const people = [
  'email,first_name,last_name,country,postal_code,address_line1,phone,score,joined',
  'ada@example.com,Ada,Lovelace,Germany,01067,"Schloßstraße 5, 3. Stock",+49 351 123456,007,2026-03-31T09:30',
  'eve@example.com,=1+1,@SUM(A1),United Kingdom,00501,"two\nlines",-5,3.50,',
  `o'hara@example.com,'tis,'=quoted,DE,1,"a ""b"" c",+1 (555) 010-9999,-2,2026-01-01T00:00`,
  'zoe@example.com,Zoë 😀,Ünal,Germany,,C:\\temp,0049351,0,',
].join('\n');

beforeAll(async () => {
  here = await startShell({seed: {kind: 'empty'}});
  there = await startShell({seed: {kind: 'empty', seed: 7}});
  here.write('people.csv', people);
});

afterAll(async () => {
  await here.close();
  await there.close();
});

test('what is exported from one account and imported into another is the same, but for ids', async () => {
  const imported = await here.emk('contacts import people.csv --list Friends --create-list --create-fields');
  expect(imported.stderr).not.toContain('error');
  expect(imported.code).toBe(0);
  const exported = await here.emk(`contacts export ${join(there.folder, 'moved.csv')} --list Friends`);
  expect(exported).toMatchObject({code: 0});
  expect([exported.stdout, exported.stderr]).toEqual(['', expect.stringContaining('Exported 4 contacts to')]);
  const moved = await there.emk('contacts import moved.csv --list Friends --create-list --create-fields -o json');
  expect(moved.stderr).not.toContain('"error"');
  const again = async (shell: Shell) => (await shell.emk('contacts export')).stdout;
  expect(await again(there)).toBe(await again(here));
  const fields = 'first_name,last_name,country,postal_code,address_line1,custom_field';
  const json = async (shell: Shell) => (await shell.emk(`contacts list --columns ${fields} -o json`)).stdout;
  expect(JSON.parse(await json(there))).toEqual(JSON.parse(await json(here)));
});

test.each(['list.xlsx', 'list.html', 'list.json', '--out list.pdf', 'list.xlsx -o json'])(
  'no CSV is called %s',
  async file => {
    const refused = await here.emk(`contacts export ${file}`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('nothing was read or written');
    expect(existsSync(join(here.folder, file.replace(/--out | -o json/g, '')))).toBe(false);
  },
);

test('cells that a spreadsheet would run are guarded, which is said once', async () => {
  const guarded = await here.emk([
    'contacts',
    'export',
    '--columns',
    'email,first_name',
    '--where',
    'first_name="=1+1"',
  ]);
  expect(guarded.stdout).toBe("email,first_name\neve@example.com,'=1+1\n");
  expect(guarded.stderr.match(/-o jsonl/g)).toHaveLength(1);
});

test('a contact is a line even where the only column is empty', async () => {
  expect((await here.emk('contacts export --columns alt_email --where email~eve')).stdout).toBe('alt_email\n""\n');
});

test('a file appears under its name only when it is whole', async () => {
  here.write('old.csv', 'the old one');
  here.sandbox.misbehave('GET /contacts/list=truncate,bytes=900');
  const {mode} = statSync(join(here.folder, 'old.csv'));
  expect((await here.emk('contacts export old.csv --overwrite')).code).toBe(6);
  expect(readFileSync(join(here.folder, 'old.csv'), 'utf8')).toBe('the old one');
  expect(readdirSync(here.folder).filter(name => name.includes('.part'))).toEqual([]);
  here.sandbox.faults.clear();
  expect((await here.emk('contacts export old.csv --overwrite')).code).toBe(0);
  expect(readFileSync(join(here.folder, 'old.csv'), 'utf8')).toMatch(/^first_name,/);
  expect(statSync(join(here.folder, 'old.csv')).mode).toBe(mode);
});

describe('a file that is there already', () => {
  const kept = (name: string) => readFileSync(join(here.folder, name), 'utf8');

  test('is written over only with --overwrite, in a script', async () => {
    here.write('mine.csv', 'mine');
    const {code, stderr} = await here.emk('contacts export mine.csv');
    expect([code, kept('mine.csv')]).toEqual([2, 'mine']);
    expect(stderr).toContain('mine.csv exists.');
    expect(stderr).toContain('--overwrite');
    expect((await here.emk('contacts export mine.csv --overwrite')).code).toBe(0);
    expect(kept('mine.csv')).toContain('email');
  });

  test('is asked about at a terminal', async () => {
    here.write('mine.csv', 'mine');
    const no = await atTerminal(here, 'contacts export mine.csv', ['Replace it?', 'n\r']);
    expect([no.code, kept('mine.csv')]).toEqual([130, 'mine']);
    const yes = await atTerminal(here, 'contacts export mine.csv', ['Replace it?', 'y\r']);
    expect([yes.code, kept('mine.csv')]).toEqual([0, expect.stringContaining('email')]);
  });

  test('is not lost through a link either, which is named', async () => {
    here.write('precious.csv', 'precious');
    symlinkSync('precious.csv', join(here.folder, 'link.csv'));
    const {code, stderr} = await here.emk('contacts export link.csv');
    expect([code, kept('precious.csv')]).toEqual([2, 'precious']);
    expect(stderr).toContain(`link.csv exists. It is a link to ${realpathSync(join(here.folder, 'precious.csv'))}.`);
  });
});

test('an unknown column is refused before anything is written', async () => {
  expect(await here.emk('contacts export new.csv --columns email,frist_name')).toMatchObject({code: 2});
  expect(existsSync(join(here.folder, 'new.csv'))).toBe(false);
});

test("the service's sample is given as it is", async () => {
  const sample = await here.emk('contacts sample');
  expect(sample.code).toBe(0);
  expect(sample.stdout).toContain('email');
});

test('a service without a sample is exit 4', async () => {
  const bare = await startShell({seed: {kind: 'empty'}, settings: {sample: 'none'}});
  expect(await bare.emk('contacts sample')).toMatchObject({code: 4});
  await bare.close();
});
