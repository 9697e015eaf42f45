import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {guardFormula, unguardFormula} from '../../src/csv/bytes/formula-guard.js';
import {anyCharacter} from '../any-character.js';
import {contacts, print, someone, sourceOf} from './source.js';

const csv = (rows: readonly object[], columns: string, options: object = {}) =>
  print(contacts(sourceOf([rows]), {columns}), {format: 'csv', ...options});

test('cells are what the service sent, objects as JSON, nothing as nothing', async () => {
  const {out} = await csv(
    [someone({city: 'Rome, "Eternal"\nCity', alt_email: null}), someone({id: 2, custom_field: null})],
    'id,city,alt_email,custom_field,custom_field.age,contact_type.name,created_at',
  );
  expect(out).toBe(
    [
      'id,city,alt_email,custom_field,custom_field.age,contact_type.name,created_at',
      '1,"Rome, ""Eternal""\nCity",,"{""age"":{""field_name"":""age"",""field_value"":""36""}}",36,Newsletter,2026-03-04T13:05:09.000000Z',
      '2,London,,,,Newsletter,2026-03-04T13:05:09.000000Z',
      '',
    ].join('\n'),
  );
});

test('a record is never lost, even when its only cell is empty', async () => {
  const {out} = await csv([{alt_email: null}, {alt_email: 'a@b.c'}], 'alt_email');
  expect(parse(out, {columns: true, skip_empty_lines: true})).toEqual([{alt_email: ''}, {alt_email: 'a@b.c'}]);
});

describe('formulas', () => {
  test('are guarded, which is said once', async () => {
    const {out, notices} = await csv([{city: '=1'}, {city: '@x'}, {city: -5}, {city: '+49 30 123456'}], 'city');
    expect(out).toBe("city\n'=1\n'@x\n-5\n+49 30 123456\n");
    expect(notices).toEqual([expect.stringContaining('-o jsonl')]);
  });
});

test('on a terminal nothing in a cell moves the cursor', async () => {
  expect((await csv([{city: 'a\u001b[2J\nb'}], 'city', {width: 80})).out).toBe('city\na␛[2J↵b\n');
});

describe('for every list', () => {
  const cell = fc.oneof(
    fc.string({unit: anyCharacter}),
    fc.string({unit: fc.constantFrom('"', ',', '\n', '\r', "'", '=', '\t', ' ', 'x', '\\', ';')}),
    fc.constant(null),
  );
  const rows = fc.array(fc.record({id: fc.nat(), city: cell, state: cell}), {minLength: 1, maxLength: 10});
  const texts = (list: ReadonlyArray<{city: string | null; state: string | null}>) =>
    list.map(({city, state}) => ({city: city ?? '', state: state ?? ''}));

  test('another reader finds what was written, once the guard is gone', {tags: ['long']}, async () => {
    await fc.assert(
      fc.asyncProperty(rows, async list => {
        const {out} = await csv(list, 'city,state');
        const read: {city: string; state: string}[] = parse(out, {columns: true});
        const unguarded = read.map(({city, state}) => ({city: unguardFormula(city), state: unguardFormula(state)}));
        expect(unguarded).toEqual(texts(list));
      }),
    );
  });

  test('cells have quotes where RFC 4180 wants them and around other separators, and nowhere else', async () => {
    const quoted = (cell: string): string => {
      const text = guardFormula(cell);
      return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    await fc.assert(
      fc.asyncProperty(rows, async list => {
        const {out} = await csv(list, 'id,city,state');
        const lines = list.map(({id, city, state}) => `${id},${quoted(city ?? '')},${quoted(state ?? '')}\n`);
        expect(out).toBe(`id,city,state\n${lines.join('')}`);
      }),
    );
  });

  test('TSV gives a line to each record and a cell to each field, and loses nothing', async () => {
    const unescaped = (text: string): string =>
      text.replace(/\\(.)/g, (_, letter: string) => ({t: '\t', n: '\n', r: '\r'})[letter] ?? letter);
    await fc.assert(
      fc.asyncProperty(rows, async list => {
        const {out} = await print(contacts(sourceOf([list]), {columns: 'city,state'}), {format: 'tsv'});
        const [header, ...lines] = out.slice(0, -1).split('\n');
        expect(header).toBe('city\tstate');
        const read = lines.map(line => line.split('\t').map(cell => unescaped(unguardFormula(cell))));
        expect(read).toEqual(texts(list).map(({city, state}) => [city, state]));
      }),
    );
  });
});
