import {existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {checkFile} from '../../../src/contacts/check/check.js';
import {rejectsPath, writeRejects} from '../../../src/contacts/file/rejects.js';
import {check, inFolder, optionsFor, warningsOf} from '../reading.js';

let folders = 0;
const newFolder = (): string => {
  const path = inFolder(`folder-${++folders}`);
  mkdirSync(path);
  return path;
};

test('writes bad rows as they were, under their header, and their reasons beside them', async () => {
  const folder = newFolder();
  const source = join(folder, 'leads.csv');
  writeFileSync(
    source,
    'E-Mail ;"Name"\r\nann@example.com;Ann\r\nbob;"B;ob"\r\ncy@example.com;"Cy\r\ndi@;"D\r\ni"\r\n',
  );
  const files = await writeRejects(await checkFile(optionsFor(source)), {wanted: rejectsPath(source)});
  expect(files).toEqual({rejected: join(folder, 'leads.rejected.csv'), reasons: join(folder, 'leads.rejected.jsonl')});
  expect(readFileSync(files.rejected, 'utf8')).toBe(
    [
      'E-Mail ;"Name";rejected_because',
      'bob;"B;ob";"the address “bob” in “E-Mail” has no @"',
      'cy@example.com;"Cy;"a quote is opened in “Name” and never closed"',
      'di@;"D\r\ni";"the address “di@” in “E-Mail” is not like name@example.com"',
      '',
    ].join('\n'),
  );
  expect(readFileSync(files.reasons, 'utf8')).toBe(
    [
      '{"line":3,"reason":"the address “bob” in “E-Mail” has no @"}',
      '{"line":4,"reason":"a quote is opened in “Name” and never closed"}',
      '{"line":5,"reason":"the address “di@” in “E-Mail” is not like name@example.com"}',
      '',
    ].join('\n'),
  );
  expect(statSync(files.rejected).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['leads.csv', 'leads.rejected.csv', 'leads.rejected.jsonl']);
});

test('overwrites neither file of somebody else, and replaces its own', async () => {
  const folder = newFolder();
  const checked = await check('email\nann\n');
  writeFileSync(join(folder, 'x.rejected.csv'), 'mine');
  writeFileSync(join(folder, 'x.rejected.2.jsonl'), 'mine');
  const wanted = join(folder, 'x.rejected.csv');
  expect((await writeRejects(checked, {wanted})).rejected).toBe(join(folder, 'x.rejected.3.csv'));
  expect(readFileSync(wanted, 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'x.rejected.2.jsonl'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'x.rejected.2.csv'))).toBe(false);
  const both = await Promise.all([writeRejects(checked, {wanted}), writeRejects(checked, {wanted})]);
  // A run that sees another run's unfinished file does not touch it, and takes the next name.
  for (const {rejected = ''} of both) {
    expect(rejected).toMatch(/x\.rejected\.[34]\.csv$/);
    expect(readFileSync(rejected, 'utf8')).toContain('ann,');
  }
  expect(readFileSync(wanted, 'utf8')).toBe('mine');
});

test('replaces what an earlier try of the same import wrote, and nothing that was fixed since', async () => {
  const folder = newFolder();
  const wanted = join(folder, 'x.rejected.csv');
  await writeRejects(await check('email\nann\nbob\n'), {wanted});
  expect((await writeRejects(await check('email\nbob\n'), {wanted})).rejected).toBe(wanted);
  expect(readFileSync(wanted, 'utf8')).toBe('email,rejected_because\nbob,"the address “bob” in “email” has no @"\n');
  expect(readdirSync(folder)).toHaveLength(2);
  // Another header means another import, and rows that the service refused never replace those of the check.
  expect((await writeRejects(await check('mail,city\nbob,x\n'), {wanted})).rejected).toBe(
    join(folder, 'x.rejected.2.csv'),
  );
  expect((await writeRejects(await check('email\nbob\n'), {wanted, replaces: false})).rejected).toBe(
    join(folder, 'x.rejected.3.csv'),
  );
  const later = new Date(Date.now() + 5000);
  utimesSync(wanted, later, later);
  expect((await writeRejects(await check('email\neve\n'), {wanted})).rejected).not.toBe(wanted);
});

