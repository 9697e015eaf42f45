import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {samples} from '../../support/random-runs.js';
import {tries} from '../../support/sample.js';
import {useReading} from '../reading.js';

const {read} = useReading();

describe('an address more than once', () => {
  test('a thousand rows with few addresses are judged as one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, {minLength: 600, maxLength: 1000}), async rows => {
        const text = ['email,Unsubscribed', ...rows.map(({address, says}) => `${address},${says}`)].join('\n');
        const found = await read(text, {status: ['Unsubscribed'], arrives: true, set: [['country', 'Germany']]});
        const expected = judged(rows);
        const good = rows.filter((_, at) => expected[at] === 'good');
        expect(found.sent.map(({values}) => values['email'])).toEqual(good.map(({address}) => address));
        // A row that was repeated before anything said that its person left stays so.
        const skipped = rows.length - good.length;
        expect([found.good, found.rejectedCount, found.repeated + found.left]).toEqual([good.length, 0, skipped]);
      }),
      {...samples(tries(2, 6)), endOnFailure: true},
    );
  }, 60_000);
});

type Verdict = 'good' | 'repeated' | 'left';

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
