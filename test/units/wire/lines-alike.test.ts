/** Lines of records that are alike are their bytes, and damage among them is noticed. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readRecords} from '../../../src/api/answers/records.js';
import {samples} from '../../support/random-runs.js';

const text = fc.oneof(
  fc.string({unit: 'grapheme', maxLength: 8}).map(each => JSON.stringify(each)),
  fc.constantFrom('"},{"', '"\\u00e9\\/"', '"é"', '""', '"]"'),
);
const simple = fc.oneof(text, fc.constantFrom('1.10', '9007199254740993', '-0', '1e400', 'null', 'true'));
const nested = fc.oneof(
  {weight: 3, arbitrary: fc.constantFrom('null', '{}', '[]')},
  fc.jsonValue({maxDepth: 4}).map(each => JSON.stringify(each)),
  simple.map(each => `[{"id":${each}},{"id":1,"a":[${each}]}]`),
);
const list = fc.array(
  fc.tuple(simple, nested, text).map(([id, inner, name]) => `{"id":${id},"inner":${inner},"ä":${name}}`),
  {minLength: 2, maxLength: 12},
);

async function linesOf(bytes: Buffer, size: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
  }
  const close = (around: string): undefined => JSON.parse(around);
  let lines = '';
  for await (const piece of readRecords(
    async () => pieces(),
    'list',
    around => void close(around),
  ).lines())
    lines += Buffer.from(piece).toString();
  return lines;
}

const answer = (records: readonly string[]): string => `{"status":"success","message":{"list":[${records.join(',')}]}}`;

test('lines are the bytes of the records, wherever these are cut', {tags: ['long']}, async () => {
  await fc.assert(
    fc.asyncProperty(list, fc.integer({min: 30, max: 400}), async (records, size) => {
      expect(await linesOf(Buffer.from(answer(records)), size)).toBe(`${records.join('\n')}\n`);
    }),
    samples(80),
  );
});

test('damage in one record is an error, or the JSON that it makes', async () => {
  const damage = fc.constantFrom('', ',', ' ', '}', ']', '{', '[', '"', '\\', ':', '01', '\n', '\u0000', '},{');
  await fc.assert(
    fc.asyncProperty(
      list,
      fc.record({
        place: fc.nat(),
        damage,
        removed: fc.integer({min: 0, max: 3}),
        size: fc.integer({min: 30, max: 400}),
      }),
      async (records, {place, damage, removed, size}) => {
        const whole = answer(records);
        const at = whole.indexOf('[') + 1 + (place % records.join(',').length);
        const damaged = Buffer.from(whole.slice(0, at) + damage + whole.slice(at + removed));
        const read = linesOf(damaged, size);
        let expected: unknown[] | undefined;
        try {
          expected = JSON.parse(damaged.toString()).message.list;
        } catch {}
        if (!Array.isArray(expected)) {
          await expect(read).rejects.toThrow();
          return;
        }
        const lines = (await read).split('\n').slice(0, -1);
        expect(lines.map(line => JSON.parse(line))).toEqual(expected);
      },
    ),
    samples(120),
  );
});
