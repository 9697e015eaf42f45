import fc from 'fast-check';
import {expect, test} from 'vitest';
import {covers, type Ranges, rangesInWords, rangesOf, rangesOfNumbers, union, without} from '../../src/work/ranges.js';
import {samples} from '../random-runs.js';

/** Rows on ascending lines, some of which are selected. */
const rows = fc
  .array(fc.record({step: fc.integer({min: 1, max: 3}), planned: fc.boolean(), meant: fc.boolean()}), {maxLength: 60})
  .map(steps => {
    let line = 1;
    let gap = false;
    const all: Array<{line: number; gap: boolean; planned: boolean; meant: boolean}> = [];
    for (const {step, planned, meant} of steps) {
      line += step;
      all.push({line, gap, planned, meant});
      gap = !planned;
    }
    return all;
  });

test('runs cover exactly the rows that are meant', () => {
  fc.assert(
    fc.property(rows, all => {
      const runs = rangesOf(
        all.filter(({planned}) => planned),
        ({meant}) => meant,
      );
      for (const {line, planned, meant} of all) expect(covers(runs, line)).toBe(planned && meant);
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

test('rows without a gap between them are one range', () => {
  const all = [
    {line: 2, gap: false},
    {line: 3, gap: false},
    {line: 6, gap: false},
    {line: 7, gap: true},
    {line: 8, gap: false},
    {line: 9, gap: false},
  ];
  expect(rangesOf(all)).toEqual([
    [2, 6],
    [7, 9],
  ]);
  expect(rangesOf(all, ({line}) => line !== 8)).toEqual([
    [2, 6],
    [7, 7],
    [9, 9],
  ]);
  expect(rangesOf([])).toEqual([]);
});

test('a union is in order, and joins only what overlaps', () => {
  expect(union([[5, 6]], [[1, 2]])).toEqual([
    [1, 2],
    [5, 6],
  ]);
  expect(
    union(
      [
        [1, 4],
        [8, 8],
      ],
      [
        [4, 6],
        [7, 7],
      ],
    ),
  ).toEqual([
    [1, 6],
    [7, 7],
    [8, 8],
  ]);
  expect(union([[1, 9]], [[2, 3]])).toEqual([[1, 9]]);
  expect(union([[1, 2]], [[2, 3]])).toEqual([[1, 3]]);
  expect([union([], []), union([[0, 0]], []), union([], [[0, 0]])]).toEqual([[], [[0, 0]], [[0, 0]]]);
});

test.each<readonly [Ranges, Ranges, Ranges]>([
  [[[1, 9]], [], [[1, 9]]],
  [[[1, 9]], [[1, 9]], []],
  [
    [[1, 9]],
    [
      [3, 4],
      [6, 6],
    ],
    [
      [1, 2],
      [5, 5],
      [7, 9],
    ],
  ],
  [
    [[1, 9]],
    [
      [0, 1],
      [9, 12],
    ],
    [[2, 8]],
  ],
  [
    [
      [1, 2],
      [5, 9],
    ],
    [
      [0, 0],
      [1, 5],
    ],
    [[6, 9]],
  ],
  [
    [
      [1, 2],
      [5, 9],
      [11, 11],
    ],
    [
      [2, 6],
      [11, 12],
    ],
    [
      [1, 1],
      [7, 9],
    ],
  ],
  [
    [[3, 3]],
    [
      [1, 2],
      [4, 4],
    ],
    [[3, 3]],
  ],
  [[], [[1, 2]], []],
])('%j without %j is %j', (one, other, left) => {
  expect(without(one, other)).toEqual(left);
});

test('numbers become ranges in order, each once', () => {
  expect(rangesOfNumbers([12, 3, 2, 4, 4, 10, 11])).toEqual([
    [2, 4],
    [10, 12],
  ]);
  expect(rangesOfNumbers([1, 3])).toEqual([
    [1, 1],
    [3, 3],
  ]);
  expect(rangesOfNumbers([])).toEqual([]);
});

test.each([
  [0, false],
  [1, true],
  [2, true],
  [3, false],
  [5, true],
  [6, false],
  [9, true],
  [10, false],
])('line %i is covered: %s', (line, isCovered) => {
  expect(
    covers(
      [
        [1, 2],
        [5, 5],
        [8, 9],
      ],
      line,
    ),
  ).toBe(isCovered);
  expect(covers([], line)).toBe(false);
});
