import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {useReading} from '../reading.js';

const {newFolder, read} = useReading();

test('writes bad rows as they were, under their header, and their reasons behind them', async () => {
  const folder = newFolder();
  const {files} = await read(
    'E-Mail ;"Name"\r\nann@example.com;Ann\r\nbob;"B;ob"\r\ncy@example.com;"Cy\r\ndi@;"D\r\ni"\r\n',
    {folder},
  );
  expect(files).toEqual({rejected: join(folder, 'leads.rejected.csv')});
  expect(readFileSync(files['rejected'] ?? '', 'utf8')).toBe(
    [
      'E-Mail ;"Name";rejected_because',
      'bob;"B;ob";"the address “bob” in “E-Mail” has no @"',
      'cy@example.com;"Cy;"a quote is opened in “Name” and never closed"',
      'di@;"D\r\ni";"the address “di@” in “E-Mail” is not like name@example.com"',
      '',
    ].join('\n'),
  );
  expect(statSync(files['rejected'] ?? '').mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['leads.csv', 'leads.rejected.csv']);
});

test('overwrites no file, not even that of an earlier import: somebody may have fixed it', async () => {
  const folder = newFolder();
  const rejectedOf = async () => (await read('email\nann\n', {folder, name: 'x.csv'})).files['rejected'] ?? '';
  writeFileSync(join(folder, 'x.rejected.csv'), 'mine');
  writeFileSync(join(folder, 'x.rejected.2.csv'), 'mine too');
  const both = await Promise.all([rejectedOf(), rejectedOf()]);
  for (const rejected of both) {
    expect(rejected).toMatch(/x\.rejected\.[34]\.csv$/);
    expect(readFileSync(rejected, 'utf8')).toContain('ann,');
  }
  expect(readFileSync(join(folder, 'x.rejected.csv'), 'utf8')).toBe('mine');
});

test('takes any name that is asked for', async () => {
  const folder = newFolder();
  expect((await read('email\nann\n', {folder, rejects: 'bad'})).files).toEqual({
    rejected: join(folder, 'bad'),
  });
  expect((await read('email\nann\n', {folder, rejects: 'bad.tsv'})).files).toEqual({
    rejected: join(folder, 'bad.tsv'),
  });
});

test('marks the encoding where the source did or was another, so that a spreadsheet shows it rightly', async () => {
  const folder = newFolder();
  const why = '"the address “ann” in “email” has no @"';
  const write = async (content: string | Uint8Array, name: string) =>
    readFileSync((await read(content, {folder, rejects: name})).files['rejected'] ?? '', 'utf8');
  expect(await write('email,city\nann,Köln\n', '1.csv')).toBe(`email,city,rejected_because\nann,Köln,${why}\n`);
  expect(await write('\uFEFFemail,city\nann,Köln\n', '2.csv')).toBe(
    `\uFEFFemail,city,rejected_because\nann,Köln,${why}\n`,
  );
  expect(await write(Buffer.from('email,city\nann,K\xf6ln\n', 'latin1'), '3.csv')).toBe(
    `\uFEFFemail,city,rejected_because\nann,Köln,${why}\n`,
  );
  expect(await write(Buffer.from('\uFEFFemail,city\nann,Köln\n', 'utf16le'), '4.csv')).toBe(
    `\uFEFFemail,city,rejected_because\nann,Köln,${why}\n`,
  );
});

test.each([
  ['semicolons', '\uFEFFE-Mail;Stadt\r\nann;"Kö;ln"\r\nbob;Ulm\r\n', ';'],
  ['tabs', 'email\tcity\nann\tKöln\nbob\tUlm\n', '\t'],
  ['one column', 'email\nann\nbob\n', ','],
])('can be imported as it is once it is fixed: %s', async (_, content) => {
  const folder = newFolder();
  await read(content, {folder, rejects: 'r.csv'});
  const fixed = readFileSync(join(folder, 'r.csv'), 'utf8').replace(/^ann/m, 'ann@example.com');
  // The row that is still bad gets a new reason behind the old one.
  const again = await read(fixed, {folder, name: 'r.csv', rejects: 'rest.csv'});
  expect({good: again.good, rejected: again.rejectedCount, warnings: again.warnings}).toEqual({
    good: 1,
    rejected: 1,
    warnings: [],
  });
  expect(again.header).not.toContain('rejected');
  expect((await read(fixed, {folder, name: 'r.csv', createFields: true})).created).toEqual([]);
});

test('writes many rows', {tags: ['long']}, async () => {
  const rows = Array.from({length: 5_000}, (_, index) => `not an address ${index}`);
  const {files} = await read(`email\n${rows.join('\n')}\n`);
  expect(readFileSync(files['rejected'] ?? '', 'utf8').match(/^not an address \d+,"/gm)).toHaveLength(5_000);
});
