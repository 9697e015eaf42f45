import fc from 'fast-check';
import {expect, test} from 'vitest';
import {fillTags, tagsIn} from '../../src/letters/html/tags.js';
import {escapeHtml} from '../../src/letters/html/text.js';

test('tags are found with their places, misspelt ones too', () => {
  const text = 'Hello ((first_name)),\r\nfrom (( sender_name ))\n((last name))';
  expect(tagsIn(text)).toEqual([
    {name: 'first_name', from: 6, line: 1, column: 7},
    {name: ' sender_name ', from: 28, line: 2, column: 6},
    {name: 'last name', from: 46, line: 3, column: 1},
  ]);
});

test.each([
  'calc((100% - 600px) * 2)',
  'width: calc((100% - 600px))',
  '(first_name)',
  '((555))',
  '((a(b)))',
  'f((x) => y, (z))',
])('%s holds no tag', text => {
  expect(tagsIn(text)).toEqual([]);
});

test('tags are filled once; those without a value stay, and those with blanks, which the service does not know', () => {
  const values = {first_name: 'Ada', city: '((first_name))', empty: ''};
  expect(fillTags('((first_name)) ((city)) ((empty))((other)) (( city ))', values)).toBe(
    'Ada ((first_name)) ((other)) (( city ))',
  );
});

test('a value is written as the kind of text asks', () => {
  const hostile = `"><img src=x onerror='alert(1)'>&$&`;
  const filled = fillTags('<a title="((first_name))">', {first_name: hostile}, escapeHtml);
  expect(filled).toBe('<a title="&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;$&amp;">');
});

test('places count lines as editors do', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('\n', '\r\n', '\r', 'ab', '((x))', ' ')), parts => {
      const text = parts.join('');
      for (const {from, line, column} of tagsIn(text)) {
        const lines = text.slice(0, from).split(/\r\n|\r|\n/);
        expect({line, column}).toEqual({line: lines.length, column: (lines.at(-1) ?? '').length + 1});
      }
      expect(tagsIn(text)).toHaveLength(parts.filter(part => part === '((x))').length);
    }),
  );
});
