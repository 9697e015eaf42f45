/** Source that no mail program shows as a letter, and letters that look a little like it. */
import {expect, test} from 'vitest';
import {otherSourceOf} from '../../src/letters/html/other-source.js';
import {newsletter} from '../preview/newsletter.js';

test.each([
  ['MJML', '<mjml><mj-body></mj-body></mjml>', 'may.html', 'npx mjml'],
  ['MJML', '', 'my may.mjml', 'npx mjml'],
  [
    'a React component',
    "import {Html} from '@react-email/components';\nexport default () => <Html/>;",
    '',
    'react-email',
  ],
  ['a React component', '<p>', 'd.tsx', 'react-email'],
  ['Markdown', '# Hello\n\nNews', 'letter.txt', 'ends in .md'],
  ['Markdown', '---\nsubject: May\n---\nHello <br> all', 'may.html', 'ends in .md'],
  ['Markdown', 'Read [this](https://acme.shop) <b>now</b>', '', '.md'],
])('%s: %s', (what, text, file, hint) => {
  expect(otherSourceOf(text, file)).toEqual({what, hint: expect.stringContaining(hint)});
});

test.each([
  ['HTML', newsletter, 'may.html'],
  ['a short letter', '<p># 1 in [our](shop) ** list **</p>', ''],
  ['plain words', 'Hello, 3 - 2 = 1', ''],
  ['Markdown by its name', '# Hello', 'may.md'],
])('%s is no other source', (_, text, file) => expect(otherSourceOf(text, file)).toBeUndefined());
