/** `emk export`: everything in one folder, which is there whole or not at all. */
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, describe, expect} from 'vitest';
import {recordsOf} from '../../src/api/answers/record-sources.js';
import type {Manifest} from '../../src/warehouse/manifest.schema.js';
import {accountStreams} from '../../src/warehouse/streams.js';
import {watchChanges} from '../../src/warehouse/watch-changes.js';
import {longTest, test} from '../in-two-parts.js';
import {readParquet} from '../read-parquet.js';
import {said} from '../said.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const at = (...path: readonly string[]): string => join(shell().folder, ...path);
const beside = (): readonly string[] => readdirSync(shell().folder).filter(name => /copy/.test(name));
const manifestIn = (dir: string): Manifest => JSON.parse(readFileSync(at(dir, 'manifest.json'), 'utf8'));
const rowsIn = (dir: string, name: string) =>
  readFileSync(at(dir, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));

test('asks for a folder in words', async () => {
  expect(await shell().emk('export')).toMatchObject(said(2, 'The folder is missing.'));
});

beforeEach(() => {
  for (const name of beside()) rmSync(at(name), {recursive: true});
});

longTest('holds every record in every form, and tells of each file what is in it', async () => {
  for (const format of ['parquet', 'jsonl', 'csv']) {
    expect(await shell().emk(`export copy-${format} --format ${format} -q`)).toEqual({code: 0, stdout: '', stderr: ''});
  }
  const {files, consistency} = manifestIn('copy-jsonl');
  expect(files.map(({name, rows}) => `${name} ${rows}`)).toEqual([
    ...['contact_types 3', 'contacts 23', 'fields 17', 'segments 2', 'segments_recipients 3', 'unsubscribers 3'],
    ...['unsubscribe_groups 3', 'unsubscribe_groups_recipients 2', 'senders 2', 'templates 4', 'single_sends 3'],
    ...['automations 3', 'automations_schedules 2', 'notification_recipients 2'],
  ]);
  expect(consistency.changed).toEqual([]);
  expect(consistency.checked).toEqual(expect.arrayContaining(['contact_types', 'segments', 'single_sends']));
  for (const {name, path, rows, bytes, sha256} of files) {
    const content = readFileSync(at('copy-jsonl', path));
    expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
    const records = rowsIn('copy-jsonl', name);
    const table = await readParquet(at('copy-parquet', `${name}.parquet`));
    expect(records).toHaveLength(rows);
    expect(table.rows.map(({id}) => Number(id))).toEqual(records.map(({id}) => id));
    expect(readFileSync(at('copy-csv', `${name}.csv`), 'utf8').split('\n')[0]).toMatch(/^id,/);
  }
  const columnsOf = (dir: string, name: string) =>
    manifestIn(dir)
      .files.find(file => file.name === name)
      ?.columns.map(column => column.name);
  expect(columnsOf('copy-parquet', 'contacts')).toContain('custom_age');
  expect(columnsOf('copy-csv', 'contacts')?.join()).toBe(
    readFileSync(at('copy-csv', 'contacts.csv'), 'utf8').split('\n')[0],
  );
  const segments = rowsIn('copy-jsonl', 'segments').map(({id}) => id);
  expect(rowsIn('copy-jsonl', 'segments_recipients').filter(({segment_id}) => !segments.includes(segment_id))).toEqual(
    [],
  );
});

