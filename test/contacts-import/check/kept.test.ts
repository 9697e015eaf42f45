import {describe, expect, test} from 'vitest';
import {check} from '../reading.js';

const rows = [
  'email,first_name',
  'Ada@Example.com,Ada',
  '"  bob@example.com ",Bob',
  'nobody,None',
  'ADA@example.COM,Again',
  '"eve@example.com","Eve, who is quoted"',
  ...Array.from({length: 5000}, (_, n) => `person${n % 4000}@example.com,P`),
].join('\n');

describe.each(['first', 'last', 'reject'] as const)('with --on-duplicate %s', onDuplicate => {
  test('the addresses that were kept are those of the rows that are sent', async () => {
    const checked = await check(rows, {onDuplicate});
    const sent: string[] = [];
    for await (const batch of checked.goodRows()) sent.push(...batch.map(({line, address}) => `${line} ${address}`));
    const kept = [...checked.goodAddresses()].map(({line, address}) => `${line} ${address}`);
    expect(kept).toHaveLength(checked.good);
    expect(kept.sort()).toEqual(sent.sort());
  });
});
