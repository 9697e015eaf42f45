import fc from 'fast-check';
import {describe, expect, test as it} from 'vitest';
import {type CellKind, cellRules, ruleAgainstDamage} from '../../../src/contacts/cells/cell-rules.js';
import {samples} from '../../support/random-runs.js';

/** A value of every kind. */
const values: Readonly<Record<CellKind, string>> = {
  text: 'Bonn',
  number: '42',
  'datetime-local': '2026-04-03T14:30',
  country: 'Germany',
  address: 'ann@example.com',
};
const kinds = Object.keys(values) as CellKind[];

describe('the bytes that a rule takes for plain', () => {
  const digits = fc.string({unit: fc.constantFrom('0', '1', '2', '9'), maxLength: 4});
  const upTo = (max: number) => fc.integer({min: 0, max}).map(number => String(number).padStart(2, '0'));
  const dates = fc
    .tuple(digits, upTo(13), upTo(32), fc.constantFrom('', '', 'T', 'T', ' '), upTo(25), upTo(61))
    .map(([year, month, day, mark, hour, minute]) => {
      const date = `${year.padStart(4, '20')}-${month}-${day}`;
      return mark === '' ? date : `${date}${mark}${hour}:${minute}`;
    });
  const mixed = fc.string({
    unit: fc.constantFrom('0', '7', '.', ',', '-', '+', 'a', '@', 'T', ':', 'Z', ' ', '/'),
    maxLength: 18,
  });
  const addresses = fc.tuple(mixed, mixed).map(([local, domain]) => `${local}@${domain}.com`);
  const texts = fc
    .oneof(dates, mixed, digits, addresses, fc.constantFrom('#REF!', 'NULL', 'None', '4E+11', 'NaN'))
    .filter(text => /^[!-~](?:.*[!-~])?$/.test(text) && !text.startsWith("'"));
  const readings = fc.record({
    semicolons: fc.boolean(),
    dateOrder: fc.constantFrom(undefined, 'dmy' as const, 'mdy' as const),
    countries: fc.constantFrom(undefined, (text: string) => (text === 'Germany' ? '82' : undefined)),
  });
  it.each(kinds.filter(kind => kind !== 'country'))('are good and unchanged: %s', kind => {
    let plain = 0;
    const some = fc.oneof({arbitrary: texts, weight: 9}, {arbitrary: fc.constant(values[kind]), weight: 1});
    fc.assert(
      fc.property(some, readings, (text, reading) => {
        const rule = ruleAgainstDamage(cellRules[kind](reading), 'city', kind === 'text');
        const bytes = Buffer.from(`,${text},`);
        if (!rule.plain(bytes, 1, bytes.length - 1)) return;
        plain++;
        expect(rule.read(text)).toMatchObject({value: text});
        expect(rule.read(text)).not.toHaveProperty('note', expect.any(String));
      }),
      samples(1000),
    );
    expect(plain).toBeGreaterThan(20);
  });
});