describe('the folder', () => {
  longTest('of an earlier export is replaced, also where a run was killed', async () => {
    await shell().emk('export copy --format jsonl');
    mkdirSync(at('.copy.emk-draft'));
    writeFileSync(at('.copy.emk-draft', 'half.jsonl'), '{');
    expect((await shell().emk('export copy --format csv')).code).toBe(0);
    expect(readdirSync(at('copy')).filter(name => name.endsWith('.jsonl'))).toEqual([]);
    expect(beside()).toEqual(['copy']);
  });

  test('is put back where a run was killed between two moves', async () => {
    mkdirSync(at('.copy.emk-old'));
    writeFileSync(at('.copy.emk-old', 'mine.txt'), 'mine');
    expect((await shell().emk('export copy')).code).toBe(2);
    expect([beside(), readdirSync(at('copy'))]).toEqual([['copy'], ['mine.txt']]);
  });

  longTest('with other files is replaced only with --overwrite', async () => {
    mkdirSync(at('copy'));
    expect((await shell().emk('export copy --format csv')).code).toBe(0);
    writeFileSync(at('copy', 'notes.txt'), 'mine');
    expect(await shell().emk('export copy')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('copy has files that are not from an export.'),
    });
    expect(existsSync(at('copy', 'notes.txt'))).toBe(true);
    expect((await shell().emk('export copy --overwrite')).code).toBe(0);
    expect(existsSync(at('copy', 'notes.txt'))).toBe(false);
  });

  test('with folders in it is never replaced', async () => {
    mkdirSync(at('copy', 'photos'), {recursive: true});
    expect(await shell().emk('export copy --overwrite')).toMatchObject(said(2, 'copy has more than files: "photos".'));
  });

  longTest('stays as it was when a list cannot be read', async () => {
    await shell().emk('export copy --format jsonl');
    const before = manifestIn('copy');
    shell().sandbox.misbehave('GET /automations/schedule=500');
    expect((await shell().emk('export copy --format csv')).code).not.toBe(0);
    shell().sandbox.faults.clear();
    expect([manifestIn('copy'), beside()]).toEqual([before, ['copy']]);
  });

  longTest('is made by one of two runs at a time', async () => {
    const runs = await Promise.all(['jsonl', 'csv'].map(format => shell().emk(`export copy --format ${format}`)));
    expect(runs.map(({code}) => code)).toContain(0);
    for (const {code, stderr} of runs)
      if (code !== 0) expect([code, stderr]).toEqual([11, expect.stringContaining('is working on the files in copy')]);
    const {files} = manifestIn('copy');
    expect(readdirSync(at('copy')).sort()).toEqual([...files.map(({path}) => path), 'manifest.json'].sort());
  });

  test('is not made in a dry run', async () => {
    expect((await shell().emk('export copy --dry-run')).code).toBe(0);
    expect(beside()).toEqual([]);
  });
});

longTest('keeps values of a custom field that the account does not list any more', async () => {
  const {folder, sandbox, emk, write} = shell();
  write('ages.csv', 'email,country,age\nage@example.com,Germany,36\n');
  await emk('contacts import ages.csv --type Staff --allow-automations --yes --verify none');
  await sandbox.account.store.transaction(db => db.run("DELETE FROM fields WHERE field_name = 'age'"));
  for (const format of ['parquet', 'csv']) await emk(`export copy-${format} --format ${format} -q`);
  const {stdout} = await emk('tap --streams contacts -q');
  const unlisted = [...new Array(23).fill(null), '{"age":"36"}'];
  expect((await readParquet(at('copy-parquet', 'contacts.parquet'))).rows.map(row => row['custom_unlisted'])).toEqual([
    ...new Array(23).fill(null),
    {age: '36'},
  ]);
  expect(
    stdout
      .split('\n')
      .filter(line => line.includes('"RECORD"'))
      .map(line => JSON.parse(line).record.custom_unlisted),
  ).toEqual(unlisted);
  const lines = readFileSync(join(folder, 'copy-csv', 'contacts.csv'), 'utf8')
    .trim()
    .split('\n');
  expect(lines.filter(line => line.includes('"{""age"":""36""}"'))).toEqual([lines.at(-1)]);
  expect(manifestIn('copy-csv').files.find(({name}) => name === 'contacts')?.columns).toContainEqual({
    ...{name: 'custom_unlisted', type: 'json', nullable: true},
  });
});

test('a list that changes while emk reads is named', async () => {
  const [stream] = (await accountStreams()).filter(({name}) => name === 'segments');
  if (!stream) throw new Error('There is no stream of segments.');
  const [before, after] = [[{id: 1, segment_emails_count: 3}], [{id: 1, segment_emails_count: 4}]];
  const changes = watchChanges();
  for await (const _ of changes.watched(stream, recordsOf(before)).lines());
  const context = {stream: () => recordsOf(after)};
  expect(await changes.readAgain(context as never)).toEqual({checked: ['segments'], changed: ['segments']});
});
