import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {allRecords} from '../../../src/api/answers/record-sources.js';
import {samples} from '../../random-runs.js';
import {tries} from '../../sample.js';
import {check} from '../reading.js';

describe('an address more than once', () => {
  test('a thousand rows with few addresses are judged as one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, {minLength: 600, maxLength: 1000}), async rows => {
        const text = ['email,Unsubscribed', ...rows.map(({address, says}) => `${address},${says}`)].join('\n');
        const checked = await check(text, {status: {column: 'Unsubscribed'}});
        const expected = judged(rows);
        const linesWith = (verdict: Verdict) =>
          expected.flatMap((each, at) => (each === verdict ? [at + FIRST_LINE] : []));
        const keys = await allRecords(checked.goodKeys());
        expect([...checked.states.lines(1)]).toEqual(linesWith('good'));
        expect(keys.map(({line}) => line)).toEqual(linesWith('good'));
        expect((await allRecords(checked.rowsIn(1))).map(({line}) => line)).toEqual(linesWith('good'));
        const {good, repeated, rejected, status} = checked;
        // A row that was repeated before anything said that its person left stays so.
        const skipped = linesWith('repeated').length + linesWith('left').length;
        expect([good, rejected, repeated + status.left]).toEqual([keys.length, 0, skipped]);
        for (const [at, {line, address}] of keys.entries()) {
          expect([checked.lineOf(address), checked.states.placeOf(line)]).toEqual([line, at]);
        }
        expect(checked.lineOf('nobody@example.com')).toBe(0);
        for (const [at, {address}] of rows.entries()) {
          const isLeft = checked.isLeftOut(address.toLowerCase());
          expect(isLeft).toBe(expected[at] === 'left');
        }
      }),
      {...samples(tries(2, 6)), endOnFailure: true},
    );
  }, 60_000);
});

type Verdict = 'good' | 'repeated' | 'left';

const FIRST_LINE = 2;

const row = fc.record({
  address: fc
    .tuple(fc.constantFrom('p', 'P', 'ü', 'Ü'), fc.integer({min: 0, max: 300}))
    .map(([letter, at]) => `${letter}${at}@example.com`),
  says: fc.constantFrom('no', 'no', 'no', 'no', 'no', 'yes'),
});

/** The same by looking at all rows of its address for each of them. */
function judged(rows: ReadonlyArray<{readonly address: string; readonly says: string}>): Verdict[] {
  const addresses = rows.map(({address}) => address.toLowerCase());
  const places = new Map<string, number[]>();
  for (const [at, address] of addresses.entries()) places.set(address, [...(places.get(address) ?? []), at]);
  return addresses.map((address, at) => {
    const same = places.get(address) ?? [];
    const left = same.filter(where => rows[where]?.says === 'yes');
    if (left.length > 0) return 'left';
    return at === same[0] ? 'good' : 'repeated';
  });
}
