import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {guardFormula, unguardFormula} from '../../../src/csv/bytes/formula-guard.js';
import {anyCharacter} from '../../support/any-character.js';
import {samples} from '../../support/random-runs.js';

test.each([
  ['=1+1', "'=1+1"],
  ['+cmd', "'+cmd"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['-', "'-"],
  ["'=1", "''=1"],
  ["''=1", "'''=1"],
])('%j is guarded', (text, guarded) => {
  expect(guardFormula(text)).toBe(guarded);
  expect(unguardFormula(guarded)).toBe(text);
});

test.each([
  '',
  'Ada',
  "O'Brien",
  "'tis",
  '-5',
  '-5.25',
  '-1,234.50',
  '+5',
  '-.5',
  '-5e3',
  '-5%',
  '+49 30 123456',
  '+49 (0)30/123-456',
  '+1.202.555.0199',
  "'-5",
  'a=b',
  '1-2',
  ' =1',
  "'",
])('%j stays as it is', text => {
  expect(guardFormula(text)).toBe(text);
  expect(unguardFormula(text)).toBe(text);
});

describe('for every text', () => {
  const start = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '5', ' ', '(', '.'),
    maxLength: 8,
  });
  const text = fc.oneof(
    fc.string({unit: anyCharacter}),
    fc.tuple(start, fc.string()).map(([head, tail]) => head + tail),
  );

  test('import gets back exactly what was exported', () => {
    fc.assert(
      fc.property(text, any => unguardFormula(guardFormula(any)) === any),
      samples(250),
    );
  });

  test('what looks guarded was guarded, and nothing else is touched', () => {
    fc.assert(
      fc.property(text, any => {
        const taken = unguardFormula(any);
        return taken === any || guardFormula(taken) === any;
      }),
      samples(250),
    );
  });

  test('nothing leaves that a spreadsheet would run, but numbers and phone numbers', () => {
    fc.assert(
      fc.property(text, any => !/^[=+\-@\t\r]/.test(guardFormula(any)) || /^[+-][\d\s().,/e%+-]*$/i.test(any)),
      samples(250),
    );
  });
});
