import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {columnsWithRoom} from '../../src/output/drawing/columns-with-room.js';
import {fitWidths, growTexts} from '../../src/output/drawing/fit.js';
import {shortCodes} from '../../src/output/drawing/short-codes.js';
import {clean} from '../../src/output/text/sanitise.js';
import {displayWidth, pad, truncate, wrap} from '../../src/output/text/width.js';

const text = fc.oneof(
  fc.string({unit: 'grapheme'}),
  fc.string({unit: fc.constantFrom('a', ' ', 'é', 'e\u0301', '日', '👍🏽', '👩‍👩‍👧', '🇩🇪', '…')}),
);

describe('for every text and width', () => {
  test('what is cut fits, and is a beginning', () => {
    fc.assert(
      fc.property(text, fc.integer({min: 1, max: 20}), (any, width) => {
        const cut = truncate(any, width);
        expect(displayWidth(cut)).toBeLessThanOrEqual(width);
        if (cut !== any) expect(any.startsWith(cut.slice(0, -1))).toBe(true);
        expect(cut === any).toBe(displayWidth(any) <= width);
      }),
    );
  });

  test('what is filled up is as wide as asked', () => {
    fc.assert(
      fc.property(text, fc.nat(20), fc.boolean(), (any, width, right) => {
        expect(displayWidth(pad(any, width, right))).toBe(Math.max(width, displayWidth(any)));
      }),
    );
  });

  test('what is wrapped fits, and nothing but spaces is lost', () => {
    fc.assert(
      fc.property(text, fc.integer({min: 2, max: 20}), (any, width) => {
        const lines = wrap(any, width);
        // A character of many signs may be wider than a narrow line, and is not cut.
        for (const line of lines.filter(line => [...characters.segment(line)].length > 1))
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(any.replaceAll(' ', ''));
      }),
    );
  });
});

const characters = new Intl.Segmenter('en', {granularity: 'grapheme'});

// Measured as the cursor of tmux 3.3 (glibc) moves; xterm and VTE count the same.
test.each([
  ['田中 由紀子', 11],
  ['ﾀﾅｶﾞ', 4],
  ['순신', 4],
  ['שָׁלוֹם', 4],
  ['القاهرة', 7],
  ['น้ำใจ', 4],
  ['क्षत्रिय', 6],
  ['கோ', 2],
  ['e\u0301', 1],
  ['🇩🇪🇫🇷', 4],
  [clean('❤️'), 1],
  [clean('1️⃣'), 1],
  [clean('👨‍👩‍👧‍👦'), 8],
])('%s takes %i columns', (any, columns) => {
  expect(displayWidth(any)).toBe(columns);
  expect(displayWidth(truncate(any, columns - 1))).toBeLessThanOrEqual(Math.max(1, columns - 1));
});

test('lines break at words where there are any', () => {
  expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
  expect(wrap('supercalifragilistic', 8)).toEqual(['supercal', 'ifragili', 'stic']);
  expect(wrap('a supercalifragilistic b', 12)).toEqual(['a', 'supercalifra', 'gilistic b']);
  expect(wrap('', 8)).toEqual(['']);
});

describe('columns that leave', () => {
  const column = (width: number, rank: number, also: object = {}) => ({
    width,
    rank,
    shrinks: false,
    least: 0,
    stays: false,
    isKey: false,
    ...also,
  });

  test.each([
    [[column(4, 0), column(5, 1), column(6, 2)], 15, [0, 1, 2]],
    [[column(4, 0), column(5, 1), column(6, 2)], 14, [0, 1]],
    [[column(4, 2), column(5, 0), column(6, 1)], 14, [1, 2]],
    [[column(4, 2, {stays: true}), column(5, 0), column(6, 1)], 14, [0, 1]],
    [[column(4, 2, {stays: true}), column(50, 0), column(6, 1)], 14, [0, 2]],
    [[column(4, 0), column(50, 1), column(6, 2)], 14, [0, 2]],
    [[column(4, 0), column(50, 1), column(6, 2, {isKey: true})], 14, [0]],
    [[column(90, 0, {shrinks: true}), column(90, 1, {shrinks: true})], 28, [0, 1]],
    [[column(90, 0, {shrinks: true}), column(90, 1, {shrinks: true, least: 21})], 34, [0]],
    [[column(90, 0, {shrinks: true, stays: true}), column(90, 1, {shrinks: true})], 33, [0]],
  ])('of %j in %i places are all but %j', (columns, available, kept) => {
    expect(columnsWithRoom(columns, () => available)).toEqual(kept);
  });
});

test('room that is left goes to texts, up to a width that is good to read', () => {
  const columns = [{shrinks: false}, {shrinks: true}, {shrinks: true}];
  expect(growTexts([7, 10, 20], columns, 60)).toEqual([7, 26, 26]);
  expect(growTexts([7, 10, 20], columns, 40)).toEqual([7, 13, 20]);
  expect(growTexts([7, 10, 20], columns, 37)).toEqual([7, 10, 20]);
  expect(growTexts([7, 10, 50], columns, 200)).toEqual([7, 40, 50]);
});

describe('codes', () => {
  const one = '97f6ad6b-7b72-4dc8-9d3d-43358c51ffe6';

  test.each([
    [[one], '97f6ad6b'],
    [[one, one], '97f6ad6b'],
    [[one, '97f6ad6b-7b73-4dc8-9d3d-43358c51ffe6'], '97f6ad6b-7b72'],
    [[one, '97f6ad6b-7b72-4dc8-9d3d-43358c51ffe7'], one],
    [[one, 'Ω'], one],
  ])('are as short as they are unlike: %j', (codes, short) => {
    expect(shortCodes(codes)(one)).toBe(short);
  });
});

describe('columns', () => {
  const texts = (...widths: number[]) => widths.map(width => ({width, shrinks: true, least: 0}));

  test.each([
    [texts(5, 9), 20, [5, 9]],
    [texts(5, 40), 20, [5, 15]],
    [texts(30, 40), 21, [11, 10]],
    [[{width: 16, shrinks: false, least: 0}, ...texts(30)], 26, [16, 10]],
    [[{width: 16, shrinks: false, least: 0}, ...texts(30)], 20, [16, 4]],
    [[{width: 16, shrinks: false, least: 0}, ...texts(30)], 19, undefined],
    [[{width: 30, shrinks: true, least: 21}, ...texts(30)], 31, [21, 10]],
    [[], 10, []],
  ])('%j in %i places are %j wide', (columns, available, expected) => {
    expect(fitWidths(columns, available)).toEqual(expected);
  });

  test('never take more than there is, grow, or leave room unused that a text was denied', () => {
    const column = fc.record({
      width: fc.integer({min: 1, max: 60}),
      shrinks: fc.boolean(),
      least: fc.integer({min: 0, max: 30}),
    });
    fc.assert(
      fc.property(
        fc.array(column, {minLength: 1, maxLength: 8}),
        fc.integer({min: 1, max: 200}),
        (columns, available) => {
          const widths = fitWidths(columns, available);
          if (!widths) return;
          const used = widths.reduce((sum, width) => sum + width, 0);
          expect(used).toBeLessThanOrEqual(available);
          columns.forEach(({width, shrinks, least}, index) => {
            expect(widths[index]).toBeLessThanOrEqual(width);
            expect(widths[index]).toBeGreaterThanOrEqual(Math.min(width, least));
            if (!shrinks) expect(widths[index]).toBe(width);
          });
          if (columns.some(({width}, index) => widths[index] !== width)) expect(used).toBe(available);
        },
      ),
    );
  });
});
