import {existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {useReading} from '../reading.js';

const {newFolder, read} = useReading();

test('writes bad rows as they were, under their header, and their reasons beside them', async () => {
  const folder = newFolder();
  const {files} = await read(
    'E-Mail ;"Name"\r\nann@example.com;Ann\r\nbob;"B;ob"\r\ncy@example.com;"Cy\r\ndi@;"D\r\ni"\r\n',
    {folder},
  );
  expect(files).toEqual({rejected: join(folder, 'leads.rejected.csv'), reasons: join(folder, 'leads.rejected.jsonl')});
  expect(readFileSync(files['rejected'] ?? '', 'utf8')).toBe(
    [
      'E-Mail ;"Name";rejected_because',
      'bob;"B;ob";"the address “bob” in “E-Mail” has no @"',
      'cy@example.com;"Cy;"a quote is opened in “Name” and never closed"',
      'di@;"D\r\ni";"the address “di@” in “E-Mail” is not like name@example.com"',
      '',
    ].join('\n'),
  );
  expect(readFileSync(files['reasons'] ?? '', 'utf8')).toBe(
    [
      '{"line":3,"reason":"the address “bob” in “E-Mail” has no @"}',
      '{"line":4,"reason":"a quote is opened in “Name” and never closed"}',
      '{"line":5,"reason":"the address “di@” in “E-Mail” is not like name@example.com"}',
      '',
    ].join('\n'),
  );
  expect(statSync(files['rejected'] ?? '').mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['leads.csv', 'leads.rejected.csv', 'leads.rejected.jsonl']);
});

test('overwrites neither file of somebody else, and replaces its own', async () => {
  const folder = newFolder();
  const rejectedOf = async () => (await read('email\nann\n', {folder, name: 'x.csv'})).files['rejected'] ?? '';
  writeFileSync(join(folder, 'x.rejected.csv'), 'mine');
  writeFileSync(join(folder, 'x.rejected.2.jsonl'), 'mine');
  const wanted = join(folder, 'x.rejected.csv');
  expect(await rejectedOf()).toBe(join(folder, 'x.rejected.3.csv'));
  expect(readFileSync(wanted, 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'x.rejected.2.jsonl'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'x.rejected.2.csv'))).toBe(false);
  const both = await Promise.all([rejectedOf(), rejectedOf()]);
  // A run that sees another run's unfinished file does not touch it, and takes the next name.
  for (const rejected of both) {
    expect(rejected).toMatch(/x\.rejected\.[34]\.csv$/);
    expect(readFileSync(rejected, 'utf8')).toContain('ann,');
  }
  expect(readFileSync(wanted, 'utf8')).toBe('mine');
});

test('replaces what an earlier try of the same import wrote, and nothing that was fixed since', async () => {
  const folder = newFolder();
  const wanted = join(folder, 'x.rejected.csv');
  const rejectedOf = async (content: string) => (await read(content, {folder, name: 'x.csv'})).files['rejected'];
  await rejectedOf('email\nann\nbob\n');
  expect(await rejectedOf('email\nbob\n')).toBe(wanted);
  expect(readFileSync(wanted, 'utf8')).toBe('email,rejected_because\nbob,"the address “bob” in “email” has no @"\n');
  expect(readdirSync(folder)).toHaveLength(3);
  // Another header means another import.
  expect(await rejectedOf('mail,city\nbob,x\n')).toBe(join(folder, 'x.rejected.2.csv'));
  const later = new Date(Date.now() + 5000);
  utimesSync(wanted, later, later);
  expect(await rejectedOf('email\neve\n')).not.toBe(wanted);
});

test('takes any name that is asked for', async () => {
  const folder = newFolder();
  expect((await read('email\nann\n', {folder, rejects: 'bad'})).files).toEqual({
    rejected: join(folder, 'bad'),
    reasons: join(folder, 'bad.jsonl'),
  });
  expect((await read('email\nann\n', {folder, rejects: 'bad.tsv'})).files).toEqual({
    rejected: join(folder, 'bad.2.tsv'),
    reasons: join(folder, 'bad.2.jsonl'),
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
  // The row that is still bad gets a new reason, and no second column of reasons.
  const again = await read(fixed, {folder, name: 'r.csv', rejects: 'rest.csv'});
  expect({good: again.good, rejected: again.rejectedCount, warnings: again.warnings}).toEqual({
    good: 1,
    rejected: 1,
    warnings: [],
  });
  expect(again.header).not.toContain('rejected');
  const lines = readFileSync(join(folder, 'rest.csv'), 'utf8').replace('\uFEFF', '').trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]?.match(/rejected_because/g)).toHaveLength(1);
  expect(lines[1]?.match(/the address/g)).toHaveLength(1);
  expect((await read(fixed, {folder, name: 'r.csv', createFields: true})).created).toEqual([]);
});

test('keeps the other rows apart from one with a wrong number of cells, also when its reason stands behind it', async () => {
  const folder = newFolder();
  const content = 'email,city,age\nann@example.com,x\nbob@example.com,x,1,2\ncy@example.com,"x,1\n';
  await read(content, {folder, rejects: 'r.csv'});
  const bad = readFileSync(join(folder, 'r.csv'), 'utf8');
  const again = await read(bad, {folder, name: 'r.csv', rejects: 'rest.csv'});
  expect({rows: again.rows, rejected: again.rejectedCount}).toEqual({rows: 3, rejected: 3});
  expect(readFileSync(join(folder, 'rest.csv'), 'utf8').match(/in the header/g)).toHaveLength(2);
});

test('writes many rows', {tags: ['long']}, async () => {
  const rows = Array.from({length: 5_000}, (_, index) => `not an address ${index}`);
  const {files} = await read(`email\n${rows.join('\n')}\n`);
  expect(readFileSync(files['rejected'] ?? '', 'utf8').match(/^not an address \d+,"/gm)).toHaveLength(5_000);
  expect(
    readFileSync(files['reasons'] ?? '', 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(5_000);
});
