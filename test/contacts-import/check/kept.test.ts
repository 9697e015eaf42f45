import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {allRecords} from '../../../src/api/answers/record-sources.js';
import type {CheckOptions} from '../../../src/contacts-import/file/contract.js';
import {samples} from '../../random-runs.js';
import {tries} from '../../sample.js';
import {check} from '../reading.js';

describe.each(['first', 'last', 'reject'] as const)('with --on-duplicate %s', onDuplicate => {
  test('a thousand rows with few addresses are judged as one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, {minLength: 600, maxLength: 1000}), async rows => {
        const text = ['email,Unsubscribed', ...rows.map(({address, says}) => `${address},${says}`)].join('\n');
        const checked = await check(text, {onDuplicate, status: {column: 'Unsubscribed', keep: false}});
        const expected = judged(rows, onDuplicate);
        const linesWith = (verdict: Verdict) =>
          expected.flatMap((each, at) => (each === verdict ? [at + FIRST_LINE] : []));
        const keys = await allRecords(checked.goodKeys());
        expect([...checked.goodLines()]).toEqual(linesWith('good'));
        expect(keys.map(({line}) => line)).toEqual(linesWith('good'));
        expect((await allRecords(checked.goodRows())).map(({line}) => line)).toEqual(linesWith('good'));
        const {good, repeated, rejected, status} = checked;
        // A row that was repeated before anything said that its person left stays so.
        const skipped = linesWith('repeated').length + linesWith('left').length;
        expect([good, rejected, repeated + status.left]).toEqual([keys.length, linesWith('rejected').length, skipped]);
        for (const [at, {line, address}] of keys.entries()) {
          expect([checked.lineOf(address), checked.rowOf(address)]).toEqual([line, at]);
        }
        expect(checked.rowOf('nobody@example.com')).toBe(-1);
        for (const [at, {address}] of rows.entries()) {
          const isLeft = checked.isLeftOut(address.toLowerCase());
          if (onDuplicate !== 'reject') expect(isLeft).toBe(expected[at] === 'left');
        }
      }),
      {...samples(tries(2, 6)), endOnFailure: true},
    );
  }, 60_000);
});

type Verdict = 'good' | 'repeated' | 'rejected' | 'left';

const FIRST_LINE = 2;

const row = fc.record({
  address: fc
    .tuple(fc.constantFrom('p', 'P', 'ü', 'Ü'), fc.integer({min: 0, max: 300}))
    .map(([letter, at]) => `${letter}${at}@example.com`),
  says: fc.constantFrom('no', 'no', 'no', 'no', 'no', 'yes'),
});

/** The same by looking at all rows of its address for each of them. */
function judged(
  rows: ReadonlyArray<{readonly address: string; readonly says: string}>,
  onDuplicate: CheckOptions['onDuplicate'],
): Verdict[] {
  const addresses = rows.map(({address}) => address.toLowerCase());
  const places = new Map<string, number[]>();
  for (const [at, address] of addresses.entries()) places.set(address, [...(places.get(address) ?? []), at]);
  return addresses.map((address, at) => {
    const same = places.get(address) ?? [];
    const left = same.filter(where => rows[where]?.says === 'yes');
    // Two rows are rejected before anything says that their person left, and so is every row after them.
    const isTooLate = onDuplicate === 'reject' && same.indexOf(left[0] ?? -1) > 1;
    if (left.length > 0) return isTooLate && !left.includes(at) ? 'rejected' : 'left';
    if (same.length === 1) return 'good';
    if (onDuplicate === 'reject') return 'rejected';
    return at === (onDuplicate === 'first' ? same[0] : same.at(-1)) ? 'good' : 'repeated';
  });
}
