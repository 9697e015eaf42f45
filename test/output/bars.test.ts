/** Pictures of numbers: how wide they are, and that nothing looks like something else. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {bar, sparkline} from '../../src/output/text/pictures.js';
import {displayWidth} from '../../src/output/text/width.js';
import {fromPercent, inPercent} from '../../src/records/fields/readable.js';

test.each([
  [0, '    '],
  [null, '    '],
  [undefined, '    '],
  [-1, '    '],
  [0.0001, '▏   '],
  [0.25, '█   '],
  [0.5, '██  '],
  [0.53, '██▏ '],
  [0.97, '███▉'],
  [1, '████'],
  [7, '████'],
])('a bar of %s', (share, drawn) => {
  expect(bar(share, 4)).toBe(drawn);
});

test('a bar always takes its width', () => {
  fc.assert(
    fc.property(
      fc.double(),
      fc.integer({min: 1, max: 60}),
      (share, width) => displayWidth(bar(share, width)) === width,
    ),
  );
});

test.each([
  [[], ''],
  [[0, 0], '▁▁'],
  [[0, 1, 100], '▁▂█'],
  [[5, null, 10, undefined], '▅ █ '],
])('a line of %j', (values, drawn) => {
  expect(sparkline(values)).toBe(drawn);
});

test.each([
  [0, '0.0%'],
  [0.00001, '<0.1%'],
  [0.254, '25.4%'],
  [0.9996, '>99.9%'],
  [1, '100.0%'],
  [1.5, '150.0%'],
])('%s in percent', (share, words) => {
  expect(inPercent(share)).toBe(words);
});

test.each([
  ['2%', 0.02],
  ['2.3 %', 0.023],
  ['0.5%', 0.005],
  ['150%', 1.5],
  ['2', undefined],
  ['two%', undefined],
])('%s as a share', (text, share) => {
  expect(fromPercent(text)).toBe(share);
});
