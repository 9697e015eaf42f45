import {existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {checkFile} from '../../../src/contacts-import/check/check.js';
import {rejectsPath, writeRejects} from '../../../src/contacts-import/file/rejects.js';
import {check, inFolder, optionsFor} from '../reading.js';

let folders = 0;
const newFolder = (): string => {
  const path = inFolder(`folder-${++folders}`);
  mkdirSync(path);
  return path;
};

it('writes bad rows as they were, under their header, and their reasons beside them', async () => {
  const folder = newFolder();
  const source = join(folder, 'leads.csv');
  writeFileSync(
    source,
    'E-Mail ;"Name"\r\nann@example.com;Ann\r\nbob;"B;ob"\r\ncy@example.com;"Cy\r\ndi@;"D\r\ni"\r\n',
  );
  const files = await writeRejects(await checkFile(optionsFor(source)), rejectsPath(source));
  expect(files).toEqual({rejected: join(folder, 'leads.rejected.csv'), reasons: join(folder, 'leads.rejected.jsonl')});
  expect(readFileSync(files.rejected, 'utf8')).toBe('E-Mail ;"Name"\nbob;"B;ob"\ncy@example.com;"Cy\ndi@;"D\r\ni"\n');
  expect(readFileSync(files.reasons, 'utf8')).toBe(
    [
      '{"line":3,"reason":"the address “bob” in “E-Mail” has no @"}',
      '{"line":4,"reason":"a quote is opened in “Name” and has no partner"}',
      '{"line":5,"reason":"the address “di@” in “E-Mail” has nothing after its @"}',
      '',
    ].join('\n'),
  );
  expect(statSync(files.rejected).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['leads.csv', 'leads.rejected.csv', 'leads.rejected.jsonl']);
});

it('overwrites neither file', async () => {
  const folder = newFolder();
  const checked = await check('email\nann\n');
  writeFileSync(join(folder, 'x.rejected.csv'), 'mine');
  writeFileSync(join(folder, 'x.rejected.2.jsonl'), 'mine');
  const wanted = join(folder, 'x.rejected.csv');
  expect((await writeRejects(checked, wanted)).rejected).toBe(join(folder, 'x.rejected.3.csv'));
  expect(readFileSync(wanted, 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'x.rejected.2.jsonl'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'x.rejected.2.csv'))).toBe(false);
  const both = await Promise.all([writeRejects(checked, wanted), writeRejects(checked, wanted)]);
  expect(new Set(both.map(({rejected}) => rejected))).toEqual(
    new Set([join(folder, 'x.rejected.4.csv'), join(folder, 'x.rejected.5.csv')]),
  );
});

it('takes any name that is asked for', async () => {
  const folder = newFolder();
  const checked = await check('email\nann\n');
  expect(await writeRejects(checked, join(folder, 'bad'))).toEqual({
    rejected: join(folder, 'bad'),
    reasons: join(folder, 'bad.jsonl'),
  });
  expect(await writeRejects(checked, join(folder, 'bad.tsv'))).toEqual({
    rejected: join(folder, 'bad.2.tsv'),
    reasons: join(folder, 'bad.2.jsonl'),
  });
});

it('marks the encoding where the source did or was another, so that a spreadsheet shows it rightly', async () => {
  const folder = newFolder();
  const write = async (content: string | Uint8Array, name: string) =>
    readFileSync((await writeRejects(await check(content), join(folder, name))).rejected, 'utf8');
  expect(await write('email,city\nann,Köln\n', '1.csv')).toBe('email,city\nann,Köln\n');
  expect(await write('\uFEFFemail,city\nann,Köln\n', '2.csv')).toBe('\uFEFFemail,city\nann,Köln\n');
  expect(await write(Buffer.from('email,city\nann,K\xf6ln\n', 'latin1'), '3.csv')).toBe('\uFEFFemail,city\nann,Köln\n');
  expect(await write(Buffer.from('\uFEFFemail,city\nann,Köln\n', 'utf16le'), '4.csv')).toBe(
    '\uFEFFemail,city\nann,Köln\n',
  );
});

it('can be imported again once it is mended', async () => {
  const folder = newFolder();
  const {rejected} = await writeRejects(
    await check('\uFEFFE-Mail;Stadt\r\nann;Köln\r\nbob@example.com;Ulm\r\n'),
    join(folder, 'r.csv'),
  );
  writeFileSync(rejected, readFileSync(rejected, 'utf8').replace('ann', 'ann@example.com'));
  const again = await checkFile(optionsFor(rejected));
  expect({good: again.good, rejected: again.rejected}).toEqual({good: 1, rejected: 0});
});

it('writes many rows', async () => {
  const rows = Array.from({length: 20_000}, (_, index) => `not an address ${index}\n`);
  const {rejected, reasons} = await writeRejects(await check(`email\n${rows.join('')}`), join(newFolder(), 'r.csv'));
  expect(readFileSync(rejected, 'utf8')).toBe(`email\n${rows.join('')}`);
  expect(readFileSync(reasons, 'utf8').trim().split('\n')).toHaveLength(20_000);
});

it('leaves nothing behind when the file changes meanwhile', async () => {
  const folder = newFolder();
  const source = join(folder, 'leads.csv');
  writeFileSync(source, 'email\nann\n');
  const checked = await checkFile(optionsFor(source));
  writeFileSync(source, 'email\nann@example.com\n');
  await expect(writeRejects(checked, rejectsPath(source))).rejects.toThrow(
    'leads.csv changed while it was being read.',
  );
  expect(readdirSync(folder)).toEqual(['leads.csv']);
});
