import fc from 'fast-check';
import {expect, test} from 'vitest';
import {covers, rangesInWords, rangesOfNumbers, union, without} from '../../../src/change/work/ranges.js';
import {Rows} from '../../../src/contacts/file/rows.js';
import {samples} from '../../support/random-runs.js';

test('lines become ranges that cover no other row', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0, 1, 2, 12), {maxLength: 60}), each => {
      const rows = new Rows();
      for (const [line, of] of each.entries()) rows.set(line, of);
      const ranges = rows.ranges(rows.lines(12));
      for (const [line, of] of each.entries()) if (of !== 0) expect(covers(ranges, line)).toBe(of === 12);
    }),
    samples(40),
  );
});

test('a union covers what either covers', () => {
  const runs = fc
    .uniqueArray(fc.nat(80), {maxLength: 20})
    .map(lines => [...lines].sort((a, b) => a - b).map(line => [line, line + 1] as const));
  fc.assert(
    fc.property(runs, runs, (one, other) => {
      const both = union(one, union([], other));
      for (let line = 0; line < 90; line++) {
        const expected = [...one, ...other].some(([first, last]) => first <= line && line <= last);
        expect(covers(both, line)).toBe(expected);
      }
    }),
    samples(40),
  );
});

test('what is left of ranges without others covers what only the first cover', () => {
  const runs = fc.uniqueArray(fc.nat(30), {maxLength: 12}).map(rangesOfNumbers);
  fc.assert(
    fc.property(runs, runs, (one, other) => {
      const left = without(one, other);
      for (let line = 0; line < 32; line++) expect(covers(left, line)).toBe(covers(one, line) && !covers(other, line));
    }),
    samples(40),
  );
});

test('numbers become ranges in order, each once', () => {
  expect(rangesOfNumbers([12, 3, 2, 4, 4, 10, 11])).toEqual([
    [2, 4],
    [10, 12],
  ]);
  expect(rangesOfNumbers([])).toEqual([]);
});

test('lines are named as people would', () => {
  expect(rangesInWords([[7, 7]])).toBe('line 7');
  expect(rangesInWords([[4012, 4261]])).toBe('lines 4,012–4,261');
  expect(
    rangesInWords([
      [2, 9],
      [12, 12],
    ]),
  ).toBe('lines 2–9, 12');
  expect(rangesInWords(Array.from({length: 10}, (_, at) => [at * 5, at * 5] as const))).toContain('and 4 more places');
});
