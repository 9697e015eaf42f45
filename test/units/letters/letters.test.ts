/** Whole letters as HTML. `UPDATE=1` writes them anew, for people who read the difference. */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {lintHtml} from '../../../src/letters/html/lint.js';
import {makeEmail} from '../../../src/letters/markdown/make-email.js';

const folder = join(import.meta.dirname, 'written');

test.each(readdirSync(folder).filter(name => name.endsWith('.md')))('%s is written like this', name => {
  const {html} = makeEmail(readFileSync(join(folder, name), 'utf8'), name);
  const golden = join(folder, name.replace(/md$/, 'html.txt'));
  if (process.env['UPDATE'] && !process.env['CI']) writeFileSync(golden, html);
  expect(html).toBe(readFileSync(golden, 'utf8'));
  const tags = ['first_name', 'sender_address', 'unsubscribe_preferences'];
  expect(lintHtml(html, tags).filter(({check}) => check !== 'example-domain')).toEqual([]);
});
