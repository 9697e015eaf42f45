/** Rows that are copied from an answer are those that csv-stringify writes of its records. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {copyingRows} from '../../src/api/answers/copied-rows.js';
import {anyCharacter} from '../any-character.js';
import {samples} from '../random-runs.js';
import {contacts, print, type Source, sourceOf} from './source.js';

type Write = (records: readonly object[]) => string;

/** The same list with rows that are copied, and the records that had to be written. */
function copied(batches: readonly (readonly object[])[], write: Write = JSON.stringify) {
  const seen = {parsed: 0, written: 0};
  const source: Source = {
    ...sourceOf(batches),
    async *rows(columns, form) {
      const read = copyingRows(
        columns,
        {
          ...form,
          write(records) {
            seen.written += records.length;
            return form.write(records);
          },
        },
        text => {
          seen.parsed++;
          return JSON.parse(text);
        },
      );
      for (const batch of batches) yield read(write(batch));
    },
  };
  return {source, seen};
}

const columns = 'city,id,email,state,custom_field';

describe('for every list', () => {
  const plain = fc.constantFrom(
    'London',
    'a@b.c',
    '',
    ' Rome',
    'Zoë',
    '🙂',
    '$1',
    "it's",
    '7-8',
    '2026-03-04T13:05:09Z',
  );
  const cell = fc.oneof(
    {weight: 6, arbitrary: plain},
    {weight: 3, arbitrary: fc.oneof(fc.nat(), fc.constant(null))},
    fc.string({unit: anyCharacter, maxLength: 8}),
    fc.string({
      unit: fc.constantFrom(
        '"',
        ',',
        '\n',
        '\r',
        "'",
        '=',
        '\t',
        ' ',
        'x',
        '\\',
        ';',
        '{',
        '}',
        '[',
        ']',
        '+',
        '-',
        '@',
        '7',
        '\u007f',
        '\u2028',
      ),
      maxLength: 5,
    }),
    fc.constantFrom(true, false, -0, -5, 1e21, 1e-7, 0.1, 2 ** 53 + 2, 999_999_999_999_999, 1_000_000_000_000_000),
    fc.jsonValue({maxDepth: 5}),
  );
  const alike = fc.array(
    fc.tuple(cell, cell, cell, cell, cell).map(([id, city, email, other, own]) => ({
      id,
      other,
      city,
      contact_type: {id: other, city: [own, {}]},
      email,
      custom_field: own,
    })),
    {minLength: 1, maxLength: 40},
  );
  const unlike = fc.array(fc.record({city: cell, id: cell, more: cell}, {requiredKeys: []}), {
    minLength: 1,
    maxLength: 3,
  });
  const written: fc.Arbitrary<Write> = fc.constantFrom(
    records => JSON.stringify(records),
    records => JSON.stringify(records).replaceAll('/', '\\/').replaceAll('ë', '\\u00eb'),
    records => JSON.stringify(records).replaceAll(/(?<=:-?\d+)(?=[,}])/g, '.0'),
    records => JSON.stringify(records, null, 1),
    records => JSON.stringify(records).replaceAll('},{', '}, {'),
  );

  test('the output is the same, copied or not, and so is the notice of the guard', {tags: ['long']}, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({weight: 4, arbitrary: alike}, unlike), {maxLength: 4}),
        written,
        fc.record({format: fc.constantFrom('csv' as const, 'tsv' as const), raw: fc.boolean()}),
        async (batches, write, look) => {
          const parsed = batches.map(batch => JSON.parse(write(batch)));
          const [one, other] = await Promise.all(
            [copied(batches, write).source, sourceOf(parsed)].map(source => print(contacts(source, {columns}), look)),
          );
          expect(one).toEqual(other);
        },
      ),
      samples(80),
    );
  });
});

const person = (id: number, fields: object = {}) => ({
  id,
  email: `a${id}@b.c`,
  city: 'Rome',
  x: {y: [id]},
  ...fields,
});
const people = (odd: (id: number) => object) => Array.from({length: 100}, (_, id) => person(id, odd(id)));

test('only the first rows, and a few after one that needs care, are made into records', async () => {
  const {source, seen} = copied([
    [person(1)],
    people(() => ({})),
    people(id => (id === 50 ? {city: 'Rome, Ohio'} : {})),
  ]);
  const {out} = await print(contacts(source, {columns: 'id,city'}), {format: 'csv'});
  expect(out.split('\n')).toHaveLength(203);
  expect(seen).toEqual({parsed: 1, written: 17});
});

test.each([
  {columns: 'id,custom_field.age'},
  {columns: 'city'},
  {columns: 'id,city', where: ['id>5']},
  {columns: 'id,city', sort: 'id'},
  {columns: 'id,city', limit: 50},
])('a view that needs records gets them: %j', async view => {
  const {source, seen} = copied([people(() => ({}))]);
  await print(contacts(source, view), {format: 'csv'});
  expect(seen).toEqual({parsed: 0, written: 0});
});

test.each([
  '[{"id":1,"city":"Rome"},garbage]',
  '[{"id":1,"city":"Rome"},{"id":1,"city":"Rome\n"}]',
  '[{"id":01,"city":"Rome"}]',
  '[{"id":1,"city":"Rome"},]',
  '[{"id":1,"city":"Rome"}{"id":1,"city":"Rome"}]',
  '[{"id":1,"city":"Rome"}',
])('refuses %j, which is not JSON', damaged => {
  const special = {anywhere: ',', first: '='};
  const read = copyingRows(['id', 'city'], {delimiter: ',', special, write: () => ''}, JSON.parse);
  expect(read('[{"id":1,"city":"Rome"},{"id":2,"city":null}]').count).toBe(2);
  expect(read('[{"id":1,"city":"Rome"},{"id":2,"city":null}]').text).toBe('1,Rome\n2,\n');
  expect(() => read(damaged)).toThrow(SyntaxError);
});
