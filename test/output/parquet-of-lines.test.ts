/** JSON lines become the same Parquet file as the records in them, although most of their values are never parsed. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cellValue, createLineCutter} from '../../src/api/answers/cut-lines.js';
import type {Loose} from '../../src/api/describe/schema.js';
import {parquetBytes} from '../../src/parquet/parquet-bytes.js';
import {typedColumns} from '../../src/records/fields/typed-columns.js';
import {samples} from '../random-runs.js';
import {parseParquet} from '../read-parquet.js';

const text = fc.oneof(
  fc.string({unit: 'grapheme', maxLength: 8}),
  fc.constantFrom('', '},{"id":7', '"id":', '\\', '\\"', 'a\\"', 'Ä\n', '7', '0', '1', 'null', '2026-03-01T10:00:00Z'),
);
const integer = fc.integer({min: -2, max: 120});
const custom = fc.oneof(
  fc.constantFrom(null, '', 'age', [], {}, {age: null}),
  fc.record({age: fc.oneof(text, integer), 'shoe size': fc.record({field_value: text})}, {requiredKeys: []}),
);
const odd = fc.oneof(
  fc.jsonValue({maxDepth: 3}),
  fc.constantFrom(2 ** 53, 1e300, -0, 1.5, true, '0000-00-00 00:00:00'),
);
const mostly = (usual: fc.Arbitrary<unknown>) => fc.oneof({weight: 9, arbitrary: usual}, odd);
const contact = fc.record({
  ...{id: mostly(integer), name: mostly(text), live: mostly(fc.constantFrom(0, 1, '1', true, null))},
  ...{share: mostly(fc.double({noNaN: true})), more: odd, custom_field: mostly(custom)},
  at: mostly(fc.constantFrom('2026-03-01T10:00:00.000000Z', '2026-03-02T10:00:00.000001Z', null)),
});
const shapeless = fc.oneof(contact, fc.record({name: text, id: integer, constructor: odd}, {requiredKeys: []}));
const lists = fc.array(
  fc.oneof(
    {weight: 6, arbitrary: fc.array(contact, {minLength: 1, maxLength: 6})},
    fc.array(shapeless, {minLength: 1}),
  ),
  {maxLength: 4},
);
const writers: ReadonlyArray<(record: Loose) => string> = [
  record => JSON.stringify(record),
  record => JSON.stringify(record).replaceAll('/', '\\/').replaceAll('Ä', '\\u00c4'),
  record => JSON.stringify(record).replace(/^\{"/, '{"name":"before","'),
  record =>
    JSON.stringify(record)
      .replace(/^\{/, '{ ')
      .replace(/(?<=[^\\]"):/, ' :'),
  record => JSON.stringify(record).replace('"id":', '"i\\u0064":'),
];
const columns = typedColumns(
  {
    record: {
      ...{id: 'integer', name: 'text|null', live: 'flag', share: 'rate', more: 'json', at: 'timestamp|null'},
      ...{custom_field: 'custom', nowhere: 'text'},
    },
    key: 'id',
  },
  [{field_name: 'age', field_type: 'number'}],
);

async function fileOf(batches: ReadonlyArray<readonly Loose[] | Uint8Array>) {
  const [pieces, misfits]: [Uint8Array[], string[]] = [[], []];
  async function* arriving() {
    yield* batches;
  }
  const misfit = (column: string, values: number) => misfits.push(`${column} ${values}`);
  for await (const piece of parquetBytes(columns, arriving(), misfit)) pieces.push(Buffer.from(piece));
  return {...(await parseParquet(Buffer.concat(pieces))), misfits};
}

const linesOf = (batch: readonly Loose[], write: (record: Loose) => string) =>
  Buffer.from(batch.map(record => `${write(record)}\n`).join(''));
const parsed = (lines: Buffer): Loose[] =>
  lines
    .toString()
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));

test('lines of any records become the file that the records become', async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.constantFrom(...writers), async (batches, write) => {
      const lines = batches.map(batch => linesOf(batch, write));
      expect(await fileOf(lines)).toEqual(await fileOf(lines.map(parsed)));
    }),
    samples(60),
  );
});

test('a full dictionary, values that come again and numbers of any length change nothing', async () => {
  const batches = Array.from({length: 30}, (_, batch) =>
    Array.from({length: 100}, (_, at) => ({
      ...{id: batch * 100 + at, name: at % 9 ? `${'é'.repeat(at % 5)}${batch * 100 + at}` : `a"${at}`, live: at % 2},
      ...{
        share: at % 3 ? null : 10 ** (at % 25),
        more: {batch},
        at: '2026-03-01T10:00:00.000000Z',
        nowhere: at % 7 ? 'x' : null,
      },
    })),
  );
  expect(await fileOf(batches.map(batch => linesOf(batch, JSON.stringify)))).toEqual(await fileOf(batches));
});

test('every value that is cut out is that of JSON.parse, and records of one form are all cut', () => {
  const cut = createLineCutter();
  fc.assert(
    fc.property(fc.array(contact, {minLength: 1, maxLength: 6}), batch => {
      const cells = cut(linesOf(batch, JSON.stringify));
      expect(cells?.rows).toBe(batch.length);
      const values =
        cells && Array.from({length: cells.rows * cells.names.length}, (_, cell) => cellValue(cells, cell));
      expect(values).toEqual(parsed(linesOf(batch, JSON.stringify)).flatMap(record => Object.values(record)));
    }),
    samples(150),
  );
});

test.each([
  '',
  '{}\n',
  '[{"id":1}]\n',
  '"x"\n',
  '{"id":1}',
  '{"id":1,"id":2}\n',
  '{"id":1}\n{"id":\n',
  '{"id":1}\n{"id":"x\n',
])('%j is not cut', lines => {
  expect(createLineCutter()(Buffer.from(lines))).toBeUndefined();
});