test('takes any name that is asked for', async () => {
  const folder = newFolder();
  const checked = await check('email\nann\n');
  expect(await writeRejects(checked, {wanted: join(folder, 'bad')})).toEqual({
    rejected: join(folder, 'bad'),
    reasons: join(folder, 'bad.jsonl'),
  });
  expect(await writeRejects(checked, {wanted: join(folder, 'bad.tsv')})).toEqual({
    rejected: join(folder, 'bad.2.tsv'),
    reasons: join(folder, 'bad.2.jsonl'),
  });
});

test('marks the encoding where the source did or was another, so that a spreadsheet shows it rightly', async () => {
  const folder = newFolder();
  const why = '"the address “ann” in “email” has no @"';
  const write = async (content: string | Uint8Array, name: string) =>
    readFileSync((await writeRejects(await check(content), {wanted: join(folder, name)})).rejected, 'utf8');
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
  const {rejected} = await writeRejects(await check(content), {wanted: join(folder, 'r.csv')});
  writeFileSync(rejected, readFileSync(rejected, 'utf8').replace(/^ann/m, 'ann@example.com'));
  const again = await checkFile(optionsFor(rejected));
  expect({good: again.good, rejected: again.rejected, warnings: warningsOf(again)}).toEqual({
    good: 1,
    rejected: 1,
    warnings: [],
  });
  expect(Buffer.from(again.header).toString()).not.toContain('rejected');
  const created = await checkFile(optionsFor(rejected, {createFields: true}));
  expect(created.newFields).toEqual([]);
  // The row that is still bad gets a new reason, and no second column of reasons.
  const rest = await writeRejects(again, {wanted: join(folder, 'rest.csv')});
  const lines = readFileSync(rest.rejected, 'utf8').replace('\uFEFF', '').trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]?.match(/rejected_because/g)).toHaveLength(1);
  expect(lines[1]?.match(/the address/g)).toHaveLength(1);
});

test('keeps the other rows apart from one with a wrong number of cells, also when its reason stands behind it', async () => {
  const folder = newFolder();
  const {rejected} = await writeRejects(
    await check('email,city,age\nann@example.com,x\nbob@example.com,x,1,2\ncy@example.com,"x,1\n'),
    {wanted: join(folder, 'r.csv')},
  );
  const again = await checkFile(optionsFor(rejected));
  expect({rows: again.rows, rejected: again.rejected}).toEqual({rows: 3, rejected: 3});
  const rest = await writeRejects(again, {wanted: join(folder, 'rest.csv')});
  expect(readFileSync(rest.rejected, 'utf8').match(/in the header/g)).toHaveLength(2);
});

test('writes many rows', {tags: ['long']}, async () => {
  const rows = Array.from({length: 5_000}, (_, index) => `not an address ${index}`);
  const checked = await check(`email\n${rows.join('\n')}\n`);
  const {rejected, reasons} = await writeRejects(checked, {wanted: join(newFolder(), 'r.csv')});
  expect(readFileSync(rejected, 'utf8').match(/^not an address \d+,"/gm)).toHaveLength(5_000);
  expect(readFileSync(reasons, 'utf8').trim().split('\n')).toHaveLength(5_000);
});

test('leaves nothing behind when the file changes meanwhile', async () => {
  const folder = newFolder();
  const source = join(folder, 'leads.csv');
  writeFileSync(source, 'email\nann\n');
  const checked = await checkFile(optionsFor(source));
  writeFileSync(source, 'email\nann@example.com\n');
  await expect(writeRejects(checked, {wanted: rejectsPath(source)})).rejects.toThrow(
    'leads.csv changed while it was being read.',
  );
  expect(readdirSync(folder)).toEqual(['leads.csv']);
});
