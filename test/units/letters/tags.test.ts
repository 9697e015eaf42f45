import fc from 'fast-check';
import {expect, test} from 'vitest';
import {fillTags, placesIn, tagsIn} from '../../../src/letters/html/tags.js';
import {escapeHtml} from '../../../src/letters/html/text.js';

test('tags are found by the one form that the service fills', () => {
  const text = 'Hello ((first_name)),\r\nfrom (( sender_name ))\n((last name)) ((555))';
  expect([...tagsIn(text)]).toEqual(['first_name', '555']);
});

test.each(['calc((100% - 600px) * 2)', 'width: calc((100% - 600px))', '(first_name)', '((a(b)))', 'f((x) => y, (z))'])(
  '%s holds no tag',
  text => {
    expect([...tagsIn(text)]).toEqual([]);
  },
);

test('tags are filled once; those without a value stay, and those with blanks, which the service does not know', () => {
  const values = new Map([
    ['first_name', 'Ada'],
    ['city', '((first_name))'],
    ['empty', ''],
  ]);
  expect(fillTags('((first_name)) ((city)) ((empty))((other)) (( city ))', name => values.get(name))).toBe(
    'Ada ((first_name)) ((other)) (( city ))',
  );
});

test('a value is written as the kind of text asks', () => {
  const hostile = `"><img src=x onerror='alert(1)'>&$&`;
  const filled = fillTags('<a title="((first_name))">', () => hostile, escapeHtml);
  expect(filled).toBe('<a title="&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;$&amp;">');
});

test('places count lines as editors do', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('\n', '\r\n', '\r', 'ab', '((x))', ' ')), parts => {
      const text = parts.join('');
      const placeAt = placesIn(text);
      for (const {index: from} of text.matchAll(/x/g)) {
        const lines = text.slice(0, from).split(/\r\n|\r|\n/);
        expect(placeAt(from)).toEqual({line: lines.length, column: (lines.at(-1) ?? '').length + 1});
      }
    }),
  );
});
