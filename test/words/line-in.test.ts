/** What a program runs of a hint. */

import fc from 'fast-check';
import {expect, test} from 'vitest';
import * as lines from '../../src/words/line-in.js';
import {wordFor} from '../../src/words/shell-word.js';

const lineIn = (text: string) => lines.lineIn(text, word => !['skips', 'does'].includes(word));

test.each([
  ['To see all pages: emk help topics', 'emk help topics'],
  ['To see all pages: emk help topics.', 'emk help topics'],
  ['Did you mean "emk contacts list"?', 'emk contacts list'],
  ['"emk help contract" says what stays.', 'emk help contract'],
  ['Run: emk account apply .', 'emk account apply .'],
  ['To keep it whole: emk contacts import leads.csv. Then look again.', 'emk contacts import leads.csv'],
  ['To bring it back: emk restore 2026-03-04-8 (it needs a new verification)', 'emk restore 2026-03-04-8'],
  ['To find out: emk lists list\n  and look.', 'emk lists list'],
  [
    'To look elsewhere: emk --profile=client contacts show ada@example.com',
    'emk --profile=client contacts show ada@example.com',
  ],
  ['Did you mean "emk --version"?', 'emk --version'],
])('%s', (text, line) => {
  expect(lineIn(text)).toEqual(line.split(' '));
});

test.each([
  ['Name a file.'],
  ['Commands: emk --help. Topics: emk help topics.'],
  ['To cancel one: emk cancel NAME'],
  ['Use --map Status=FIELD: emk contacts import x.csv --map Status=FIELD'],
  ['It is so: emk skips 2 people.'],
  ['emk does not know it.'],
  ['Update emk, then run the same line again.'],
])('no line, or none to run: %s', text => {
  expect(lineIn(text)).toBeUndefined();
});

test('a line is read back as it was quoted, whatever its words', () => {
  expect(lineIn('To plan it: emk send --at "friday 9am"')).toEqual(['emk', 'send', '--at', 'friday 9am']);
  const word = fc.string({minLength: 1}).filter(text => !/[…\0]|\.{3}|[.,;?)]$|^(?:.*=)?[A-Z]+$/.test(text));
  fc.assert(
    fc.property(fc.array(word, {minLength: 1, maxLength: 4}), words => {
      const line = ['emk', 'x', ...words.map(wordFor.posix), '--last'].join(' ');
      expect(lineIn(`To do it: ${line}`)).toEqual(['emk', 'x', ...words, '--last']);
    }),
  );
});
