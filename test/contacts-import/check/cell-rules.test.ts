import fc from 'fast-check';
import {describe, expect, test as it, onTestFinished, test} from 'vitest';
import {allRecords} from '../../../src/api/answers/record-sources.js';
import type {CellRule, PlainBytes} from '../../../src/contacts-import/cells/cell-rule.js';
import {type CellKind, cellRules} from '../../../src/contacts-import/cells/cell-rules.js';
import {samples} from '../../random-runs.js';
import {check, report} from '../reading.js';

/** Changes the rules of a kind until the end of the test. */
function change(kind: CellKind, to: (rule: CellRule) => CellRule): void {
  const ruleFor = cellRules[kind];
  Object.assign(cellRules, {[kind]: (...given: Parameters<typeof ruleFor>) => to(ruleFor(...given))});
  onTestFinished(() => void Object.assign(cellRules, {[kind]: ruleFor}));
}

/** A column of every kind, with values that the fast paths accept. */
const columns: Readonly<Record<CellKind, {readonly header: string; readonly values: readonly [string, string]}>> = {
  text: {header: 'city', values: ['Bonn', 'Ulm']},
  number: {header: 'age', values: ['42', '7']},
  'datetime-local': {header: 'join_date', values: ['2026-04-03T14:30', '2026-04-04T14:30']},
  country: {header: 'country', values: ['Germany', 'France']},
  address: {header: 'email', values: ['ann@example.com', 'bob@example.com']},
};
const kinds = Object.keys(columns) as CellKind[];

/** Two good rows with a column of that kind. */
function fileOf(kind: CellKind): string {
  const {header, values} = columns[kind];
  if (kind === 'address') return `${header}\n${values.join('\n')}\n`;
  return `email,${header}\na@example.com,${values[0]}\nb@example.com,${values[1]}\n`;
}

describe.each(kinds)('a rule for %s', kind => {
  const {header, values} = columns[kind];

  it('that lets no bytes pass sees every cell, and what it refuses is rejected', async () => {
    change(kind, rule => ({
      ...rule,
      read: text => (text === values[1] ? {reason: 'is refused'} : rule.read(text)),
      passes: 'none',
    }));
    const text = await report(fileOf(kind));
    expect(text).toContain('2 rows: 1 good, 1 rejected');
    expect(text).toContain(`“${values[1]}” in “${header}” is refused`);
  });

  test('is asked about exactly the cells whose bytes do not pass', {tags: ['long']}, async () => {
    const asked: string[] = [];
    const passes: PlainBytes = (bytes, from, to) => Buffer.from(bytes.subarray(from, to)).toString() === values[0];
    change(kind, rule => ({
      ...rule,
      read(text) {
        asked.push(text);
        return rule.read(text);
      },
      passes,
    }));
    // A column that the user mapped is not judged by its first values, which would ask about all of them.
    await check(fileOf(kind), {map: [[header, header]]});
    expect(asked).toEqual([values[1]]);
  });

  it('that lets no bytes stay writes every value that is sent', async () => {
    change(kind, rule => ({...rule, read: text => ({value: `${text}x`}), stays: 'none'}));
    const text = await report(fileOf(kind));
    for (const value of values) expect(text).toContain(`${value}x`);
  });

  it('that refuses empty cells refuses blank ones too', async () => {
    change(kind, rule => ({...rule, whenEmpty: 'there is nothing'}));
    const others = kind === 'address' ? ['city', 'Bonn', 'Ulm'] : ['email', 'a@example.com', 'b@example.com'];
    const text = await report(`${others[0]},${header}\n${others[1]},\n${others[2]}, \n`);
    expect(text).toContain('2 rows: 0 good, 2 rejected');
    expect(text).toContain(`2✗ there is nothing in “${header}”`);
  });

  it('that lets no bytes pass has every value noted', async () => {
    change(kind, rule => ({...rule, passes: 'none', note: text => (text === values[1] ? 'zone' : undefined)}));
    expect(await report(fileOf(kind))).toContain('! Line 3: the time has a time zone');
  });
});

it('tells rows apart by what the rule for addresses makes of them', async () => {
  change('address', rule => ({...rule, read: text => ({value: text.replace('+news', '')}), stays: 'none'}));
  const checked = await check('email\nann@example.com\nann+news@example.com\n');
  expect(checked).toMatchObject({rows: 2, good: 1, repeated: 1});
  expect(await allRecords(checked.goodKeys())).toEqual([{line: 2, address: 'ann@example.com'}]);
  expect(checked.lineOf('ann@example.com')).toBe(2);
});

it('guesses the type of a new field by the rule for that type', async () => {
  const content = 'email,size\na@example.com,42\nb@example.com,7\n';
  expect(await report(content, {createFields: true})).toContain('new: size number');
  change('number', rule => ({...rule, read: text => (text === '7' ? {reason: 'is refused'} : rule.read(text))}));
  expect(await report(content, {createFields: true})).toContain('new: size text');
});

describe('the bytes that a rule lets pass or stay', () => {
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
    .oneof(dates, mixed, digits, addresses, fc.constantFrom(...kinds.flatMap(kind => columns[kind].values)))
    .filter(text => /^[!-~](?:.*[!-~])?$/.test(text) && !text.startsWith("'"));
  const readings = fc.record({
    semicolons: fc.boolean(),
    dateOrder: fc.constantFrom(undefined, 'dmy' as const, 'mdy' as const),
    countries: fc.constantFrom(undefined, (text: string) => (text === 'Germany' ? '82' : undefined)),
  });
  const holds = (plain: PlainBytes, text: string): boolean => {
    if (typeof plain === 'string') return plain === 'any';
    const bytes = Buffer.from(`,${text},`);
    return plain(bytes, 1, bytes.length - 1);
  };

  it.each(kinds)('are good and unchanged: %s', kind => {
    let [passed, stayed] = [0, 0];
    fc.assert(
      fc.property(texts, readings, (text, reading) => {
        const rule = cellRules[kind](reading);
        const result = rule.read(text);
        if (holds(rule.passes, text)) {
          passed++;
          expect(result).toHaveProperty('value');
          expect(rule.note?.(text)).toBeUndefined();
        }
        if (holds(rule.stays, text) && 'value' in result) {
          stayed++;
          expect(result.value).toBe(text);
        }
      }),
      samples(1000),
    );
    expect(Math.min(passed, stayed)).toBeGreaterThan(20);
  });
});
