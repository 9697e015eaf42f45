/** `-o parquet`: a list as a file whose columns have types, read back here by another program's reader. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import type {Loose} from '../../src/api/describe/schema.js';
import {parquetBytes} from '../../src/parquet/parquet-bytes.js';
import {typedColumns} from '../../src/records/fields/typed-columns.js';
import {fakeHost} from '../accounts/fake-host.js';
import {longTest, test} from '../in-two-parts.js';
import {parseParquet, readParquet} from '../read-parquet.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const at = (name: string): string => join(shell().folder, name);

describe('a list', () => {
  longTest('holds what JSON lines hold, and each custom field in a column of its own', async () => {
    shell().write('ages.csv', 'email,country,age\nage@example.com,Germany,36\n');
    await shell().emk('contacts import ages.csv --type Staff --allow-automations --yes --verify none');
    const told = await shell().emk('contacts list --out contacts.parquet');
    const {stdout} = await shell().emk('contacts list -o jsonl');
    const contacts = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const {columns, rows} = await readParquet(at('contacts.parquet'));
    expect(told).toEqual({code: 0, stdout: '', stderr: `Wrote ${contacts.length} contacts to contacts.parquet.\n`});
    expect(columns).toEqual(
      expect.arrayContaining([
        'id INT64',
        'email BYTE_ARRAY STRING',
        'created_at INT64 TIMESTAMP',
        'contact_type BYTE_ARRAY JSON',
      ]),
    );
    expect(columns.filter(column => column.startsWith('custom_'))).toEqual([
      'custom_unlisted BYTE_ARRAY JSON',
      ...['custom_age DOUBLE', 'custom_birth_date BYTE_ARRAY STRING', 'custom_company_name BYTE_ARRAY STRING'],
      ...[
        'custom_designation BYTE_ARRAY STRING',
        'custom_father_name BYTE_ARRAY STRING',
        'custom_join_date BYTE_ARRAY STRING',
      ],
    ]);
    expect(rows.map(row => row['custom_age'])).toContain(36);
    const age = ({custom_field}: Loose) =>
      (custom_field as {age?: {field_value: string | null}} | null)?.age?.field_value;
    expect(
      rows.map(row => [Number(row['id']), row['email'], row['custom_age'], row['contact_type'], row['created_at']]),
    ).toEqual(
      contacts.map(contact => [
        ...[contact.id, contact.email, age(contact) ? Number(age(contact)) : null],
        ...[contact.contact_type, new Date(contact.created_at)],
      ]),
    );
  });

  test.each(['contacts', 'single-sends', 'segments'])('of no %s has the same columns as a full one', async list => {
    await shell().emk(`${list} list --out full.parquet --overwrite`);
    await shell().emk(`${list} list --where id=0 --out empty.parquet --overwrite`);
    const [full, empty] = [await readParquet(at('full.parquet')), await readParquet(at('empty.parquet'))];
    expect(empty.columns).toEqual(full.columns);
    expect([full.rows.length > 0, empty.rows.length]).toEqual([true, 0]);
  });

  test('of chosen columns keeps their types and their order', async () => {
    await shell().emk(
      'contacts list --columns email,custom_field.age,contact_type.name,id --sort -id --limit 2 --out few.parquet',
    );
    const {columns, rows} = await readParquet(at('few.parquet'));
    expect(columns).toEqual([
      ...['email BYTE_ARRAY STRING', 'custom_age DOUBLE', 'contact_type_name BYTE_ARRAY STRING', 'id INT64'],
    ]);
    expect(rows).toHaveLength(2);
  });

  longTest('of computed rows, such as statistics, is a file too', async () => {
    expect((await shell().emk('single-sends stats --out stats.parquet')).code).toBe(0);
    expect((await readParquet(at('stats.parquet'))).columns).toContain('open_rate DOUBLE');
  });

  test('goes into a pipe without --out', async () => {
    expect(await shell().emk('contact-types list -o parquet')).toMatchObject({code: 0, stderr: ''});
  });
});

describe('what a file cannot hold is refused, and nothing is written', () => {
  test.each([
    ['contact-types show Newsletter -o parquet', 'cannot print parquet'],
    ['contact-types list --count --out types.parquet', '--count prints a number, and parquet holds records.'],
    ['contact-types list --out types.parquet.gz', 'Remove .gz: --out types.parquet'],
    ['config set output parquet', '"output" takes one of table'],
  ])('emk %s', async (line, says) => {
    expect(await shell().emk(line)).toMatchObject({code: 2, stdout: '', stderr: expect.stringContaining(says)});
    expect(existsSync(at('types.parquet')) || existsSync(at('types.parquet.gz'))).toBe(false);
  });

  test('a terminal', async () => {
    const {code, stdout, stderr} = await shell().emk('contact-types list -o parquet', {
      host: {stdout: fakeHost({terminal: true}).stdout},
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Name a file: --out list.parquet');
  });
});

describe('bytes', () => {
  const columns = typedColumns({
    record: {id: 'integer', name: 'text|null', at: 'timestamp|null', share: 'rate', live: 'flag', more: 'json'},
    key: 'id',
  });
  const written = async (batches: ReadonlyArray<readonly Loose[]>, misfits: string[] = []): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    async function* arriving() {
      yield* batches;
    }
    const misfit = (column: string, values: number) => misfits.push(`${column} ${values}`);
    for await (const piece of parquetBytes(columns, arriving(), misfit)) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  };

  longTest('of many pages hold every value, whether values repeat or not', async () => {
    const records = Array.from({length: 20_000}, (_, id) => ({
      id: id * 400_000_000_000 - 4_000_000_000_000_000,
      name: id % 3 ? `Žoë ${id % 7 ? id % 1500 : id} 💌` : null,
      at: id % 5 ? `20${10 + (id % 90)}-0${1 + (id % 9)}-15T0${id % 10}:30:09.${String(id).padStart(6, '0')}Z` : null,
      share: id / 7,
      live: id % 2,
      more: id % 4 ? {tags: [id % 3]} : null,
    }));
    const {rows} = await parseParquet(await written([records.slice(0, 9000), [], records.slice(9000)]));
    expect(rows.map(row => ({...row, id: Number(row['id']), at: row['at'] ?? null}))).toEqual(
      records.map(record => ({
        ...{...record, live: record.live === 1},
        at: record.at === null ? null : new Date(Math.floor(Date.parse(record.at))),
      })),
    );
  });

  longTest('end a row group before its pages fill the memory', async () => {
    const records = Array.from({length: 800}, (_, id) => ({id, name: `${id}`.padEnd(20_000, '.')}));
    const batches = Array.from({length: 40}, (_, at) => records.slice(at * 20, at * 20 + 20));
    const {rows, groups} = await parseParquet(await written(batches));
    expect(groups).toBe(2);
    expect(rows.map(({name}) => name)).toEqual(records.map(({name}) => name));
  });

  test('have null for a value of another type, and say how many', async () => {
    const misfits: string[] = [];
    const odd = {id: 'seven', name: 'half \ud83d', at: '2026-13-99T00:00:00Z', share: 'much', live: 2, more: 'x'};
    const {rows} = await parseParquet(await written([[odd, {...odd, at: '0000-00-00T00:00:00.000000Z'}]], misfits));
    expect(rows[0]).toEqual({id: null, name: 'half \ufffd', at: null, share: null, live: null, more: 'x'});
    expect(misfits).toEqual(['id 2', 'at 1', 'share 2', 'live 2']);
  });
});
