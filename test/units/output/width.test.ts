import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {clean} from '../../../src/output/text/sanitise.js';
import {displayWidth, pad, truncate, wrap} from '../../../src/output/text/width.js';

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
