/** Letters as builders write them, each with an end that a mailing needs: what they do on purpose is no mistake. */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {documentedTags as tags} from '../../../src/endpoints/templates.js';
import {lintHtml} from '../../../src/letters/html/lint.js';

const folder = new URL('builders/', import.meta.url);

test.each(readdirSync(folder))('%s has no false error', name => {
  const html = readFileSync(new URL(name, folder), 'utf8');
  const found = lintHtml(html, tags);
  expect(found.map(({level, check, says}) => `${level} ${check}: ${says}`)).toEqual([]);
});
