/** The fields that are cut out of records are those that JSON.parse finds there. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cutting} from '../../src/api/answers/cut-records.js';
import type {Loose} from '../../src/api/describe/schema.js';
import {samples} from '../random-runs.js';

const fields = ['id', 'name', 'toString', 'a.b', 'nowhere'];
const picked = (records: readonly Loose[]) =>
  records.map(record =>
    Object.fromEntries(fields.map(name => [name, Object.hasOwn(record, name) ? record[name] : '-'])),
  );

const text = fc.oneof(
  fc.string({unit: 'grapheme', maxLength: 20}),
  fc.constantFrom('{', '},{"id":7', '"id":', '\\', '\\"', '\u0001', 'Ä\n', ']'),
);
const value = fc.oneof(
  text,
  fc.jsonValue({maxDepth: 5}),
  fc.double({noNaN: true}),
  fc.constantFrom(2 ** 53 + 2, -0, 1e300),
);
const alike = fc.array(
  fc.tuple(value, value, value, value, value).map(([id, name, other, own, inner]) => ({
    ...{id, other, name, contact: {id: inner, name: [inner, {}]}, toString: own, 'a.b': other},
  })),
  {minLength: 1, maxLength: 4},
);
const unlike = fc.array(
  fc.oneof(fc.record({name: value, id: value, more: value}, {requiredKeys: []}), fc.jsonValue()),
  {maxLength: 3},
);
const written = fc.constantFrom(
  (records: unknown) => JSON.stringify(records),
  (records: unknown) => JSON.stringify(records).replaceAll('/', '\\/').replaceAll('Ä', '\\u00c4'),
  (records: unknown) => JSON.stringify(records, null, 1),
);

test('cuts out what JSON.parse finds, however the records of the next text are', {tags: ['long']}, () => {
  const isRecord = (each: unknown): each is Loose => typeof each === 'object' && each !== null;
  fc.assert(
    fc.property(fc.array(fc.oneof({weight: 4, arbitrary: alike}, unlike), {maxLength: 6}), written, (texts, write) => {
      const read = cutting({fields}, JSON.parse);
      for (const records of texts) {
        const parsed = JSON.parse(write(records)).filter(isRecord);
        expect(picked(read(write(records)).filter(isRecord))).toEqual(picked(parsed));
      }
    }),
    samples(150),
  );
});

test('cuts out the rest of a record as JSON.stringify writes it, or leaves the record whole', {tags: ['long']}, () => {
  const rest = {as: '{}', without: ['other', 'contact']};
  const jsonOf = ({other: _, contact: __, ...record}: Loose): unknown => record['{}'] ?? JSON.stringify(record);
  fc.assert(
    fc.property(fc.array(alike, {maxLength: 4}), written, (texts, write) => {
      const read = cutting({fields: ['id', 'other'], rest}, JSON.parse);
      for (const records of texts) {
        const parsed: Loose[] = JSON.parse(write(records));
        const cut = read(write(records)) as readonly Loose[];
        expect(cut.map(jsonOf)).toEqual(parsed.map(jsonOf));
        expect(cut.map(({id, other}) => [id, other])).toEqual(parsed.map(({id, other}) => [id, other]));
      }
    }),
    samples(150),
  );
});

test('parses only the record whose rest JSON.stringify would write differently', () => {
  let parsed = 0;
  const read = cutting({fields: ['id'], rest: {as: '{}', without: ['at']}}, text => {
    parsed++;
    return JSON.parse(text);
  });
  const like = (id: string, x: string) => `{"id":${id},"at":1,"x":${x}}`;
  read(`[${like('0', '{}')}]`);
  expect(
    read(`[${like('1', '{"a":[1,"\\n"],"b":{}}')},${like('2', '"\\u00e9"')},${like('3', '{"b":1,"0":2}')}]`),
  ).toEqual([
    {id: 1, '{}': '{"id":1,"x":{"a":[1,"\\n"],"b":{}}}'},
    {id: 2, at: 1, x: 'é'},
    {id: 3, at: 1, x: {b: 1, 0: 2}},
  ]);
  expect(read(`[${like('1.0', '-0')}]`)).toEqual([{id: 1, at: 1, x: -0}]);
  expect(parsed).toBe(1);
});

test('gives records that are alike to JSON.parse only once, and soon all that are not', () => {
  let parsed = 0;
  const read = cutting({fields}, text => {
    parsed++;
    return JSON.parse(text);
  });
  for (let id = 0; id < 10; id++)
    expect(read(`[{"id":${id},"x":{"id":[1]}},{"id":null,"x":"\\u00e9"}]`)).toHaveLength(2);
  expect(parsed).toBe(1);
  for (let id = 0; id < 10; id++) expect(read(`[{"id${id}":1}]`)).toEqual([{[`id${id}`]: 1}]);
  expect(parsed).toBe(11);
});

test.each([
  '[{"id":1,"x":2},{"id":1,"x":}]',
  '[{"id":1,"x":[1,]}]',
  '[{"id":1,"x":{"y":[1}]}]',
  '[{"id":1,"x":{"y":1 "z":2}}]',
  '[{"id":1,"x":[1]2]}]',
  '[{"id":01,"x":1}]',
  '[{"id":"\n","x":1}]',
  '[{"id":1,"x":1},]',
  '[{"id":1,"x":1}]{"id":1,"x":1}]',
  '[{"id":1,"x":1}',
])('refuses %j, which is not JSON', damaged => {
  const read = cutting({fields}, JSON.parse);
  read('[{"id":1,"x":[]}]');
  expect(() => read(damaged)).toThrow(SyntaxError);
});
