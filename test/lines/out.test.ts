/** `--out FILE`: what stdout would show is in the file, complete or not at all. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {sample} from '../support/sample.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

const at = (name: string): string => join(shell().folder, name);
const read = (name: string): string => readFileSync(at(name), 'utf8');
const files = (): readonly string[] =>
  readdirSync(shell().folder).filter(name => name !== 'config' && name !== 'state' && name !== '.cache');

describe('the file holds what stdout would', () => {
  test.each(sample(['table', 'json', 'jsonl', 'csv', 'tsv', 'md', 'id'], 3))('as %s', async format => {
    const printed = await shell().emk(`lists list -o ${format}`);
    const ran = await shell().emk(`lists list -o ${format} --out types.txt -q`);
    expect(ran).toEqual({code: 0, stdout: '', stderr: ''});
    expect(read('types.txt')).toBe(printed.stdout);
  });

  test.each(sample(['csv', 'json', 'jsonl', 'tsv', 'md'], 2))('its ending says the format: .%s', async ending => {
    const {stdout} = await shell().emk(`lists list -o ${ending}`);
    await shell().emk(`lists list --out types.${ending}`);
    expect(read(`types.${ending}`)).toBe(stdout);
  });

  test('and -o says it otherwise', async () => {
    await shell().emk('lists list --out types.json -o csv');
    expect(read('types.json')).toMatch(/^id,/);
  });

  test.each(
    sample(
      [
        'lists show Newsletter',
        'mailings results',
        'agenda',
        'report',
        'commands',
        'fields list --count',
        'lists create Out --dry-run',
      ],
      3,
    ),
  )('emk %s', async line => {
    const {stdout} = await shell().emk(line);
    expect(await shell().emk(`${line} --out it.txt -q`)).toMatchObject({stdout: ''});
    expect(read('it.txt')).toBe(stdout);
  });

  test('and on a terminal it is as for a file, without borders and colours', async () => {
    const {stdout} = await shell().emk('lists list');
    const {Writable} = await import('node:stream');
    const terminal = Object.assign(new Writable({write: (_, __, done) => done()}), {isTTY: true, columns: 40});
    await shell().emk('lists list --out a.txt', {host: {stdout: terminal}, env: {FORCE_COLOR: '1'}});
    expect(read('a.txt')).toBe(stdout);
  });

  test('with - it goes to stdout', async () => {
    expect((await shell().emk('lists list --out -')).stdout).toContain('Newsletter');
  });
});

describe('what is told of it', () => {
  test('a sentence, and with -o json one object', async () => {
    const words = await shell().emk('lists list --out a.csv');
    expect(words).toEqual({code: 0, stdout: '', stderr: expect.stringMatching(/^Wrote \d+ lists to a\.csv\.\n$/)});
    const {stdout} = await shell().emk('lists list -o json --out a.json --limit 2');
    expect(JSON.parse(stdout)).toEqual({path: 'a.json', rows: 2});
  });

  test('with -o jsonl the same on one line', async () => {
    const {stdout} = await shell().emk('lists list -o jsonl --out b.jsonl --limit 2');
    expect(stdout).toMatch(/^\{"path":"b\.jsonl","rows":2\}\n$/);
  });
});

describe('a list that breaks', () => {
  const faults = ['GET *=truncate:99', 'GET *=500:99', 'GET *=garbage:99'];
  test.each(sample(faults, 1))('leaves no file, or the old one: %s', async fault => {
    shell().sandbox.misbehave(fault);
    for (const name of ['new.jsonl', 'new.csv']) {
      const {code} = await shell().emk(`contacts list --out ${name}`);
      expect(code).not.toBe(0);
    }
    expect(files()).toEqual([]);
    writeFileSync(at('old.csv'), 'old');
    expect((await shell().emk('contacts list --out old.csv --overwrite')).code).not.toBe(0);
    expect([files(), read('old.csv')]).toEqual([['old.csv'], 'old']);
  });

  test('a check that does not hold has its file, and its code', {tags: ['long']}, async () => {
    const {code} = await shell().emk('mailings check "Spring news" --out found.json');
    expect(JSON.parse(read('found.json'))).not.toEqual([]);
    expect(code).toBe(10);
  });
});

describe('a file that is there', () => {
  const lines = [
    'contacts list --out old.csv',
    'contacts export old.csv',
    'contacts export --out old.csv',
    'contacts sample old.csv',
    'templates preview Newsletter old.csv',
  ];
  test.each(sample(lines, 2))('is refused before anything is read: emk %s', async line => {
    writeFileSync(at('old.csv'), 'old');
    const before = (await shell().sandbox.requests()).length;
    const {code, stdout, stderr} = await shell().emk(`${line} --yes`);
    expect([code, stdout, read('old.csv')]).toEqual([2, '', 'old']);
    expect(stderr).toContain('old.csv exists.');
    expect(stderr).toContain('--overwrite');
    expect((await shell().sandbox.requests()).length).toBe(before);
  });

  test.each(sample([...lines, 'report old.html'], 2))(
    'is replaced with --overwrite, and keeps mode and link: emk %s',
    async line => {
      const [name = ''] = line.match(/old\.\w+/) ?? [];
      writeFileSync(at('real'), 'old');
      chmodSync(at('real'), 0o644);
      symlinkSync('real', at(name));
      expect(await shell().emk(`${line} --overwrite`)).toMatchObject({code: 0, stdout: ''});
      expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
      expect(statSync(at('real')).mode & 0o777).toBe(0o644);
      expect(read('real')).not.toBe('old');
    },
  );

  test('is asked about at a terminal', async () => {
    writeFileSync(at('old.csv'), 'old');
    const no = await atTerminal(shell(), 'lists list --out old.csv', ['Replace it?', 'n\r']);
    expect([no.code, read('old.csv')]).toEqual([130, 'old']);
    const yes = await atTerminal(shell(), 'lists list --out old.csv', ['Replace it?', 'y\r']);
    expect([yes.code, read('old.csv').startsWith('id,')]).toEqual([0, true]);
  });
});

test('a place that cannot be written to is told of before anything is done', async () => {
  const before = (await shell().sandbox.requests()).length;
  expect(await shell().emk('lists create Lost -o id --out nowhere/id.txt')).toMatchObject({code: 2});
  expect(await shell().emk('lists create Lost -o id --out .')).toMatchObject({code: 2});
  expect((await shell().sandbox.requests()).length).toBe(before);
});

test('two names for one file are refused', async () => {
  for (const line of ['contacts export a.csv', 'report a.html'])
    expect(await shell().emk(`${line} --out b.txt`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('both say'),
    });
  expect(existsSync(at('b.txt'))).toBe(false);
});
