/** A timeline: with drawn lines on a terminal, without them elsewhere, and never too wide. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {drawTimeline} from '../../src/output/text/pictures.js';
import {displayWidth} from '../../src/output/text/width.js';
import {anyCharacter} from '../any-character.js';

const steps = [
  {when: 'start', says: ['people who join Newsletter']},
  {when: '+3 h', says: ['"Welcome"', 'from news@acme.example, template Welcome']},
  {when: '+2 days', says: ['"Tips"']},
];
const lines = (...texts: string[]): string => texts.map(text => `${text}\n`).join('');

test('on a terminal', () => {
  expect(drawTimeline(steps, 40)).toBe(
    lines(
      '● start    people who join Newsletter',
      '│',
      '├ +3 h     "Welcome"',
      '│          from news@acme.example,',
      '│          template Welcome',
      '│',
      '└ +2 days  "Tips"',
    ),
  );
});

test('off one', () => {
  expect(drawTimeline(steps, undefined)).toBe(
    lines(
      'start    people who join Newsletter',
      '+3 h     "Welcome"',
      '         from news@acme.example, template Welcome',
      '+2 days  "Tips"',
    ),
  );
});

test('is never wider than its terminal, and no text of it steers that', {tags: ['long']}, () => {
  const nasty = fc.oneof(
    fc.string({unit: anyCharacter}),
    fc.constantFrom('\u001b[31m</script>', '\u202egnp.exe', 'two\nlines', '日本語のとても長い件名です'),
  );
  fc.assert(
    fc.property(fc.array(nasty, {minLength: 1}), fc.integer({min: 30, max: 100}), (texts, width) => {
      const drawn = drawTimeline(
        texts.map(text => ({when: '+1 h', says: [text]})),
        width,
      );
      for (const line of drawn.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      for (const wild of ['\u001b', '\u202e', '\r', '\u0007']) expect(drawn).not.toContain(wild);
    }),
  );
});
