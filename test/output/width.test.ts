import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {fitWidths} from '../../src/output/fit.js';
import {displayWidth, pad, truncate, wrap} from '../../src/output/width.js';

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
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(any.replaceAll(' ', ''));
      }),
    );
  });
});

test('lines break at words where there are any', () => {
  expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
  expect(wrap('supercalifragilistic', 8)).toEqual(['supercal', 'ifragili', 'stic']);
  expect(wrap('', 8)).toEqual(['']);
});

describe('columns', () => {
  const texts = (...widths: number[]) => widths.map(width => ({width, shrinks: true}));

  test.each([
    [texts(5, 9), 20, [5, 9]],
    [texts(5, 40), 20, [5, 15]],
    [texts(30, 40), 21, [11, 10]],
    [[{width: 16, shrinks: false}, ...texts(30)], 26, [16, 10]],
    [[{width: 16, shrinks: false}, ...texts(30)], 20, [16, 4]],
    [[{width: 16, shrinks: false}, ...texts(30)], 19, undefined],
    [[], 10, []],
  ])('%j in %i places are %j wide', (columns, available, expected) => {
    expect(fitWidths(columns, available)).toEqual(expected);
  });

  test('never take more than there is, grow, or leave room unused that a text was denied', () => {
    const column = fc.record({width: fc.integer({min: 1, max: 60}), shrinks: fc.boolean()});
    fc.assert(
      fc.property(
        fc.array(column, {minLength: 1, maxLength: 8}),
        fc.integer({min: 1, max: 200}),
        (columns, available) => {
          const widths = fitWidths(columns, available);
          if (!widths) return;
          const used = widths.reduce((sum, width) => sum + width, 0);
          expect(used).toBeLessThanOrEqual(available);
          columns.forEach(({width, shrinks}, index) => {
            expect(widths[index]).toBeLessThanOrEqual(width);
            if (!shrinks) expect(widths[index]).toBe(width);
          });
          if (columns.some(({width}, index) => widths[index] !== width)) expect(used).toBe(available);
        },
      ),
    );
  });
});
