/** Links are marked for web statistics, and nothing else of a mail changes. */
import {expect, test} from 'vitest';
import {markLinks, readMark} from '../../src/letters/html/utm.js';

const mark = readMark('news/may sale');
const said = 'utm_source=news&amp;utm_medium=email&amp;utm_campaign=may%20sale';

test.each([
  ['https://a.example', `https://a.example?${said}`],
  ['https://a.example/b?c=1&amp;d=2', `https://a.example/b?c=1&amp;d=2&amp;${said}`],
  ['https://a.example/b#top', `https://a.example/b?${said}#top`],
  ['https://a.example/b?c=((email))#x', `https://a.example/b?c=((email))&amp;${said}#x`],
  [
    'https://a.example/?utm_source=x',
    'https://a.example/?utm_source=x&amp;utm_medium=email&amp;utm_campaign=may%20sale',
  ],
])('%s', (before, after) => {
  expect(markLinks(`<P>One <a class=x href="${before}">two</a>`, mark)).toBe(
    `<P>One <a class=x href="${after}">two</a>`,
  );
});

test.each([
  'mailto:ada@a.example',
  'tel:+49123',
  '#top',
  '((unsubscribe_preferences))',
  'https://a.example/?utm_source=a&amp;utm_medium=b&amp;utm_campaign=c',
])('%s stays', address => {
  const html = `<a href="${address}">x</a><img src="https://a.example/b.png">`;
  expect(markLinks(html, mark)).toBe(html);
});
